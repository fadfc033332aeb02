"""Paths that compiled code takes seldom."""
import sys


def repeat(f, *args):
    out = None
    for _ in range(3):
        try:
            out = f(*args)
        except Exception as e:
            out = repr(e)
    return out


# The least int64 cannot be negated.
def least(n):
    s = -1
    for i in range(n):
        s = s + s
    return -s, -s - 1, ~s, abs(s), -(-s)


print(repeat(least, 62), repeat(least, 63), repeat(least, 64))


# Ranges of all kinds.
def ranges(start, stop, step):
    out = []
    for i in range(start, stop, step):
        out.append(i)
        if len(out) > 5:
            break
    return out, range(start, stop, step)


for args in ((0, 10, 3), (10, 0, -3), (0, 10, 0), (0, 10, 1 << 50), (0, 1 << 60, 1 << 58), (5, 5, 1), (True, 4, 2), (0, 3.0, 1), (-3, 3, -1)):
    print(args, repeat(ranges, *args))


def range_calls(n):
    out = []
    for args in ((), (1, 2, 3, 4), (n,), (True,), (-n,)):
        try:
            out.append(list(range(*args)))
        except TypeError as e:
            out.append(str(e))
    try:
        range()
    except TypeError as e:
        out.append(str(e))
    try:
        range(n, n, n, n)
    except TypeError as e:
        out.append(str(e))
    return out


print(repeat(range_calls, 3))


def down(n, by):
    s = []
    for i in range(n, -n, -1):
        s.append(i * by)
    for i in range(-n, n, 2):
        s.append(i)
    return s


print(repeat(down, 3, 2), repeat(down, 3, 0.5))


# Wrong calls.
def three(a, b, c=3):
    return a, b, c


def keyword_only(a, *, k=1):
    return a, k


def wrong_calls(k):
    if k == 0:
        return three(1)
    if k == 1:
        return three(1, 2, 3, 4)
    if k == 2:
        return three()
    if k == 3:
        return keyword_only(1, 2)
    if k == 4:
        return keyword_only(1)
    if k == 5:
        return three(1, 2)
    return 3(k)


for k in range(7):
    print(k, repeat(wrong_calls, k))


# Many arguments, more than there are registers for; some are the same, some are known.
def many(a, b, c, d, e, f, g, h, i, j):
    return a + b + c + d + e + f + g + h + i + j


def call_many(x):
    y = x * 2
    return (many(x, y, x, y, x, y, x, y, x, y), many(x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7, x + 8, x + 9),
            many(1, 2, 3, 4, 5, 6, 7, 8, 9, x), many(x, 1.5, x, 2.5, x, 3.5, x, 4.5, x, 5.5))


print(repeat(call_many, 3), repeat(call_many, 0.25), repeat(call_many, 1 << 70))


# A function that changes while it is being called.
def old():
    return "old"


def new():
    return "new"


def scaled(x, by=2):
    return x * by


def change(k):
    if k == 1:
        old.__code__, new.__code__ = new.__code__, old.__code__
    elif k == 2:
        scaled.__defaults__ = (scaled.__defaults__[0] + 1,)
    elif k == 3:
        scaled.__defaults__ = None
    elif k == 4:
        scaled.__defaults__ = (7,)
    return k


def changed(k):
    return old(), scaled(3), change(k), old(), scaled(3)


for k in (0, 0, 1, 0, 1, 2, 0, 2, 2, 3, 4, 0):
    print(k, repeat(changed, k))


# Globals that are changed all at once.
def read_x():
    return x, len("four")


space = {"x": 1, "__builtins__": {"len": len}}
read = type(read_x)(read_x.__code__, space)
print(repeat(read))
space["x"] = 2
print(repeat(read))
space.update({"x": 3})
print(repeat(read))
space |= {"x": 4, "len": lambda s: s}
print(repeat(read))
space.pop("len")
print(repeat(read))
space["__builtins__"]["len"] = ord
print(repeat(read))
space.clear()
print(repeat(read))
space.setdefault("x", 5)
print(repeat(read))
space.popitem()
print(repeat(read))


# Classes of values that have no shape.
def truth(values):
    return ["yes" if v else "no" for v in values]


