# COMPARE_OP and CONTAINS_OP specializations and what happens when the types change under them.
nan = float("nan")


seen = {}


def say(*parts):
    # Prints a line the first time only: the answers must not depend on what the instruction was warmed up with.
    line = " ".join(map(str, parts))
    seen[line] = seen.get(line, 0) + 1
    if seen[line] == 1:
        print(line)


def lt(a, b): return a < b
def le(a, b): return a <= b
def eq(a, b): return a == b
def ne(a, b): return a != b
def gt(a, b): return a > b
def ge(a, b): return a >= b


def branch(a, b):
    r = 0
    if a < b:
        r |= 1
    if a <= b:
        r |= 2
    if a == b:
        r |= 4
    if a != b:
        r |= 8
    if a > b:
        r |= 16
    if a >= b:
        r |= 32
    return r


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, Version) else other)

    def __lt__(self, other):
        return self.n < (other.n if isinstance(other, Version) else other)

    def __repr__(self):
        return f"v{self.n}"


class Odd:
    def __eq__(self, other):
        return [1, 2]

    def __lt__(self, other):
        return ""

    def __repr__(self):
        return "Odd"


pairs = [
    (1, 2), (2, 1), (2, 2), (2**62, 2**62), (2**100, 2**100 + 1), (-(2**70), 5), (1.0, 1), (1, 1.5), (nan, nan), (0.0, -0.0), (2**53, float(2**53 + 1)),
    (10**400, 1e308), (-(10**400), float("-inf")), (1, nan), ("a", "b"), ("b", "a"), ("abc", "abcd"), ("", ""), ("é", "e"), ("\U0001f600", "\uffff"), (b"a", b"b"), ("a", b"a"),
    (True, 1), (None, None), (None, 1), ([1, 2], [1, 3]), ([1], [1]), ((1, 2), (1, 2, 0)), ((1, "a"), (1, 2)), ({1, 2}, {1, 2, 3}), ({1}, {2}), ({1: 2}, {1: 2}),
    (Version(1), Version(2)), (Version(1), 1), (3, Version(4)), (Odd(), 1), (range(3), range(0, 3)),
]

for a, b in ((1, 2), (1.5, 1.0), ("a", "a"), ([], [])):
    for f in (lt, le, eq, ne, gt, ge, branch):
        for _ in range(120):
            f(a, b)
    for x, y in pairs:
        say(x, y, [attempt(f, x, y) for f in (lt, le, eq, ne, gt, ge, branch)])


def contains(x, c):
    return x in c, x not in c


class Box:
    def __init__(self, *items):
        self.items = items

    def __contains__(self, x):
        return x in self.items


class Seq:
    def __getitem__(self, i):
        if i > 5:
            raise IndexError
        return i * i


class Iter:
    def __iter__(self):
        yield 1
        yield "one"


class NoContains:
    __contains__ = None

    def __iter__(self):
        return iter([1])


containers = [
    {1, 2, 3}, frozenset([1, "a"]), {1: 2, "a": 3}, [1, 2, nan], (1, "a"), "abc", range(0, 10, 3), Box(1, 5), Seq(), Iter(), b"abc", {}.keys(), {1: 1}.items(), 5, NoContains(),
    (i for i in (1, 2, 3)),
]
for warm in ({1, 2}, {1: 1}, [1], (1,)):
    for _ in range(120):
        contains(1, warm)
    for c in containers:
        if type(c).__name__ == "generator":
            c = (i for i in (1, 2, 3))
        print(type(c).__name__, [attempt(contains, x, c) for x in (1, "a", nan, 25, 97, (1, 1))])
print(attempt(contains, [], {1}), attempt(contains, {}, {1: 1}))
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 > 0, 1 == 1.0 == True, 1 < 2 > 1 != 5)


def chain(a, b, c):
    return a < b <= c


for _ in range(120):
    chain(1, 2, 3)
print(chain(1, 2, 2), chain("a", "b", "b"), chain(1.0, 2, 2.5), chain(3, 2, None), attempt(chain, 1, 2, None))


def is_check(x):
    return (x is None, x is not None, x is True, x is ..., x is NotImplemented)


for v in (None, True, ..., NotImplemented, 0):
    print(is_check(v))
