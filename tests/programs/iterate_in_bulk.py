# What list(), sum() and others take from built-in iterators several items at a time: as if they took each alone.
import itertools
from binascii import crc32


class Eq:
    """Runs code when it is hashed or compared."""
    def __init__(self, n, do=lambda: None):
        self.n, self.do = n, do

    def __hash__(self):
        self.do()
        return self.n % 3

    def __eq__(self, other):
        self.do()
        return self.n == getattr(other, "n", None)

    def __bool__(self):
        self.do()
        return self.n > 2

    def __add__(self, other):
        self.do()
        return Eq(self.n + getattr(other, "n", other), self.do)

    __radd__ = __add__

    def __lt__(self, other):
        self.do()
        return self.n < getattr(other, "n", other)

    def __gt__(self, other):
        self.do()
        return self.n > getattr(other, "n", other)

    def __repr__(self):
        return f"Eq({self.n})"


def attempt(f, *args):
    try:
        r = f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return sorted(map(repr, r)) if isinstance(r, (set, frozenset)) else r


consumers = {
    "list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "sum": sum, "any": any, "all": all, "min": min, "max": max,
    "sorted": sorted, "star": lambda it: [0, *it, 1], "call": lambda it: (lambda *a: a)(*it), "extend": lambda it: [5].extend(it),
    "dict": lambda it: dict.fromkeys(it, 1), "bytes": bytes,
}

# --- items of all kinds, through all iterators
sources = [
    [], [1, 2, 3], [0, None, False, 7, 0, 8], list(range(40)), [0] * 50 + [1] + [0] * 50, [True] * 40 + [0, 1], [1.5, 2, 3.25] * 9, [0.0, -0.0, 1],
    ["", "", "x", ""], [1, "a", 2], [2**70, 1, 2**70], [None], [[1], [2]], [(), 0, 1.0], b"abc", "hello", "\xe9\u0416z", {3: "x", 1: "", 2: "z"},
    range(5, 60, 7), range(9, -9, -3), [Eq(1), Eq(2), Eq(5), Eq(2)], [1, 2, Eq(3), 4, Eq(1)],
]
iterators = {
    "iter": iter, "reversed": lambda x: reversed(x), "map str": lambda x: map(str, x), "map bool": lambda x: map(bool, x), "map abs": lambda x: map(abs, x),
    "map lambda": lambda x: map(lambda y: y, x), "map two": lambda x: map(lambda y, z: (y, z)[0], x, x), "filter": lambda x: filter(None, x),
    "filter lambda": lambda x: filter(lambda y: y != 7, x), "zip": lambda x: zip(x, x), "zip3": lambda x: zip(x, range(3)), "enumerate": lambda x: enumerate(x, 3),
    "chain": lambda x: itertools.chain(x, [], x), "islice": lambda x: itertools.islice(x, 1, 35), "islice step": lambda x: itertools.islice(x, 0, 30, 3),
    "islice map": lambda x: itertools.islice(map(lambda y: y, x), 20), "islice all": lambda x: itertools.islice(x, 2, None),
    "islice 0": lambda x: itertools.islice(x, 0), "from_iterable": lambda x: itertools.chain.from_iterable([x, x]),
    "takewhile": lambda x: itertools.takewhile(lambda y: y != 8, x), "accumulate": lambda x: itertools.accumulate(x), "starmap": lambda x: itertools.starmap(max, zip(x, x)),
    "repeat": lambda x: itertools.repeat(x and 1, 33), "generator": lambda x: (y for y in x),
}
for s in sources:
    for name, make in iterators.items():
        line = []
        for what, use in consumers.items():
            it = attempt(make, s)
            if isinstance(it, str):
                line.append(it)
                break
            r = attempt(use, it)
            # What any and all have left, and what an error has.
            left = attempt(lambda: [repr(y) for y in itertools.islice(it, 3)])
            line.append((what, repr(r)[:60], left))
        print(repr(s)[:30], name, len(line), crc32(repr(line).encode()))

# --- what is left after any, all, in, min and unpacking
for stop in (0, 1, 14, 15, 16, 17, 31, 32, 33, 48):
    l = [0] * 50
    l[stop] = 1
    for name, make in iterators.items():
        if "map str" in name or "zip" in name or name in ("enumerate", "starmap"):
            continue
        it = make(l)
        a = any(it)
        rest = list(it)
        it = make([not x for x in l])
        b = all(it)
        print(stop, name, a, len(rest), b, len(list(it)))

