# Built-in functions that a compiler knows, with arguments of every kind; strs and floats by operators.
import math
from math import sqrt, sin, floor


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


nan, inf = float("nan"), float("inf")
values = [0, 1, -1, 7, -7, 2**47, 2**48, -(2**48), 2**48 - 1, 2**62, 2**63 - 1, -(2**63), 2**63, 10**30, -(10**30), True, False,
          0.0, -0.0, 0.5, -0.5, 2.5, -2.5, 1e15, -1e15, 1e18, 1e19, -1e19, 1e300, 1e-300, inf, -inf, nan, None, "a", "", "7", "\xff", "\u20ac", "ab",
          b"", b"x", b"xy", (), (1,), [], [1, 2], {}, {1: 2}, set(), {1}, frozenset([1]), range(5), range(0), range(9, 0, -2), bytearray(b"q"), 3j]


class Len:
    def __len__(self):
        return 3

    def __abs__(self):
        return "abs"

    def __int__(self):
        return 11

    def __float__(self):
        return 1.25

    def __bool__(self):
        return False

    def __index__(self):
        return 65

    def __ceil__(self):
        return "ceil"

    def __floor__(self):
        return "floor"

    def __trunc__(self):
        return "trunc"

    def __repr__(self):
        return "Len"


values.append(Len())


def by_len(v): return len(v)
def by_abs(v): return abs(v)
def by_int(v): return int(v)
def by_float(v): return float(v)
def by_bool(v): return bool(v)
def by_not(v): return "no" if not bool(v) else "yes"
def by_ord(v): return ord(v)
def by_chr(v): return chr(v)
def by_type(v): return type(v).__name__
def by_is_type(v): return type(v) is int, type(v) is float, type(v) == list
def by_sqrt(v): return math.sqrt(v)
def by_sqrt2(v): return sqrt(v)
def by_floor(v): return math.floor(v)
def by_floor2(v): return floor(v)
def by_ceil(v): return math.ceil(v)
def by_trunc(v): return math.trunc(v)
def by_fabs(v): return math.fabs(v)
def by_exp(v): return math.exp(v)
def by_sin(v): return sin(v)
def by_acos(v): return math.acos(v)
def by_cosh(v): return math.cosh(v)
def by_atanh(v): return math.atanh(v)
def by_log(v): return math.log(v)
def by_isnan(v): return math.isnan(v)
def by_hash(v): return hash(v) if not isinstance(v, (str, bytes, frozenset, range, type(None), Len)) and v == v else 0
def by_repr(v): return repr(v)
def by_str(v): return str(v)
def by_round(v): return round(v)
def by_round1(v): return round(v, 1)
def by_sorted(v): return sorted(v)
def by_sum(v): return sum(v)
def by_list(v): return list(v)
def by_divmod(v): return divmod(v, 3)
def by_pow(v): return pow(v, 2)
def by_print(v): return print(end="") or v


functions = [by_len, by_abs, by_int, by_float, by_bool, by_not, by_ord, by_chr, by_type, by_is_type, by_sqrt, by_sqrt2, by_floor, by_floor2, by_ceil, by_trunc,
             by_fabs, by_exp, by_sin, by_acos, by_cosh, by_atanh, by_log, by_isnan, by_hash, by_repr, by_str, by_round, by_round1, by_sorted, by_sum, by_list, by_divmod,
             by_pow, by_print]
for f in functions:
    for v in values:
        print(f.__name__, repr(v), attempt(f, v))
for f in functions[:12]:
    print(f.__name__, [attempt(f, v) for v in (5, 5, -5, 5.5, 2**63, 5)])


def least(a, b): return min(a, b)
def most(a, b): return max(a, b)
def least3(a, b, c): return min(a, b, c), max(a, b, c)


pairs = [0, 1, -1, 2**60, -(2**60), 2**63, 0.0, -0.0, 1.5, -1.5, nan, inf, True, "a", "b", None, (1, 2), [3]]
for a in pairs:
    for b in pairs:
        print(a, b, attempt(least, a, b), attempt(most, a, b), attempt(least3, a, b, a), attempt(least3, b, 1, a))
