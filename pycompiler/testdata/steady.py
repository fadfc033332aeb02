# Loops of many kinds: after some turns nothing more is compiled. See steady_test.go.

class Node:
    def __init__(self, left, right, value):
        self.left = left
        self.right = right
        self.value = value

    def total(self):
        s = self.value
        if self.left is not None:
            s += self.left.total()
        if self.right is not None:
            s += self.right.total()
        return s

class A:
    kind = 1
    def area(self):
        return self.kind * 2

class B(A):
    kind = 2
    def area(self):
        return super().area() + 1

class C(B):
    kind = 3.5

class Slotted:
    __slots__ = "x", "y"
    def __init__(self):
        self.x = 0
        self.y = 0.0

class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)
    def __mul__(self, k):
        return Vector(self.x * k, self.y * k)
    @property
    def length(self):
        return (self.x * self.x + self.y * self.y) ** 0.5
    @staticmethod
    def unit():
        return Vector(1, 0)
    @classmethod
    def zero(cls):
        return cls(0, 0)

class Context:
    def __enter__(self):
        return self
    def __exit__(self, *args):
        return True

class Counter:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

def tree(depth):
    if depth == 0:
        return Node(None, None, 1)
    return Node(tree(depth - 1), tree(depth - 1), depth)

def trees(n):
    return tree(n % 6).total()

def shapes(n):
    s = 0
    for i in range(n):
        for o in (A(), B(), C()):
            s += o.area()
    return s

def slots(n):
    o = Slotted()
    for i in range(n):
        o.x += i
        o.y += 0.5
    return o.x, o.y

def vectors(n):
    v = Vector.zero()
    for i in range(n):
        v = v + Vector.unit() * i
    return v.length

def strings(n):
    s = ""
    for i in range(n):
        s += chr(97 + i % 26)
        if s.endswith("z"):
            s = s[1:]
    return s

def formats(n):
    out = []
    for i in range(n):
        out.append(f"{i}:{i / 2:.2f}")
    return "".join(out)

def dicts(n):
    d = {}
    for i in range(n):
        d[i % 10] = d.get(i % 10, 0) + i
    return d

def words(n):
    d = {}
    for w in ("one two three two one one " * n).split():
        if w in d:
            d[w] += 1
        else:
            d[w] = 1
    return d

def sets(n):
    s = set()
    for i in range(n):
        s.add(i * i % 17)
    return sorted(s)

def comprehensions(n):
    return sum([i * 2 for i in range(n) if i % 3]), {i: -i for i in range(5)}, {i & 3 for i in range(n)}

def generated(n):
    def numbers(k):
        for i in range(k):
            yield i
            yield i + 0.5
    return sum(numbers(n))

def genexpr(n):
    return sum(i * i for i in range(n))

def delegated(n):
    def inner(k):
        yield from range(k)
        return k
    def outer(k):
        r = yield from inner(k)
        yield r
    return list(outer(n))

def closures(n):
    total = 0
    def add(k):
        nonlocal total
        total += k
    for i in range(n):
        add(i)
    return total

def makers(n):
    s = 0
    for i in range(n):
        f = lambda x: x + i
        s += f(1)
    return s

def keywords(n):
    def f(a, b=2, *, c=3):
        return a * b - c
    s = 0
    for i in range(n):
        s += f(i, c=1) + f(a=i, b=i) + f(i)
    return s

def stars(n):
    def f(*args, **kw):
        return len(args) + len(kw)
    s = 0
    t = (1, 2, 3)
    for i in range(n):
        s += f(*t) + f(i, x=i) + f(*t, **{"k": 1})
    return s

def raises(n):
    c = 0
    for i in range(n):
        try:
            if i % 3 == 0:
                raise ValueError(i)
            c += 1
        except ValueError as e:
            c += e.args[0]
        finally:
            c += 1
    return c

def raised_below(n):
    def f(i):
        if i % 2:
            raise KeyError(i)
        return i
    c = 0
    for i in range(n):
        try:
            c += f(i)
        except KeyError:
            c -= 1
    return c

