# The CALL family: each specialization warmed, then other callables through the same call site.
import math
import itertools


seen = {}


def say(*parts):
    # Prints a line the first time only: the answers must not depend on what the instruction was warmed up with.
    line = " ".join(map(str, parts))
    seen[line] = seen.get(line, 0) + 1
    if seen[line] == 1:
        print(line)


def call0(f): return f()
def call1(f, a): return f(a)
def call2(f, a, b): return f(a, b)
def call3(f, a, b, c): return f(a, b, c)
def callkw(f, a, k): return f(a, key=k)
def callex(f, a, k): return f(*a, **k)
def callex1(f, a): return f(*a)


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def p0(): return "p0"
def p1(a): return ("p1", a)
def p2(a, b=2): return ("p2", a, b)
def pk(a, *, key=None): return ("pk", a, key)
def pv(*args, **kw): return ("pv", args, kw)
def po(a, /, b=1, *, c=2): return ("po", a, b, c)
def pdef(a=1, b=2, c=3): return (a, b, c)


def gen(*a):
    yield from a


class C0:
    def __repr__(self):
        return "C0()"


class C1:
    def __init__(self, a):
        self.a = a

    def m0(self): return "m0"
    def m1(self, a): return ("m1", self.a, a)
    def md(self, a=1, *r): return ("md", a, r)

    def __repr__(self):
        return f"C1({self.a!r})"


class C2:
    def __init__(self, a, b=5):
        self.a = a, b

    def __repr__(self):
        return f"C2{self.a!r}"


class CNew:
    def __new__(cls, *a):
        return ("new", a)


class CBadInit:
    def __init__(self, *a):
        return 5


class CMeta(type):
    def __call__(cls, *a, **k):
        return ("meta call", a, k)


class CM(metaclass=CMeta):
    pass


class CCall:
    def __call__(self, *a, **k):
        return ("__call__", a, k)


class CSlots:
    __slots__ = ("v",)

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"CSlots({self.v!r})"


def label(f):
    return getattr(f, "__name__", None) or type(f).__name__


def show(r):
    # The order of a set of strings is not CPython's promise.
    s = repr(sorted(r, key=repr)) if isinstance(r, set) else repr(r)
    return s if " at 0x" not in s else "<" + type(r).__name__ + ">"


c1 = C1("self")
lst = [3, 1, 2]
functions = [
    p0, p1, p2, pk, pv, po, pdef, c1.m0, c1.m1, c1.md, C0, C1, C2, CNew, CBadInit, CM, CCall(), CSlots, type, str, tuple, list, int, float, bool, set, dict, range, len, abs, isinstance, print, max,
    divmod, math.sqrt, math.pow, "abc".upper, "a,b".split, lst.count, lst.index, {1: 2}.get, sorted, getattr, iter, chr, itertools.chain, lambda *a: a, C1.m1, str.upper, list.append, object, 5, None,
    property, staticmethod, super, pow, sum, round,
]
args = [0, 4, "xyz", 2.5, [3, 1, 2], None, (1, 2), C1]

for warm, a in ((p1, 1), (c1.m1, 1), (type, 1), (str, 1), (tuple, [1]), (int, "5"), (abs, -1), (len, "abc"), (C1, 1), (CSlots, 1), (pv, 1), (c1.md, 1), (sorted, [1]), (print, "warm"), (CCall(), 1)):
    for i in range(110 if warm is not print else 3):
        call1(warm, a)
    for f in functions:
        if f is print:
            continue
        say(label(f), [show(attempt(call1, f, x)) for x in args])

for warm in (p0, c1.m0, C0, list, dict, "abc".upper, pdef, CCall()):
    for i in range(110):
        call0(warm)
    for f in functions:
        if f not in (print, super):
            say(label(f), show(attempt(call0, f)))

