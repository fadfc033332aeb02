# Containers that behave like built-in ones, comparisons that run no Python code, keys of many kinds; classes change at run time.
# needs: stdlib
import collections
import enum


def items(d, keys, n):
    t = 0
    for i in range(n):
        for k in keys:
            t += d[k]
    return t


def puts(d, keys, n):
    for i in range(n):
        for k in keys:
            d[k] = i
    return len(d), sorted(map(str, d))[:4]


def has(d, keys, n):
    t = 0
    for i in range(n):
        for k in keys:
            t += (k in d) * 2 + (k not in d)
    return t


class D(dict):
    pass


class Missing(dict):
    def __missing__(self, k):
        return 7


class Own(dict):
    def __getitem__(self, k):
        return 5

    def __setitem__(self, k, v):
        super().__setitem__(k, v + 1)

    def __contains__(self, k):
        return "yes"


class L(list):
    pass


class T(tuple):
    pass


class S(str):
    pass


class F(frozenset):
    pass


class I(int):
    pass


class OddInt(int):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 3


class Name(str, enum.Enum):
    A = "a"
    B = "b"


class Num(enum.IntEnum):
    ONE = 1
    TWO = 2


class Kind(enum.Enum):
    X = 1
    Y = 2


P = collections.namedtuple("P", "x y")
keys = [1, "a", None, (1, 2), P(3, 4), I(9), Kind.X, (1, (2, (3, (4, (5, (6, (7, (8, (9, (10,)))))))))), tuple(range(70)), b"b", 2.5, 2 ** 80, S("s"), Name.A, Num.TWO,
        frozenset([1]), OddInt(4), print, D]
for cls in (dict, D, Missing, Own, collections.OrderedDict, collections.Counter, lambda d: collections.defaultdict(int, d)):
    d = cls({k: i for i, k in enumerate(keys)})
    print(type(d).__name__, items(d, keys, 12), has(d, keys, 12), has(d, [0, "z", (1, 3), P(3, 5), Kind.Y, OddInt(77)], 12), puts(d, keys, 12)[0])
print(items(Missing(), keys, 20), items(collections.defaultdict(lambda: 3), keys, 20), items(collections.Counter(), keys, 20))
for cls in (dict, D, collections.OrderedDict):
    try:
        items(cls({1: 1}), [1] * 30 + ["absent"], 1)
    except KeyError as e:
        print("KeyError", e)
    try:
        items(cls({1: 1}), [1] * 30 + [[]], 1)
    except TypeError as e:
        print(e)
print(items(L([1, 2, 3]), [0, -1, True], 20), items(T((1, 2, 3)), [0, -1], 20), items(P(1, 2), [0, 1, -1], 20), items(collections.deque([1, 2]), [0, 1], 20))
print(has(L([1, 2]), [1, 3], 20), has(T((1, 2)), [1, 3, 1.0], 20), has(F([1, 2]), [1, 3], 20), has(S("abc"), ["a", "bc", "z"], 20), has(P(1, 2), [2, (2,)], 20))


def text(s, n):
    t = ""
    for i in range(n):
        t += s[i % 3] + s[-1]
    return t


print(text(S("abc"), 9), text(Name.A + "bc", 9))


