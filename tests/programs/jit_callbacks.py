# Library functions written in Go call hot Python code: sort keys, map, filter, min, special methods of operands.
class Money:
    made = 0

    def __init__(self, cents):
        self.cents = cents
        Money.made += 1

    def __add__(self, o):
        return Money(self.cents + o.cents)

    def __radd__(self, o):
        return self if o == 0 else NotImplemented

    def __mul__(self, k):
        return Money(self.cents * k)

    __rmul__ = __mul__

    def __eq__(self, o):
        return isinstance(o, Money) and self.cents == o.cents

    def __lt__(self, o):
        return self.cents < o.cents

    def __hash__(self):
        return hash(self.cents)

    def __repr__(self):
        return f"{self.cents / 100:.2f}"

    def __index__(self):
        return self.cents % 10

    def __neg__(self):
        return Money(-self.cents)

    def __bool__(self):
        return self.cents != 0

    def __float__(self):
        return self.cents / 100


class Grid:
    def __init__(self, w, h):
        self.w = w
        self.cells = [0] * (w * h)

    def __getitem__(self, key):
        x, y = key
        return self.cells[y * self.w + x]

    def __setitem__(self, key, v):
        x, y = key
        self.cells[y * self.w + x] = v

    def __len__(self):
        return len(self.cells)

    def __iter__(self):
        return iter(self.cells)

    def __contains__(self, v):
        for c in self.cells:
            if c == v:
                return True
        return False

    def __delitem__(self, key):
        self[key] = -1


class Down:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def __iadd__(self, o):
        self.x += o.x
        self.y += o.y
        return self

    def dot(self, o):
        return self.x * o.x + self.y * o.y


def key_raises(k):
    if k == 700:
        raise LookupError(k)
    return -k


items = [i * 7919 % 1009 for i in range(1000)]
print(sorted(items, key=lambda v: v % 100)[:6], sorted(items, key=lambda v: (-(v % 10), v))[:4], max(items, key=lambda v: v ^ 341), min(items, key=lambda v: abs(v - 500.5)))
try:
    items.sort(key=key_raises)
except LookupError as e:
    print(e, len(items), e.__traceback__.tb_next.tb_lineno)
print(sum(map(lambda a, b: a * b, items, items[1:])), len(list(filter(lambda v: v & 1, items))), any(map(lambda v: v > 1007, items)))
m = [Money(v) for v in items]
print(sum(m), sorted(m)[:3], max(m), len(set(m)), m.index(Money(5)), Money(7) in m, [1, 2, 3, 4, 5, 6, 7, 8, 9, 0][Money(13)], Money.made)
t = Money(0)
for i in range(600):
    t = t + Money(i) * 2 + 3 * Money(1)
    if not t:
        print("zero", i)
    t = -t if i % 100 == 99 else t
print(t, float(t))
g = Grid(10, 10)
for i in range(1200):
    g[i % 10, i // 10 % 10] += i
    if i % 111 == 0:
        del g[i % 10, 3]
print(sum(g), len(g), g[3, 3], -1 in g, 7 in g, max(g))
print(sum(Down(900)), list(zip(Down(3), Down(5))), sorted(Down(6)), 5 in Down(9), max(Down(500), key=lambda v: v % 77), [*Down(4)])
p, v, a = Vec(0.0, 0.0), Vec(1.0, 2.0), Vec(0.0, -0.001)
for i in range(800):
    v = v + a
    p += v * 0.01
    if i % 10 == 0:
        v = v - a * 2
print(p.x, p.y, v.dot(p))


def compare(a, b):
    return (a % 7 > b % 7) - (a % 7 < b % 7)


class ByCompare:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return compare(self.v, o.v) < 0


print([k.v for k in sorted(map(ByCompare, items[:300]))][::60])


def nested(depth):
    """Go calls Python calls Go."""
    if depth == 0:
        return [1]
    return sorted(map(lambda v: v + depth, nested(depth - 1) * 2), key=lambda v: -v)[:4]


for _ in range(60):
    r = nested(6)
print(r)
reduce = __import__("_functools").reduce
print(reduce(lambda a, b: (a * 31 + b) % 65521, items), reduce(lambda a, b: a + b, [0.1] * 1000))


class Weird:
    def __eq__(self, o):
        raise KeyError("eq")

    def __getattr__(self, name):
        return name * 2


w, bad = Weird(), 0
for i in range(500):
    try:
        bad += w in [i, i + 1] if i % 2 else len(w.ab)
    except KeyError as e:
        bad += e.__traceback__.tb_lineno
print(bad)