def contexts(n):
    c = 0
    for i in range(n):
        with Context():
            c += i
            if i % 4 == 0:
                raise ValueError
    return c

def iterators(n):
    s = 0
    for x in Counter(n):
        s += x
    for i, x in enumerate(range(n)):
        s += i * x
    for a, b in zip(range(n), "abc" * n):
        s += a + len(b)
    return s

def sorting(n):
    data = [(i * 7919) % 101 for i in range(n)]
    data.sort(key=lambda x: -x)
    return data[:5], min(data), max(data), sorted(data)[:3]

def bubble(n):
    a = [(i * 7919) % 101 for i in range(n)]
    for i in range(n):
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a

def sieve(n):
    flags = bytearray(n)
    count = 0
    for i in range(2, n):
        if not flags[i]:
            count += 1
            for j in range(i * i, n, i):
                flags[j] = 1
    return count

def matrix(n):
    a = [[i + j for j in range(n)] for i in range(n)]
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            s = 0
            for k in range(n):
                s += a[i][k] * a[k][j]
            c[i][j] = s
    return c[n - 1]

def collatz(n):
    best = 0
    for i in range(1, n):
        c = 0
        while i != 1:
            i = i // 2 if i % 2 == 0 else 3 * i + 1
            c += 1
        if c > best:
            best = c
    return best

def mandelbrot(n):
    count = 0
    for py in range(n):
        for px in range(n):
            cr, ci = px / n * 3 - 2, py / n * 2 - 1
            zr = zi = 0.0
            for k in range(20):
                zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
                if zr * zr + zi * zi > 4:
                    break
            else:
                count += 1
    return count

def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))

def acker(n):
    return ackermann(2, n % 7)

def queens(n):
    n = n % 6 + 1
    def place(row, cols, d1, d2):
        if row == n:
            return 1
        c = 0
        for k in range(n):
            if not (cols >> k & 1 or d1 >> (row + k) & 1 or d2 >> (row - k + n) & 1):
                c += place(row + 1, cols | 1 << k, d1 | 1 << row + k, d2 | 1 << row - k + n)
        return c
    return place(0, 0, 0, 0)

def polymorphic(n):
    out = None
    for i in range(n):
        for x in (1, 1.5, "a", None, (1,), [2], True):
            if x == 1:
                out = x
            elif x is None:
                out = i
    return out

total = 0

def global_store(n):
    global total
    total = 0
    for i in range(n):
        total += i
    return total

def match_statement(n):
    out = 0
    for i in range(n):
        match (i % 4, [i, i + 1]):
            case (0, [a, b]):
                out += a
            case (1, [a, *_]) if a > 10:
                out -= a
            case (k, [*rest]):
                out += k + len(rest)
    return out

def walrus(n):
    s = 0
    while (s := s + 1) < n:
        pass
    return s

def bigs(n):
    x = 1
    for i in range(1, n):
        x = x * i % (10 ** 30 + 57)
    return x

def changing(n):
    x = 0
    for i in range(n):
        if i % 3 == 0:
            x = 0
        elif i % 3 == 1:
            x = x + 0.5
        else:
            x = x + (1 << 60)
    return x

def bytes_loop(n):
    data = bytes(range(n % 256))
    h = 0
    for b in data:
        h = (h * 31 + b) & 0xffffffff
    return h

def unpacking(n):
    s = 0
    for i in range(n):
        a, *b, c = i, i + 1, i + 2, i + 3
        (d, e), f = (a, c), b
        s += d + e + f[0]
    return s

def attributes_made(n):
    s = 0
    for i in range(n):
        o = A()
        o.x = i
        if i & 1:
            o.y = i
        s += o.x + getattr(o, "y", 0)
        del o.x
    return s

all = [trees, shapes, slots, vectors, strings, formats, dicts, words, sets, comprehensions, generated, genexpr, delegated, closures, makers, keywords,
       stars, raises, raised_below, contexts, iterators, sorting, bubble, sieve, matrix, collatz, mandelbrot, acker, queens, polymorphic,
       global_store, match_statement, walrus, bigs, changing, bytes_loop, unpacking, attributes_made]