# --- lists and dicts that change meanwhile
def grows(n):
    l = [1]

    def f(x):
        if len(l) < n:
            l.append(x + 1)
        return x
    return l, f


for n in (5, 16, 17, 100):
    for use in ("list", "tuple", "set", "sum", "any", "max", "sorted", "star"):
        l, f = grows(n)
        print(n, use, repr(consumers[use](map(f, l)))[:50], len(l))
        l, f = grows(n)
        print(n, use, repr(consumers[use](filter(f, l)))[:50], len(l))
        l, f = grows(n)
        print(n, use, repr(consumers[use](map(f, itertools.chain(l, l))))[:50], len(l))


def shrinks():
    l = list(range(40))

    def f(x):
        l.pop()
        return x
    return l, f


for use in ("list", "tuple", "set", "sum", "max", "star"):
    l, f = shrinks()
    print(use, consumers[use](map(f, l)), len(l))
    l, f = shrinks()
    print(use, consumers[use](map(f, reversed(l))), len(l))

for make in (iter, lambda d: iter(d.values()), lambda d: iter(d.items()), lambda d: map(lambda x: x, d), lambda d: filter(None, d)):
    d = dict.fromkeys(range(20), 1)
    seen = []

    def f(x):
        seen.append(x)
        if len(seen) == 5:
            d["new"] = 2
        return x
    print(attempt(list, map(f, make(d))), len(seen))

# an item that changes what is iterated over when it is hashed, compared, added or asked for its truth
for use in ("set", "frozenset", "sum", "any", "all", "min", "max", "sorted", "dict", "list"):
    for at in (1, 8, 20):
        l = list(range(3)) + [0] * at
        it = iter(l)
        l += [Eq(1, lambda: l.append(9) if len(l) < 60 else None), 1, Eq(2, lambda: next(it, None)), 0, 0, 5]
        print(use, at, repr(attempt(consumers[use], it))[:200], len(l), list(it))
        l2 = [0] * at + [Eq(1, lambda: l2.clear()), 1, 2, 3]
        print(use, at, repr(attempt(consumers[use], map(lambda x: x, l2)))[:200], l2)

# --- exceptions in the middle: what has been taken by then
def fails(n, e):
    def f(x):
        log.append(x)
        if x == n:
            raise e
        return x
    return f


for n in (0, 3, 15, 16, 17, 39):
    for e in (ValueError("v"), StopIteration("s"), KeyError("k")):
        for use in ("list", "tuple", "set", "sum", "any", "all", "min", "extend", "star", "dict"):
            line = []
            for make in (lambda: map(fails(n, e), range(1, 45)), lambda: filter(fails(n, e), range(1, 45)),
                         lambda: itertools.chain(range(2), map(fails(n, e), range(1, 45))), lambda: zip(map(fails(n, e), range(1, 45))),
                         lambda: itertools.islice(map(fails(n, e), range(1, 45)), 30)):
                log = []
                it = make()
                r = attempt(consumers[use], it)
                line.append((repr(r)[:40], len(log), repr(next(it, "end")), len(log)))
            print(n, type(e).__name__, use, crc32(repr(line).encode()), line[0], line[-1])
l = [9]
log = []
print(attempt(l.extend, map(fails(4, ValueError("x")), range(10))), l)
l = [9]
print(attempt(lambda: l.__iadd__(map(lambda x: len(l) + x, range(30)))), l)

# --- an iterator of a program's own, asked again after its end
class Asked:
    def __init__(self, n):
        self.n, self.asked = n, 0

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if self.asked > self.n:
            raise StopIteration
        return self.asked


for n in (0, 1, 15, 16, 17, 40):
    for use in ("list", "set", "sum", "min", "any", "all", "tuple"):
        for make in (iter, lambda a: map(abs, a), lambda a: filter(None, a), lambda a: itertools.chain(a), lambda a: zip(a), lambda a: itertools.islice(a, 100),
                     lambda a: itertools.chain(a, a)):
            a = Asked(n)
            r = attempt(consumers[use], make(a))
            print(n, use, repr(r)[:30], a.asked, end="; ")
    print()

# --- classes derived from built-in iterators
class Map(map):
    def __next__(self):
        return super().__next__() * 2


class Plain(map):
    pass


class Zip(zip):
    count = 0

    def __next__(self):
        self.count += 1
        return super().__next__()