def changing(n):
    out = []
    d = D(a=1)
    l = L([1, 2])
    for i in range(n):
        if i == n // 2:
            D.__getitem__ = lambda self, k: "own"
            D.__contains__ = lambda self, k: False
            L.__getitem__ = lambda self, k: "item"
            D.__setitem__ = lambda self, k, v: None
        d["b"] = i
        out.append((d["a"], "a" in d, l[0], dict.get(d, "b")))
        if i == n // 2 + 2:
            del D.__getitem__, D.__contains__, L.__getitem__, D.__setitem__
    return out[n // 2 - 1:n // 2 + 4]


print(changing(60))
print(changing(60))


def compare(pairs, n):
    for i in range(n):
        out = []
        for a, b in pairs:
            out.append((a == b, a != b, b == a))
    return out


class Plain:
    pass


class Equal:
    def __eq__(self, other):
        return "equal"

    __hash__ = None


class Never:
    def __eq__(self, other):
        return NotImplemented


class SubTuple(tuple):
    def __eq__(self, other):
        return "sub"

    __hash__ = tuple.__hash__


nan = float("nan")
p = Plain()
pairs = [(Kind.X, Kind.X), (Kind.X, Kind.Y), (Kind.X, None), (None, None), (p, p), (p, Plain()), (p, None), (p, 1), (p, Equal()), (Equal(), p), (p, Never()), (Never(), Never()),
         (None, Equal()), (1, Equal()), (nan, nan), ((nan,), (nan,)), ((nan,), (float("nan"),)), ((1, 2), (1, 2)), ((1, 2), (1, 2, 3)), ((1, 2), [1, 2]), ((1, 2), T((1, 2))),
         ((1, 2), SubTuple((1, 2))), (P(1, 2), (1, 2)), (P(1, Equal()), (1, 2)), ((1, Equal()), (2, 3)), ((1, Equal()), (1, 3, 4)), (b"a", b"a"), (b"a", "a"), (b"a", bytearray(b"a")),
         ("a", Name.A), (Num.ONE, 1), (Num.ONE, 1.0), (1, True), (2 ** 70, 2.0 ** 70), (2 ** 70, 2 ** 70 + 1), (print, print), (print, len), (int, int), (int, str), (Kind, Kind),
         (tuple(range(100)), tuple(range(100))), (tuple(range(100)), tuple(range(99)) + (0,)), ((((((((((1,),),),),),),),),), (((((((((1,),),),),),),),),)), ([1], [1]), ({1}, {1}),
         ({1: 2}, {1: 2}), (range(3), range(3)), (slice(1), slice(1)), (..., ...), (..., None), (OddInt(1), 2), (2, OddInt(1)), ((OddInt(1),), (2,)), (1j, 1j), ("ä", "ä" + "")]
print(compare(pairs, 25))


def order(pairs, n):
    for i in range(n):
        out = []
        for a, b in pairs:
            try:
                out.append((a < b, a <= b, a > b, a >= b))
            except TypeError as e:
                out.append(str(e))
    return out


class Less:
    def __lt__(self, other):
        return "less"

    __le__ = __gt__ = __ge__ = __lt__


print(order([("a", "b"), ("b", "a"), ("a", "a"), ("ä", "€"), (b"a", b"ab"), ((1, 2), (1, 3)), ((1, 2), (1, 2, 0)), ((1, "a"), (1, 2)), ((), ()), (P(1, 2), (1, 3)), (Kind.X, Kind.Y),
             (1, "a"), (None, None), (1, Less()), (Less(), 1), ((Less(),), (Less(),)), (nan, 1.0), ((nan, 1), (nan, 2)), (Num.ONE, Num.TWO), (Name.A, Name.B), (2 ** 70, 1),
             (1, 2 ** 70), (True, 2), ({1}, {1, 2}), ([1], [2]), (1.5, 2), (1, p), (p, p), (b"a", "a"), ((2 ** 70, nan), (2 ** 70, nan))], 25))


def later(n):
    out = []
    a, b = Plain(), Plain()
    for i in range(n):
        if i == n // 2:
            Plain.__eq__ = lambda self, other: "late"
        out.append((a == b, a != b, a == None))
        if i == n // 2 + 3:
            del Plain.__eq__
    return out[n // 2 - 1], out[n // 2 + 1], out[-1]


print(later(60), later(60), later(60), later(60), later(60))


def mega(values, n):
    t = 0
    for i in range(n):
        for a in values:
            for b in values:
                t += (a == b) + (a != b) * 2
    return t


print(mega([1, "a", None, 2.5, (1, 2), Kind.X, Kind.Y, p, b"x", Name.A, Num.ONE, int, len, P(1, 2), 2 ** 70], 6))