print(attempt(lambda: min()), attempt(lambda: min(1)), attempt(lambda: max([3, 4])), max([], default=2), min("b", "a", key=ord), attempt(lambda: len()),
      attempt(lambda: len(1, 2)), attempt(lambda: abs(1, 2)), attempt(lambda: sqrt()), attempt(lambda: int("12", 5)), int("  12 "), attempt(lambda: ord()))


def lists(n):
    a, out = [], []
    for i in range(n):
        a.append(i)
        a.append(i / 2)
        a.append(str(i))
        if i % 3 == 0:
            out.append(a.pop())
            out.append(a.pop(0))
        a.insert(1, "x")
        a.extend((i, i))
        a.reverse()
    return len(a), a[:8], out, a.index("x"), a.count("x"), a.copy() == a, a.remove("x")


print(lists(20))


class L(list):
    def append(self, v):
        list.append(self, ("L", v))


def push(l, v):
    l.append(v)
    l.append(v)
    return l


print(push([1], 2), push(L(), 2), attempt(push, {}, 1), attempt(push, None, 1), push(bytearray(), 65))


def dicts(n):
    d, s, got = {}, set(), []
    for i in range(n):
        d[i % 7] = d.get(i % 7, 0) + 1
        d[str(i % 3)] = d.get(str(i % 3)) or i
        s.add(i % 5)
        s.add((i % 2, "t"))
        s.add(1.0)
        got.append(d.get(None, "none"))
    d.setdefault("q", []).append(1)
    d.pop(0)
    d.update({9: 9})
    return d, sorted(map(str, s)), got[-1], list(d.items())[:2], attempt(d.get, []), attempt(s.add, [])


print(dicts(30))


class Key:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __hash__(self):
        return hash(self.n)


class Plain:
    pass


def keyed():
    d, s = {}, set()
    p = [Plain() for _ in range(3)]
    for i in range(9):
        d[Key(i % 3)] = i
        d[p[i % 3]] = d.get(p[i % 3], 0) + 1
        d[i % 3] = i
        s.add(Key(i % 3))
        s.add(p[i % 3])
        s.add(i % 3)
    return len(d), len(s), Key(1) in d, Key(5) in d, Key(2) in s, 2 in s, p[0] in s, Plain() in s, p[1] in d, [d[x] for x in p]


print(keyed())


def inside(x, c):
    n = 0
    for _ in range(3):
        if x in c:
            n += 1
        if x not in c:
            n += 10
    return n, x in c, x not in c


class C:
    def __contains__(self, x):
        return [] if x == 1 else "yes"


for c in (1, 2, 3), [1, 2.0, "x", None], {1, 2, "x"}, {1: 1, "x": 2}, "axb", frozenset([1, 2]), range(3), b"\x01x", (1, (2, 3)), [Key(1), 1], C(), (), "":
    for x in 1, 2, 2.0, True, "x", "", "xb", None, (2, 3), Key(1), [], nan, 5:
        print(type(c).__name__, repr(x)[:12], attempt(inside, x, c)) if not isinstance(x, Key) else print(attempt(inside, x, c))


def few(x):
    if x in (1, 2, 3):
        return "low"
    if x not in (7, 8):
        return "other"
    return "high"


print([few(x) for x in (1, 3, 5, 7, 8.0, 2.0, "7", None, 2**70, True)])


def words(text):
    vowels = n = keyword = 0
    for c in text:
        if c == "a" or c == "e":
            vowels += 1
        elif c != "z":
            n += 1
        if "e" == c:
            n += 100
    for w in text.split():
        if w == "while":
            keyword += 1
        elif w == "return" or w == "":
            keyword += 10
        elif w == "\xe9t\xe9" or w == "exactly8" or w == "\u20ac":
            keyword += 100
        elif w == "more than eight":
            keyword += 1000
    return vowels, n, keyword


