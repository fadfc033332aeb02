# Generators whose items built-in functions take: they run as if each item were dealt with at once.
import gc
import sys

log = []


class Loud:
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        log.append(f"bool {self.n}")
        return self.n > 2

    def __hash__(self):
        log.append(f"hash {self.n}")
        return self.n & 3

    def __eq__(self, other):
        log.append(f"eq {self.n} {other.n}")
        return self.n == other.n

    def __add__(self, other):
        log.append(f"add {self.n}")
        return Loud(self.n + (other if isinstance(other, int) else other.n))

    __radd__ = __add__

    def __lt__(self, other):
        log.append(f"lt {self.n}")
        return self.n < (other if isinstance(other, int) else other.n)

    def __gt__(self, other):
        log.append(f"gt {self.n}")
        return self.n > (other if isinstance(other, int) else other.n)


def items(*values):
    for v in values:
        log.append(f"item {v if not isinstance(v, Loud) else v.n}")
        yield v
    log.append("end")


def fails(*values):
    for v in values:
        yield v
    log.append("failing")
    raise ValueError("behind the items")


def show(what, f):
    log.clear()
    try:
        r = f()
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(what, r.n if isinstance(r, Loud) else r, *log, sep="; ")


def everything():
    some = [1, 2.5, "a", None, True, (1, 2), 10**30, float("nan") > 1, b"x", -7]
    show("list", lambda: list(items(*some)))
    show("tuple", lambda: tuple(items(*some)))
    show("set", lambda: sorted(map(repr, set(items(*some)))))
    show("frozenset", lambda: len(frozenset(items("a", "b", "a", 1, 1.0))))
    show("any", lambda: any(items(0, 0.0, "", None, False, 0, [], 3, 4)))
    show("any none", lambda: any(items(0, False, None)))
    show("all", lambda: all(items(1, True, -1, 2.0, "x", 0, 4)))
    show("all yes", lambda: all(items(1, True, -1)))
    show("any loud", lambda: any(items(0, Loud(1), 0, Loud(3), Loud(4))))
    show("all loud", lambda: all(items(1, Loud(3), True, Loud(1), Loud(4))))
    show("sum", lambda: sum(items(1, 2, 3.5, 10**20, True, 4)))
    show("sum loud", lambda: sum(items(1, 2, Loud(3), 4, Loud(5))))
    show("sum str", lambda: sum(items(1, 2, "x", 4, 5)))
    show("max", lambda: max(items(1, 2.5, 3, True)))
    show("min loud", lambda: min(items(Loud(5), Loud(3), Loud(4))))
    show("max loud", lambda: max(items(1, Loud(3), 4, 2, Loud(5))))
    show("max mixed", lambda: max(items(1, 2, "x", 4, 5)))
    show("set loud", lambda: len(set(items(1, Loud(1), "a", Loud(5), Loud(1), 2))))
    show("set bad", lambda: set(items(1, "a", [], 2, 3)))
    show("join", lambda: ",".join(items("a", "b", "c")))
    show("join bad", lambda: ",".join(items("a", 1, "c")))
    show("sorted", lambda: sorted(items(3, 1, 2)))
    show("list fails", lambda: list(fails(1, 2, 3)))
    show("sum fails", lambda: sum(fails(1, 2, 3)))
    show("any fails", lambda: any(fails(0, 0)))
    show("any ahead of it", lambda: any(fails(0, 1)))
    show("set fails", lambda: set(fails("a", 1)))
    show("many", lambda: sum(i for i in range(1000)))
    show("many floats", lambda: sum(i / 4 for i in range(1000)))
    show("many all", lambda: all(i >= 0 for i in range(1000)))


def sees_itself():
    found = []

    def growing():
        for i in range(40):
            found.append(len(target))
            yield i

    target = []
    target.extend(growing())
    print(found[:5], len(target))
    target = set()
    target.update(growing())
    print(found[40:45], len(target))


def reenters():
    def g():
        yield 1
        yield next(me)

    me = g()
    show("reenters", lambda: list(me))

    def outer(depth):
        if depth:
            yield sum(outer(depth - 1)) + 1
            yield from list(outer(depth - 1))
        else:
            yield 1

    show("nested", lambda: list(outer(6))[-1])


def collects():
    def g():
        for i in range(50):
            if i % 20 == 7:
                gc.collect()
            yield [i]

    print(sum(x[0] for x in list(g())), len(tuple(g())))


def frames():
    def g():
        for i in range(30):
            yield sys._getframe().f_back.f_code.co_name

    print(set(list(g())), set(tuple(g())))


def deep(n):
    return 0 if n == 0 else 1 + sum(deep(n - 1) for _ in range(1))


def stops():
    def g():
        yield 1
        yield 2
        raise StopIteration(5)

    show("stops", lambda: list(g()))
    it = items(1, 2, 3, 4, 5, 6)
    print(any(x > 2 for x in it), list(it))
    it = items(0, 0, 7, 8, 9)
    print(any(it), next(it), sum(it))


for turn in range(3):
    everything()
    sees_itself()
    reenters()
    collects()
    frames()
    stops()
    print(deep(50))
for turn in range(4000):
    list(items(1, 2))
    any(i > 3 for i in (1, 2))
everything()
reenters()
stops()
try:
    print(deep(10**6))
except RecursionError as e:
    print("too deep")
