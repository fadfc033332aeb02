# What dicts and sets find of keys of every kind, in tables of every size, with deleted entries and keys whose hashes are equal.
import sys


class Thing:
    def __init__(self, n):
        self.n = n


class Alike:
    """Equal to the number n, and counts how often it was asked."""

    asked = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        Alike.asked += 1
        return self.n == (other.n if isinstance(other, Alike) else other)


class Named(str):
    pass


class Dict(dict):
    pass


class Missing(dict):
    def __missing__(self, k):
        return "missing"


def get(d, k):
    return d.get(k, "none")


def item(d, k):
    try:
        return d[k]
    except KeyError as e:
        return "lacks", len(e.args)


def has(d, k):
    return k in d


def put(d, k, v):
    d[k] = v


def count(d, k):
    d[k] += 1


def ask(d, keys):
    n = 0
    for k in keys:
        a, b, c = get(d, k), item(d, k), has(d, k)
        n = n * 31 + (0 if a == "none" else hash(a) % 1000 + 1) + (2 if c else 0)
        n += (7 if type(b) is tuple else hash(b) % 1000) + (k not in d)
        n %= 1000003
    return n


def letters(i):
    return "".join(chr(97 + int(c)) for c in str(i))


things = [Thing(i) for i in range(300)]
makers = {
    "ints": lambda i: i,
    "negative": lambda i: -i,
    "far apart": lambda i: i << 20,
    "at the ends": lambda i: (1 << 48) - 1 - i if i & 1 else -(1 << 48) + i,
    "big": lambda i: (1 << 60) + i,
    "floats": lambda i: i * 0.5,
    "texts": lambda i: letters(i),
    "long texts": lambda i: letters(i) * 5 + "x" * (i % 9),
    "latin": lambda i: "é" + letters(i),
    "wide": lambda i: "Ω" + letters(i),
    "wider": lambda i: "𝔸" + letters(i),
    "bytes": lambda i: letters(i).encode(),
    "objects": lambda i: things[i % 300],
    "types": lambda i: (int, str, list, dict, Thing, Alike, type, object)[i % 8],
    "functions": lambda i: (get, item, has, put, len, print)[i % 6],
    "tuples": lambda i: (i, letters(i)),
    "pairs of bytes": lambda i: (letters(i).encode(), bytes([i % 256])),
    "many tuples": lambda i: ((), (i,), (-1, -2, i), ("", i), (letters(i),) * 3, (i,) * 70, (None, i), (i * 0.5,), (1 << 70, i), ((i,), i), ("é", i))[i % 11],
    "alike": Alike,
    "named": lambda i: Named(letters(i)),
    "mixed": lambda i: (i, letters(i), i * 1.0, None, True, False, Alike(i), -1, -2, "", b"", (), frozenset([i]), ...)[i % 14],
}


def values(d):
    return sorted(map(str, (v if type(v) is not Thing else v.n for v in d.values())))[:3]


def tables(name, make, n):
    """The keys are made anew for each use: they are equal, not identical."""
    d, s = {}, set()
    for i in range(n):
        put(d, make(i), i)
        s.add(make(i))
    asked = [make(i) for i in range(0, 2 * n, 1 + n // 100)]
    before = Alike.asked
    out = [len(d), ask(d, asked), sum(has(s, k) for k in asked), sum(has(frozenset(s), k) for k in asked)]
    for i in range(0, n, 3):
        d.pop(make(i), None)
        s.discard(make(i))
    out += [len(d), ask(d, asked), sum(has(s, k) for k in asked)]
    for i in range(n):
        put(d, make(i), -i)
        count(d, make(i))
    out += [len(d), ask(d, asked), values(d)]
    other = Dict(d)
    put(other, make(0), "new")
    out += [item(other, make(0)), has(other, make(1)), get(other, make(5 * n + 1)) == "none"]
    other = Missing(d)
    out += [item(other, make(1)) == item(d, make(1)), item(other, make(0))]
    print(name, n, *out, Alike.asked > before)


# Objects hash by their addresses: nothing here depends on the order.
for name, make in makers.items():
    for n in (1, 5, 60, 250):
        tables(name, make, n)
d = dict.fromkeys(range(50000), 1)
d.update({(i, "a"): 2 for i in range(20)})
s = set(d)
for k in 0, 49999, 50000, -1, (7, "a"), (7, "b"), "a":
    put(d, k, 5) if k == 0 else None
    for i in range(50):
        r = get(d, k), item(d, k), has(d, k), has(s, k)
    print(k, r, end="; ")
for i in range(0, 50000, 7):
    del d[i]
    s.remove(i)
print(len(d), [(get(d, k), has(s, k)) for k in range(20)], [has(d, (k, chr(97))) for k in (1, 19, 20)])
del d, s

# Keys that are equal, or only their hashes are.
d = {}
for k in 1, True, 1.0, -1, -2, 0, False, -0.0, None, Alike(1), Alike(-1), 2**61 - 1, 2**61, "a", Named("a"), Alike("a"):
    print(repr(k) if not isinstance(k, Alike) else "alike", has(d, k), get(d, k), end="; ")
    put(d, k, len(d))
    print(len(d))
collide = {hash("abc"): "number"}
print(has(collide, "abc"), get(collide, "abc"), hash("abc") in {"abc"}, has({hash("abc")}, "abc"), has({"abc"}, hash("abc")))
for i in range(200):
    put(collide, "abc", i)
    count(collide, "abc")
print(collide["abc"], len(collide))

d = {(1, "a"): 1, (True, "a"): 2, (1.0, "a"): 3, (Alike(1), "a"): 4, (1, Named("a")): 5, (Alike(2), "a"): 6, (b"a", 2): 7}
for i in range(300):
    k = (1, chr(97)), (True, "a"), (2, "a"), (Alike(2), "a"), (1, Named("a")), (b"a", 2), ("a", 2), (bytes([97]), 2)
    r = [item(d, k) for k in k]
print(len(d), r)

# A key whose hash is not known yet, and one that shares its characters with another.
d = {"ab" * 20: 1, "x" * 3: 2}
text = ""
for i in range(40):
    text += "ab"[i % 2]
    print(has(d, text), get(d, text), has({text}, text), end=" ")
print(has(d, "x" * int("3")), get(d, sys.intern("xxx")))


# Variables, which the compiler relies on.
def limit():
    return LIMIT


LIMIT = 0
total = 0
for i in range(3000):
    if i % 500 == 0:
        put(globals(), "LIM" + "IT", i)
    total += limit()
print(total)


# What is no key.
def fails(f, *args):
    try:
        return f(*args)
    except TypeError as e:
        return str(e)


for d in {}, {1: 2}, set(), {1}:
    print(fails(has, d, []), fails(has, d, {}))
    for f in get, item:
        if type(d) is dict:
            print(fails(f, d, []))


# A comparison that changes the dict.
class Eats:
    def __init__(self, d):
        self.d = d

    def __hash__(self):
        return 5

    def __eq__(self, other):
        self.d.clear()
        return False


for i in range(50):
    d = {5: 1, "a": 2}
    r = get(d, Eats(d)), len(d)
print(r)