print(words("while the cat ate a return \xe9t\xe9 exactly8 exactly9 \u20ac z whilex whil return\x00 \u0101 \x01"))


def compared(a, b):
    return a == b, a != b, a < b, a >= b


strs = ["", "a", "b", "ab", "\x01", "\u0101", "\xe9", "\u20ac", "\U0001f600", "abcdefgh", "abcdefghi", "abcdefg\xe9", "a" * 50, "a" * 50 + "b"]
for a in strs:
    print([compared(a, "".join(list(b))) for b in strs], a == "a", a == "abcdefgh", a == "", "\xe9" == a, a != "\x01", a == "\u0101", a == None, a == 1)
print(compared(1, 1.0), compared((1, 2), (1, 3)), compared([1], [1]), attempt(compared, "a", 1), "a" == Key(1))


def concat(n):
    s = ""
    t = u = "x"
    for i in range(n):
        s += "ab"
        s = s + chr(65 + i % 26)
        t = s + t[:3]
        u = u + "\u20ac" if i % 50 == 7 else u + "y"
        if i == n // 2:
            v = s
            s += "!"
    return len(s), s[-10:], t[-5:], len(u), u[-5:], len(v), v[-3:], hash(s) == hash("".join(list(s)))


print(concat(4), concat(600))


def aliases(n):
    out = []
    s = ""
    for i in range(n):
        s += "0123456789" * 5
        if i % 4 == 3:
            out.append(s)
    return [len(x) for x in out], [x[-1] for x in out], s is out[-1]


print(aliases(40))


def mixed(a, b):
    return attempt(lambda: a + b), attempt(lambda: a * b), attempt(lambda: a % b)


for a in "x", "%d!", "", [1], (1,), b"q", 2, 1.5, None:
    for b in "y", 3, [2], (5,), b"r", 0, None:
        print(repr(a), repr(b), mixed(a, b))


def floats(a, b):
    r = []
    for op in (lambda: a // b, lambda: a % b, lambda: a ** b, lambda: a / b, lambda: a ** 2, lambda: a ** 3.0, lambda: a ** -1.5, lambda: a % 3, lambda: 7.5 // a, lambda: 2.0 ** b):
        r.append(attempt(op))
    return r


some = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, 1e308, -1e308, 5e-324, inf, -inf, nan, 3, -3, 0, 40, 0.1, 1 / 3]
for a in some:
    for b in some:
        print(a, b, floats(a, b))


def shifts(a, b):
    return attempt(lambda: a << b), attempt(lambda: a >> b)


for a in 0, 1, -1, 5, -5, 2**40, 2**62, -(2**63), 2**70, True:
    print([shifts(a, b) for b in (0, 1, 3, 31, 47, 48, 49, 61, 62, 63, 64, 100, -1, True, 1.0, 10**20)])


# methods that are bound already take no self
some_list = []
bound_append, bound_pop, bound_get, bound_add = some_list.append, some_list.pop, {1: 5}.get, set().add
bound_length, bound_count = (5).bit_length, (5).bit_count


def bound_methods(v):
    out = []
    for f in (
        lambda: bound_append(v, 2), lambda: bound_append(v), lambda: bound_pop(v), lambda: bound_get(v, 1), lambda: bound_add(v, 2),
        lambda: bound_length(v), lambda: bound_count(v), lambda: bound_length(), lambda: bound_count(),
    ):
        for _ in range(3):
            out.append(attempt(f))
    return out


for v in [1, 2], {1: 2}, {1}, 3, 2**70, True:
    print(v, bound_methods(v), v)


# which of the arguments comes back
def which(x, y):
    x, y = x * y, x * y + 1
    return min(x, y) is x, min(y, x) is x, max(x, y, x) is y, abs(x) is x, abs(y) is y


for _ in range(3):
    print(which(1 << 30, 1 << 25), which(2, 3), which(1 << 40, 1 << 40))
