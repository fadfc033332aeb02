# Sites that specialize for one kind of operand and then meet another.


class Bag:
    def __init__(self, n):
        self.n = n

    def append(self, x):
        self.n += x

    def replace(self, a, b):
        return f"{a}{b}{self.n}"

    def insert(self, at, x):
        self.n = at + x

    def pop(self, at):
        return self.n

    def __len__(self):
        return self.n


class Watched:
    def __init__(self):
        self.a = 1
        self.b = 2

    def __getattribute__(self, name):
        return name + "!"


class Hooked(Watched):
    def __getattr__(self, name):
        return "hook"


def repeat(f, *cases):
    out = []
    for case in cases:
        for _ in range(60):
            r = f(*case)
        out.append(r)
    print(f.__name__, out)


def call_one(g, x):
    return g(x)


def call_two(g, x, y):
    return g(x, y)


def call_append(o):
    o.append(3)
    return len(o)


def call_replace(o):
    return o.replace("a", "b")


def call_insert(o):
    o.insert(0, 1)
    return o.pop(0)


def read_a(o):
    return o.a


def read_pi(o):
    return o.pi


def store_n(o):
    o.n = 5
    return o.n


def watched(o):
    return o.a + o.b


def double(x):
    return x * 2


def either(x, y):
    return x or y


repeat(call_one, (type, 1), (double, 4), (str, 5), (tuple, "ab"), (len, "abc"), (abs, -3))
# Each built-in has a site of its own, which another callable then misses.
for name in ("type", "str", "tuple", "len"):
    namespace = {}
    site = lambda g, x: g(x)
    site = type(site)(site.__code__.replace(co_name=name), {}, name)
    repeat(site, ({"type": type, "str": str, "tuple": tuple, "len": len}[name], "xy"), (double, 7), (double, "z"))

site = type(call_two)(call_two.__code__.replace(co_name="check"), {}, "check")
repeat(site, (isinstance, 1, int), (either, 0, 8), (isinstance, 1, str))

repeat(call_append, ([],), (Bag(1),), ([1],))
repeat(call_replace, ("banana",), (Bag(2),), ("a",))

repeat(call_insert, ([3],), (Bag(1),), ([],))

free = Bag(0)
vars(free)
other = Bag(1)
repeat(store_n, (free,), (other,), (free,))

import math


class Circle:
    pi = 3


repeat(read_pi, (math,), (Circle,), (Circle(),))
repeat(watched, (Watched(),), (Hooked(),), (Watched(),))
repeat(read_a, (Watched(),), (Hooked(),))
Watched.__getattr__ = lambda self, name: "late"
repeat(watched, (Watched(),))


class Base:
    def who(self):
        return "base"

    kind = "kind"


class Derived(Base):
    def who(self):
        return super().who() + "+"

    def what(self):
        return super().kind + "+"


def derived(d):
    return d.who(), d.what()


class Fake:
    def __init__(self, *args):
        self.kind = "fake"

    def who(self):
        return "nobody"


repeat(derived, (Derived(),))
globals()["super"] = Fake
repeat(derived, (Derived(),))
del globals()["super"]
repeat(derived, (Derived(),))


class Doomed:
    """Garbage whose finalizer waits for the next poll, which is the start of a function."""

    count = 0

    def __del__(self):
        Doomed.count += 1


def descend(n, size):
    Doomed()
    block = "x" * size
    return len(block) + descend(n - 1, size) if n else 0


print(sum(descend(50, 1 << 18) for _ in range(40)), Doomed.count > 0)
