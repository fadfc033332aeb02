# Indexing and assigning to items, in loops that a compiler sees: every kind of container, index and failure.


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def sum_forward(v):
    s = 0
    for i in range(len(v)):
        s += v[i]
    return s


def sum_backward(v):
    s = 0
    i = -1
    while i >= -len(v):
        s = s * 3 + v[i]
        i -= 1
    return s


for v in [1, 2, 3, 4, 5], (1, 2, 3, 4, 5), bytes(range(1, 6)), bytearray(range(1, 6)):
    print(type(v).__name__, sum_forward(v), sum_backward(v))
print(sum_forward([0.5, 1.5, 2.25]), sum_backward((0.5, 1.5, 2.25)), sum_forward([1, 2.5, True]))


def constant(v):
    out = []
    for _ in range(4):
        out.append((v[0], v[1], v[-1], v[-2]))
    return out[-1]


for v in [7, 8, 9], (7, 8, 9), b"abc", bytearray(b"abc"), "abc", "a\xe9\xff", "a\u20ac\U0001f600", {0: "zero", 1: "one", -1: "m", -2: "n"}:
    print(constant(v))
for v in [7], (7,), b"a", bytearray(b"a"), "a", {0: 1}, 5, None, [], (), "":
    print(attempt(constant, v))


def at(v, k):
    x = None
    for _ in range(3):
        x = v[k]
    return x


keys = 0, 2, 3, -1, -3, -4, True, False, 10**30, -10**30, 1 << 62, -1 << 62, 1 << 48, 1.0, "a", None, slice(1, None), slice(None, None, -1), (1, 2)
for v in [7, 8, 9], (7, 8, 9), b"xyz", bytearray(b"xyz"), "xyz", "x\u1234z":
    for k in keys:
        print(type(v).__name__, repr(k), attempt(at, v, k))


class Index:
    def __init__(self, i):
        self.i = i

    def __index__(self):
        return self.i


class Items:
    def __getitem__(self, k):
        return "item", k

    def __setitem__(self, k, v):
        self.last = k, v


class MyList(list):
    def __getitem__(self, k):
        return "mine", list.__getitem__(self, k)


class Missing(dict):
    def __missing__(self, k):
        return "missing", k


print(at([1, 2, 3], Index(1)), attempt(at, (1, 2), Index(5)), at(Items(), 4), at(MyList([1, 2]), 1), at(Missing(), 9))


def characters(s):
    out = ""
    for i in range(len(s)):
        c = s[i]
        if c == "b":
            out += "<" + c + ">"
        else:
            out += c
    return out


for s in "abcab", "b\xe9b", "b\u20acb", "":
    print(characters(s))


def store(v, k, x):
    for _ in range(3):
        v[k] = x
    return v


for k in 0, 2, -1, -3, 3, -4, 10**30, 1.5, "a", True:
    for x in 65, 2.5, None, 255, 256, -1, 10**20, "s", True:
        print(repr(k), repr(x), attempt(store, [0, 0, 0], k, x), attempt(store, bytearray(3), k, x))
print(attempt(store, (1, 2), 0, 5), attempt(store, b"ab", 0, 5), attempt(store, "ab", 0, 5), attempt(store, 3, 0, 5), attempt(store, {}, [], 5))
items = Items()
store(items, 1, 2)
print(items.last, store({}, (1, "a"), 5), store({1: 2}, True, 7), store({1.0: 2}, 1, 8), store({}, None, 1))


def count(words):
    d = {}
    for w in words:
        if w in d:
            d[w] = d[w] + 1
        else:
            d[w] = 1
    return d


print(count("the cat and the dog and the bird".split()))
print(count([1, 2, 1, 3.0, 3, "1", 1 << 70, 1 << 70, (1, 2), (1, 2), (1, (2, "x")), None, True, b"a", b"a", -0.0, 0]))


class Loud:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        print("hash", self.n)
        return self.n

    def __eq__(self, other):
        print("eq", self.n, getattr(other, "n", other))
        return self.n == getattr(other, "n", other)


print(len(count([Loud(1), Loud(2), Loud(1)])))
d = {Loud(5): "five", 6: "six"}
print(at(d, 5), at(d, 6), attempt(at, d, 7), attempt(at, d, []), attempt(at, d, "nothing"))
store(d, 5, "cinq")
print(list(d.values()))
nan = float("nan")
d = {nan: 1}
print(at(d, nan), attempt(at, {}, 1.5))


def grow(n):
    l = []
    for i in range(n):
        l.append(i * 0.5)
        l[-1] += 1
        l[i] *= 2
        if i > 3:
            l[i - 3] -= l[i - 1]
    return l


print(grow(9), sum(grow(500)))


def shrinking(l):
    out = []
    for i in range(10):
        try:
            out.append(l[i])
            l.pop()
        except IndexError as e:
            out.append(str(e))
    return out


print(shrinking([1, 2, 3, 4, 5, 6, 7]))


def swap_ends(l):
    for i in range(len(l) // 2):
        l[i], l[-1 - i] = l[-1 - i], l[i]
    return l


print(swap_ends(list("abcdefg")), swap_ends(bytearray(b"abcdefg")))


def resize(b):
    for i in range(300):
        b.append(i & 255)
        b[i // 2] = (b[i] + i) & 255
    return b


print(sum(resize(bytearray())), len(resize(bytearray(b"abc"))))


def types_change(values):
    r = []
    for v in values:
        r.append(v[1])
    return r


print(types_change([[1, 2], (3, 4), "ab", b"ab", bytearray(b"cd"), {1: "d"}, Items(), range(5, 9), memoryview(b"xy"), MyList([1, 2])] * 3))


def nested(m, n):
    s = 0
    for i in range(n):
        for j in range(n):
            m[i][j] += m[j][i] * 2 + (i if i > j else -j)
            s += m[i][j]
    return s


print(nested([[i * j for i in range(8)] for j in range(8)], 8), nested([[i / (j + 1) for i in range(8)] for j in range(8)], 8))
