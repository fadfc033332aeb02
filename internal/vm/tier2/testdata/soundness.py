# What the functions of soundness_test.go work on: values of all kinds, and texts of what has become of them.
import math


LOG = []


class A:
    K = 5
    z = 3

    def __init__(self, n, f, name):
        self.n = n
        self.f = f
        self.name = name

    def get(self):
        return self.n

    def plus(self, k):
        self.n = self.n + k
        return self.n

    @property
    def twice(self):
        return self.n * 2


class B(A):
    K = 2.5

    def get(self):
        return 1.5


class S:
    __slots__ = ("n", "f", "name", "z")
    K = 7

    def __init__(self, n, f, name):
        self.n = n
        self.f = f
        self.name = name
        self.z = 2

    def get(self):
        return self.n

    def plus(self, k):
        return self.f

    twice = 1


class Other:
    def __init__(self, n, f, name):
        self.name = name
        self.f = f
        self.n = n
        self.get = lambda: n
        self.z = f
        self.twice = n

    def plus(self, k):
        raise KeyError(k)

    def __add__(self, other):
        LOG.append("add")
        return other

    __radd__ = __add__

    def __lt__(self, other):
        LOG.append("lt")
        return self.n

    def __bool__(self):
        LOG.append("bool")
        return self.n != 0

    def __iter__(self):
        return iter((self.n, self.f))

    def __getitem__(self, k):
        LOG.append("item")
        return self.f


class L(list):
    K = z = 1
    n, f, name = 1, 1.5, "L"
    twice = 2

    def get(self):
        return len(self)

    def plus(self, k):
        if len(self) < 9:
            self.append(k)


class I(int):
    def __add__(self, other):
        LOG.append("I")
        return "I"


class F(float):
    pass


class T(str):
    pass


def add(a, b):
    return a + b


def first(a):
    return a


def change(name, n):
    changed.append(name)
    globals()[name] = n


constant = 7
error = ValueError("x")
changed = []
for k in range(100):
    globals()["v%d" % k] = k


def numbers(n):
    for i in range(n % 9):
        yield i if n & 16 else i * 0.5


INTS = [0, 1, -1, 2, 3, 5, 7, 10, 63, 255, 1 << 31, (1 << 47) - 1, 1 << 47, (1 << 48) - 1, -(1 << 48), 1 << 48, (1 << 62), -(1 << 63), 1 << 63, 1 << 70]
FLOATS = [0.0, -0.0, 1.0, 0.5, -2.5, 1e300, -1e-300, math.inf, -math.inf, math.nan, 3.0, 4503599627370497.5]
STRS = ["", "a", "b", "ab", "\xe9", "\u20ac", "\U0001f600", "abc" * 5]
CLASSES = [A, A, A, A, A, B, B, S, S, Other, lambda n, f, name: L((n, f))]
ITERATORS = [
    lambda n: range(n % 24), lambda n: range(n % 24), lambda n: range(24, 0, -1 - n % 3), lambda n: range(1 << 48, (1 << 48) + n % 5),
    lambda n: [value(0, n + k) for k in range(n % 12)], lambda n: [value(0, n + k) for k in range(n % 12)], lambda n: [value(8, n * 7 + k) for k in range(n % 10)],
    lambda n: tuple(range(n % 12)), lambda n: tuple([value(8, n * 5 + k) for k in range(n % 10)]), lambda n: numbers(n), lambda n: STRS[n % len(STRS)] * 3,
    lambda n: {k: 1 for k in range(n % 7)}, lambda n: None,
]


# The kinds: 0 int, 1 float, 2 str, 3 list, 4 tuple, 5 object, 6 dict, 7 iterable, 8 anything.
def value(kind, n):
    noise = n % 97
    if noise < 3 and kind < 2:
        kind = 1 - kind
    elif noise < 5 and kind < 7:
        kind = 8
    if kind == 0:
        return n % 100 - 20 if n & 3 else INTS[(n >> 2) % len(INTS)]
    if kind == 1:
        return (n % 100) / 8 if n & 1 else FLOATS[(n >> 1) % len(FLOATS)]
    if kind == 2:
        return STRS[n % len(STRS)]
    if kind == 3:
        return [value(0, n + k) for k in range(3)] if n & 7 else [value(8, n + k) for k in range(n % 4)]
    if kind == 4:
        return (value(0, n), value(0, n + 1), value(0, n + 2)) if n & 7 else (value(8, n // 3), 1.5)
    if kind == 5:
        return CLASSES[n % len(CLASSES)](value(0, n), value(1, n), value(2, n))
    if kind == 6:
        return {1: value(0, n), "a": value(1, n)}
    if kind == 7:
        return ITERATORS[n % len(ITERATORS)](n)
    k = n // 16
    n %= 16
    if n < 8:
        return value(n, k // 8)
    if n == 8:
        return None
    if n < 11:
        return n == 9
    if n == 11:
        return I(k % 5)
    if n == 12:
        return F(k % 5)
    if n == 13:
        return T("a")
    if n == 14:
        return len
    return numbers


def show(v, seen, out):
    typ = type(v)
    out.append(typ.__name__)
    if isinstance(v, (int, str)):
        out.append(repr(v))
    elif isinstance(v, float):
        out.append("nan" if v != v else v.hex())
    elif v is None or typ is type(len) or typ is type(show):
        pass
    elif id(v) in seen:
        out.append("#%d" % seen[id(v)][0])
    else:
        seen[id(v)] = len(seen), v
        if isinstance(v, (list, tuple)):
            items = list(v)
            if typ is L:
                items.append(v.__dict__)
        elif isinstance(v, dict):
            items = list(v.keys()) + list(v.values())
        elif isinstance(v, BaseException):
            items, tb = list(v.args), v.__traceback__
            while tb is not None:
                items.append(tb.tb_lasti)
                tb = tb.tb_next
        elif typ is S:
            items = [getattr(v, name, None) for name in S.__slots__]
        elif hasattr(v, "__dict__"):
            items = list(v.__dict__.keys()) + list(v.__dict__.values())
        elif hasattr(v, "__next__"):
            items = list(v)
        elif typ.__name__ == "method":
            items = [v.__self__]
        else:
            items = []
        out.append("(")
        for item in items:
            show(item, seen, out)
        out.append(")")


# What f does with the values that spec tells, as text.
def run(f, spec):
    args = []
    for word in spec.split():
        kind, n = word.split(":")
        args.append(value(int(kind), int(n)))
    LOG.clear()
    while changed:
        name = changed.pop()
        globals()[name] = int(name[1:])
    try:
        result = f(*args)
    except Exception as e:
        tb = e.__traceback__.tb_next
        result = [type(e).__name__, str(e)]
        depth = 0
        while tb is not None:
            result.append(tb.tb_lasti)
            frame = tb.tb_frame.f_locals
            result.append([(name, frame[name]) for name in frame])
            tb = tb.tb_next
    out = []
    show((result, args, LOG), {}, out)
    return " ".join(out)