class Chain(itertools.chain):
    def __next__(self):
        return [super().__next__()]


print(list(Map(abs, [-1, 2])), sum(Map(abs, [-1, 2])), set(Map(abs, range(30))) == set(range(0, 60, 2)), list(Plain(abs, [-1, 2])), any(Plain(abs, [0, 0, -1])))
z = Zip(range(20), "abc")
print(list(z), z.count, list(Chain("ab", "c")))
Plain.__next__ = lambda self: 1 / 0
print(attempt(list, Plain(abs, [1])))

# --- a function that takes from the iterator it is called by
l = list(range(40))
it = iter(l)
print(list(map(lambda x: (x, next(it, None)), it)))
it = iter(l)
print(sum(map(lambda x: next(it, 100), it)), list(it))
it = iter(range(40))
c = itertools.chain(map(lambda x: (x, next(c, None))[0], it), [77, 78])
print(list(c))
s = itertools.islice(map(lambda x: (x, next(s, None))[0], iter(range(40))), 10)
print(list(s))
m = map(lambda x: next(m, -1) if x == 3 else x, iter(range(12)))
print(attempt(list, m), list(m))
print(list(map(l.append, l[:3])), l[-3:], list(map([1, 2, 3].pop, [0, 0, 0])), attempt(list, map([1].pop, [0, 0])))

# --- what ends is ended, and what is pickled is where it stands
for make in (lambda: iter([1, 2]), lambda: iter((1, 2)), lambda: iter(range(2)), lambda: reversed([1, 2]), lambda: iter({1: 2}), lambda: itertools.repeat(1, 2),
             lambda: itertools.chain([1]), lambda: itertools.islice([1, 2, 3], 2)):
    it = make()
    list(it)
    print(next(it, "end"), getattr(it, "__length_hint__", lambda: None)(), list(it))
l = [1, 2]
it = iter(l)
list(it)
l.append(3)
print(list(it))
it = itertools.islice(l, 2)
any(it)
print(list(it))
it = itertools.islice([0, 0, 1, 0, 5, 6], 5)
print(any(it), list(it))
it = itertools.repeat(0, 40)
print(any(it), sum(it), sum(itertools.repeat(3, 100)), set(itertools.repeat(3, 100)))

# --- recursion through iterators
def deep(n):
    return list(map(deep, [n - 1])) if n else []


print(str(deep(50)).count("["))
try:
    deep(10**6)
except RecursionError:
    print("RecursionError")

# --- bytes, which need no iterator
for n in (0,1,5,255,256,257,1023,1024,1025,4096,5000):
    b=bytes(i*7&255 for i in range(n))
    for s in (b,bytearray(b)):
        assert list(s)==[x for x in s] and tuple(s)==tuple(x for x in s)
        l=[1,2]; l.extend(s); assert l==[1,2]+list(s)
        l=[0]*100; del l[3:]; l+=s; assert l==[0]*3+list(s); l.append(9); assert l[-1]==9 and [*s,*s]==list(s)*2
print("bytes")


# Bytearrays, which may change between their items, and lists that are emptied.
def grows(b, limit):
    def key(x):
        if len(b) < limit:
            b.append(x + 1)
        return -x
    return key


def shrinks(b):
    def key(x):
        if len(b) > 2:
            b.pop()
        return x
    return key


for _ in range(3):
    b = bytearray(b"\x01\x02\x03")
    print(sum(b), sum(b, 10), sum(bytearray()), sum(b, 0.5), sum(bytearray(range(256)) * 300), max(b, key=grows(b, 9)), b, min(b, key=shrinks(b)), b)
    print(any(bytearray(3)), all(bytearray(b"ab\0")), sorted(bytearray(b"cab")), max(bytearray(b"az")), set(bytearray(b"aab")), dict.fromkeys(bytearray(b"ab")))
    view = memoryview(b)
    print(sum(view), sum(view.tolist()), sum(iter(b)), sum(x for x in b))
    view.release()
    stack = []
    for x in range(20):
        stack.append(x)
        stack.append(x)
        stack.pop(), stack.pop()
    one = [1]
    one.pop()
    many = list(range(40))
    while many:
        many.pop()
    print(stack, stack.__sizeof__(), one.__sizeof__(), many.__sizeof__(), [].__sizeof__(), one == many == stack == [])
    one.append(2)
    one.insert(0, 1)
    one.extend([3] * 9)
    print(one, one.__sizeof__())