print(repeat(truth, [..., None, True, False, 0, 1, 0.0, 0.5, "", "a", [], [0], (), (0,), {}, {0}, 1 << 80, object, range(0), b"", b"x"]))
print(repeat(truth, [...] * 3), repeat(truth, [float("nan"), -0.0]))


def neither(values):
    out = []
    for v in values:
        out.append((v is None, v is ..., v is NotImplemented, v is not True, v == 1))
    return out


print(repeat(neither, [None, ..., NotImplemented, True, 1, 1.0, "x"]))


# Unpacking of the wrong number of values.
def unpack(n):
    t = n, n + 1, n + 2
    try:
        a, b = t
    except ValueError as e:
        r = str(e)
    try:
        a, b, c, d = t
    except ValueError as e:
        r += str(e)
    a, b, c = t
    a, *b = t
    return a, b, c, r


print(repeat(unpack, 1), repeat(unpack, 1.5))


# Slices.
def slices(t, a, b):
    s = slice(a, b)
    out = [t[a:b], t[:b], t[a:], t[:], t[a:b:2], t[::-1], t[s], s]
    out.append((lambda: t[b:a:-1])())
    return out


for t in ([1, 2, 3, 4, 5], (1, 2, 3, 4, 5), "abcde", b"abcde", bytearray(b"abcde"), range(5)):
    print(repeat(slices, t, 1, 4), repeat(slices, t, None, -1))


def set_slices(n):
    a = list(range(n))
    a[1:3] = ["x", "y", "z"]
    a[::2] = a[::-2] if n % 2 == 0 else a[::2]
    del a[n - 2:]
    return a


print(repeat(set_slices, 6), repeat(set_slices, 7))


# Known numbers that become unknown, of each kind.
def loosened(n):
    i, f, b, z, s, t = 0, 0.0, False, None, "", ()
    for k in range(n):
        i, f, b, z, s, t = i + 1, f + 0.5, not b, z if k % 2 else k, s + "x" if k % 3 else "", (k, t[:1])
    return i, f, b, z, s, t


print(repeat(loosened, 1), repeat(loosened, 2), repeat(loosened, 7))


# Nothing but NaN.
def nans(x):
    n = x - x
    return n == n, n != n, n < n, n is n, [n] == [n], n in (n,), -n == n, not n, n + 1, bool(n), max(n, 1.0)


print(repeat(nans, float("inf")), repeat(nans, 1.0))


# Exceptions from everywhere.
class Odd:
    def __add__(self, other):
        raise KeyError("add")

    def __bool__(self):
        raise KeyError("bool")

    def __lt__(self, other):
        raise KeyError("lt")

    def __getitem__(self, k):
        raise KeyError("item")

    def __iter__(self):
        raise KeyError("iter")

    def __neg__(self):
        raise KeyError("neg")

    def __call__(self):
        raise KeyError("call")

    def __contains__(self, x):
        raise KeyError("in")

    def __getattr__(self, name):
        raise AttributeError(name)

    def __setitem__(self, k, v):
        raise KeyError("set")

    def __len__(self):
        return -1


operations = [
    lambda o: o + 1, lambda o: 1 if o else 2, lambda o: o < 1, lambda o: o[0], lambda o: [x for x in o], lambda o: -o, lambda o: o(),
    lambda o: 1 in o, lambda o: o.x, lambda o: o.__setitem__(0, 1), lambda o: len(o), lambda o: not o, lambda o: o and 1, lambda o: (*o,),
    lambda o: {**o}, lambda o: three(*o), lambda o: f"{o:x}", lambda o: 1 + o, lambda o: o @ o, lambda o: ~o, lambda o: o.x.y,
    lambda o: [1, 2][o], lambda o: "a" < o, lambda o: o ** 2, lambda o: 1 // 0 + o, lambda o: o.y(), lambda o: print(1, sep=o),
]


def each(o):
    out = []
    for f in operations:
        s = 0.5
        try:
            for i in range(3):
                s += i
                f(o)
        except Exception as e:
            out.append((s, type(e).__name__, str(e)[:30]))
    return out


for line in repeat(each, Odd()):
    print(*line)

print(sys.getrecursionlimit() > 100)