for warm, a, b in ((p2, 1, 2), (isinstance, 1, int), (divmod, 7, 2), (getattr, c1, "a"), (C2, 1, 2), (math.pow, 2, 3), (max, 1, 2), (pv, 1, 2), (pdef, 1, 2), (range, 1, 3), (lst.index, 1, 0)):
    for i in range(110):
        call2(warm, a, b)
    for f in functions:
        if f is not print:
            say(label(f), [show(attempt(call2, f, x, y)) for x, y in ((1, 2), (1, int), ("a", "b"), (c1, "a"), (5, (int, str)))])

for f in functions:
    if f is not print:
        say(label(f), show(attempt(call3, f, 1, 2, 3)), show(attempt(callkw, f, [3, 1], None)), show(attempt(callkw, f, [3, -5], abs)),
              show(attempt(callex, f, (2,), {"b": 3})), show(attempt(callex, f, (), {})), show(attempt(callex1, f, [5])), show(attempt(callex1, f, "ab")))
print(attempt(callex, p2, 5, {}), attempt(callex, p2, (), 5), attempt(callex, p2, (1,), {1: 2}), attempt(callex, p2, (1,), {"a": 2}))
for i in range(110):
    callkw(pk, i, i)
print(callkw(pk, 1, 2), callkw(pv, 1, 2), attempt(callkw, p1, 1, 2), callkw(sorted, [2, -3], abs))


print(sum(seen.values()), len(seen))


# Methods of built-in types, called directly.
def methods(s, l, d):
    l.append(4)
    n = l.pop()
    return s.upper(), s.split(), s.split(" ", 1), s.replace("a", "b"), s.startswith("a"), s.encode(encoding="utf-8"), d.get(1), d.get(2, "none"), l.index(1), l.count(1), d.keys(), n, s.join(["1", "2"]), \
        s.splitlines(keepends=True), l.copy(), s.strip(), s.find("c")


for i in range(120):
    r = methods("a c", [1, 2], {1: 2})
print(r)


class MyStr(str):
    def upper(self): return "MY" + str.upper(self)


class MyList(list):
    def append(self, x): list.append(self, (x,))


print(methods(MyStr("a c"), MyList([1, 2]), {1: 2}))
print(attempt(methods, b"a c", [1], {}), attempt(methods, "a", (1,), {}), attempt(methods, "a", [0], {}))


# One call site, changing defaults and code.
def target(a, b=1):
    return a + b


def site(x):
    return target(x)


for i in range(300):
    if i == 100:
        target.__defaults__ = (10,)
    if i == 150:
        target.__defaults__ = None
    if i == 160:
        target.__defaults__ = (5,)
    if i == 200:
        def other(a, b=100, *, c=7):
            return a * b + c
        target.__code__ = other.__code__
        target.__kwdefaults__ = {"c": 3}
    if i == 250:
        target = lambda x: "lambda"
    if i in (0, 99, 100, 149, 150, 159, 160, 199, 200, 249, 250, 299):
        print(i, attempt(site, i))
    else:
        attempt(site, i)


# Init that changes under a warmed site.
class Point:
    def __init__(self, x):
        self.x = x


def make(v):
    return Point(v)


for i in range(300):
    if i == 120:
        Point.__init__ = lambda self, x: setattr(self, "x", -x)
    if i == 180:
        Point.__new__ = lambda cls, x: [cls.__name__, x]
    if i == 240:
        class Point:
            def __init__(self, x, y=0):
                self.x = x + 1000
    p = make(i)
    if i in (0, 119, 120, 179, 180, 239, 240, 299):
        print(i, p if isinstance(p, list) else p.x)


# Deep arguments: recursion through several kinds of calls.
def depth(n, f):
    return 0 if n == 0 else 1 + f(n - 1, f)


print(depth(150, depth))


class Rec:
    def go(self, n):
        return 0 if not n else 1 + self.go(n - 1)

    def __call__(self, n):
        return 0 if not n else 1 + self(n - 1)


print(Rec().go(120), Rec()(120))
