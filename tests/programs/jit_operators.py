# Operators of classes that are inlined: what a method returns, raises and changes, and what follows. Constructors and tests of classes in inlined
# functions.
# needs: stdlib

import sys
import traceback

N = 60


def drive(f, *args):
    """The last results of f in hot code."""
    out = []
    for k in range(N):
        r = f(k, *args)
        if k in (0, 1, N // 2, N - 1):
            out.append(r)
    return out


def show(f, *args):
    try:
        r = drive(f, *args)
    except Exception as e:
        lines = [(fr.name, fr.line) for fr in traceback.extract_tb(e.__traceback__)]
        print(f.__name__, type(e).__name__, e, lines[1:])
    else:
        print(f.__name__, r)


class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        if isinstance(o, Vec):
            return Vec(self.x - o.x, self.y - o.y)
        return NotImplemented

    def __rsub__(self, o):
        return Vec(o - self.x, o - self.y)

    def __mul__(self, k):
        if type(k) is int:
            return Vec(self.x * k, self.y * k)
        if isinstance(k, (Vec, float)):
            return self.dot(k)
        return NotImplemented

    __rmul__ = __mul__

    def dot(self, o):
        return self.x * o.x + self.y * o.y

    def __neg__(self):
        return Vec(-self.x, -self.y)

    def __invert__(self):
        return self.x

    def __abs__(self):
        return abs(self.x) + abs(self.y)

    def __eq__(self, o):
        if not isinstance(o, Vec):
            return NotImplemented
        return self.x == o.x and self.y == o.y

    def __lt__(self, o):
        return self.x < o.x

    def __contains__(self, v):
        return v == self.x or v == self.y

    def __bool__(self):
        return self.x != 0

    def __len__(self):
        return self.x + 2

    def __repr__(self):
        return f"<{self.x} {self.y}>"


def add(k):
    a = Vec(k, 1)
    return a + Vec(2, k) + a


def minus(k):
    a = Vec(k, 1)
    return a - a, 5 - a, a - Vec(1, 2)


def times(k):
    a = Vec(k, 1)
    return a * 2, 3 * a, a * a


def others(k):
    a = Vec(k, 1)
    return -a, ~a, abs(a), len(a), not a, 1 in a, 7 not in a, a == a, a != Vec(k, 1), a == 3, a != None, a < Vec(3, 3)


def branches(k):
    a, b = Vec(k % 3, 1), Vec(k % 2, 1)
    s = ""
    if a:
        s += "t"
    if not b:
        s += "f"
    if a == b:
        s += "e"
    if a != b:
        s += "n"
    if a < b:
        s += "l"
    if 2 in a:
        s += "i"
    if 2 not in b:
        s += "o"
    while a:
        a = a - Vec(1, 0)
        s += "w"
    return s


def bad_left(k):
    return Vec(k, 1) + (k < 50 and Vec(1, 1))


def bad_both(k):
    return Vec(k, 1) - ("s" if k > 40 else Vec(1, 1))


def bad_times(k):
    return ("s" if k > 40 else 2) * Vec(k, 1)


for f in add, minus, times, others, branches, bad_left, bad_both, bad_times:
    show(f)


class Sub(Vec):
    def __radd__(self, o):
        return "radd", o.x

    def __rsub__(self, o):
        return "sub", o.x

    def __eq__(self, o):
        return "eq"

    def __gt__(self, o):
        return ["gt"]


def priority(k):
    a, b = Vec(k, 1), Sub(1, 2)
    return a + b, a - b, a == b, a != b, a < b, b < a, b - b if k < 0 else 0


show(priority)


class Answers:
    """Each method returns what it was told to."""

    def __init__(self, answer):
        self.answer = answer

    def __add__(self, o):
        return self.answer

    def __iadd__(self, o):
        return self.answer

    def __eq__(self, o):
        return self.answer

    def __lt__(self, o):
        return self.answer

    def __contains__(self, o):
        return self.answer

    def __bool__(self):
        return self.answer

    def __neg__(self):
        return self.answer

    def __abs__(self):
        return self.answer


class Lengths:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Index:
    def __index__(self):
        return 7


answers = [True, False, 1, 0, "", "x", None, [], NotImplemented, 2.5, 10**30, -3]


def plus(k, a):
    return a + a


def inplace(k, a):
    a += 1
    return a


def equal(k, a):
    return a == 1, "y" if a == 1 else "n"


def unequal(k, a):
    return a != 1


def less(k, a):
    return a < a, "y" if a < a else "n"


def within(k, a):
    return 1 in a, 1 not in a, "y" if 1 in a else "n"


def truth(k, a):
    return not a, "y" if a else "n"


def negated(k, a):
    return -a, abs(a)


def length(k, a):
    return len(a), "y" if a else "n"


import warnings

warnings.simplefilter("ignore")
for f in plus, inplace, equal, unequal, less, within, truth, negated:
    for x in answers:
        a = Answers(x)
        try:
            print(f.__name__, repr(x), [r if r is not a else "a" for r in drive(f, a)][-1])
        except Exception as e:
            print(f.__name__, repr(x), type(e).__name__, str(e).split(" at ")[0])
for n in 0, 5, True, False, -1, 10**30, "x", None, Index(), 2.5:
    try:
        print("length", type(n).__name__, drive(length, Lengths(n))[-1])
    except Exception as e:
        print("length", type(n).__name__, type(e).__name__, e)


# What is not there, and what changes.
class Plain:
    pass


def plain(k):
    a, b = Plain(), Plain()
    return a == b, a != b, a == a, not a


show(plain)


class Mutates:
    log = []

    def __init__(self, n):
        self.n = n
        Mutates.log.append(n)

    def __add__(self, o):
        if self.n == 30:
            Mutates.__add__ = lambda self, o: "changed"
        return Mutates(o)


def mutates(k):
    return type(Mutates(k) + 1) is str


print([mutates(k) for k in range(N)].index(True), len(Mutates.log), sum(Mutates.log))


class Raises:
    def __init__(self, n):
        self.n = n
        if n == 55:
            raise ValueError("from __init__")

    def __add__(self, o):
        return Raises(o)

    def __eq__(self, o):
        if o == 40:
            raise KeyError(o)
        return o == 3

    def __neg__(self):
        return Raises(self.n // 0 if self.n == 20 else self.n)


def raises_add(k):
    return (Raises(1) + k).n


def raises_eq(k):
    if Raises(1) == k:
        return "three"
    return "other"


def raises_neg(k):
    return (-Raises(k)).n


def caught(k):
    try:
        return (Raises(1) + (50 + k % 10)).n, Raises(1) == 35 + k % 10
    except ValueError as e:
        return str(e), e.__traceback__.tb_next.tb_lineno, e.__traceback__.tb_next.tb_next.tb_lineno
    except KeyError as e:
        return "key", e.args


for f in raises_add, raises_eq, raises_neg, caught:
    show(f)
print([caught(k) for k in range(10)])


class Init:
    def __init__(self, x):
        self.x = x
        if x == 33:
            return self.check()

    def check(self):
        return 5

    def __add__(self, o):
        return Init(o)


def init_returns(k):
    return (Init(1) + k).x


show(init_returns)


# Frames in sight: the method looks at its callers.
class Looks:
    def __init__(self, n):
        self.n = n

    def __add__(self, o):
        if o == 45:
            return [sys._getframe(d).f_code.co_name for d in range(3)], sorted(sys._getframe(1).f_locals)
        return Looks(self.n + o)

    def __sub__(self, o):
        return Looks(self + o)

    def __eq__(self, o):
        return (self + o).n == 4 if o < 44 else self + o


def looks(k):
    r = Looks(1) + k
    return r if type(r) is tuple else r.n


def looks_deep(k):
    r = (Looks(1) - k).n
    return r if type(r) is tuple else r.n


def looks_equal(k):
    return Looks(1) == k


print([looks(k) for k in range(N)][44:47])
print([looks_deep(k) for k in range(N)][44:47])
print([r if type(r) in (bool, tuple) else r.n for r in map(looks_equal, range(N))][43:47])


# Numbers that stop being small, floats and classes that change on the way.
class Num:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if isinstance(o, Num):
            return Num(self.v + o.v)
        return Num(self.v + o)

    def __radd__(self, o):
        return Num(o + self.v)

    def __mul__(self, o):
        return Num(self.v * o.v)

    def __floordiv__(self, o):
        return Num(self.v // o.v)

    def __eq__(self, o):
        return self.v == o.v

    def __le__(self, o):
        return self.v <= o.v


def grows(k):
    a = Num(3)
    for _ in range(k):
        a = a * a + 1
        if a.v.bit_length() > 200:
            a = Num(3)
    return a.v


def mixed(k):
    a = Num([1, 2.5, "s", (1,)][k // 15])
    b = a + a
    return b.v, a <= b, a == b


def divides(k):
    return (Num(100) // Num(50 - k)).v


def sums(k):
    return sum([Num(j) for j in range(k % 5 + 1)], Num(0)).v, (1 + Num(k)).v


for f in grows, mixed, divides, sums:
    show(f)


# Virtual values as operands; operators on the items of a loop; short methods that call others.
class Box:
    __slots__ = ("items",)

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, k):
        return self.items[k]

    def __contains__(self, x):
        return x in self.items

    def __add__(self, o):
        return Box(self.items + o)

    def __and__(self, o):
        return min(len(self), len(o)), max(len(self.items), len(o))

    def __or__(self, o):
        return self + o.items

    def __bool__(self):
        return len(self) > 1


def boxes(k):
    b = Box((1, k)) + (k, k + 1)
    n = 0
    for x in range(5):
        if x in b:
            n += b[x % len(b)]
        if b:
            n += 1
    return n, b & b, (b | b).items, len(b | Box((1,)))


show(boxes)


class Chain:
    def __init__(self, n):
        self.n = n

    def __add__(self, o):
        return self - o

    def __sub__(self, o):
        return self * o

    def __mul__(self, o):
        return self % o

    def __mod__(self, o):
        return self.n if o != 50 else NotImplemented

    def __rmod__(self, o):
        return "rmod"

    def __pow__(self, o):
        return self % Chain(o)

    def __truediv__(self, o):
        return self % o if o < 41 else self % []


def chain(k):
    return Chain(k) + k


def chain_pow(k):
    return Chain(1) ** k


def chain_div(k):
    return Chain(1) / k


for f in chain, chain_pow, chain_div:
    show(f)


class Deep:
    def __init__(self, n):
        self.n = n

    def __add__(self, o):
        return Deep(self.n) + o if self.n > o else self


def deep(k):
    return (Deep(1) + 2).n


show(deep)
try:
    Deep(2) + 1
except RecursionError:
    print("recursion")


def assign(k):
    a = Vec(k, 1)
    if k == 30:
        a.__class__ = Sub
    b = Vec(1, 1)
    return a + b if k != 30 else a == b, b - a


show(assign)
print([assign(k) for k in range(29, 32)])
