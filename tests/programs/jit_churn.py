"""Functions, classes and globals without end: what the compiler keeps of them stays bounded, which psyco.stats() tells where it is."""
import gc

try:
    import psyco
except ImportError:
    psyco = None


def kept():
    if psyco is None:
        return 0
    gc.collect()
    s = psyco.stats()
    return s["code_bytes"] + s["metadata_bytes"]


def adder(i):
    def add(x):
        return x + i
    return add


def closures(n):
    t = 0
    for i in range(n):
        f = adder(i)
        t += f(1) + f(2)
    return t


def defaults(n):
    t = 0
    for i in range(n):
        def f(x, k=i):
            return x - k
        t += f(3) + f(4.0)
    return t


def classes(n):
    t = 0
    for i in range(n):
        class C:
            size = i

            def __init__(self):
                self.a = i
                self.b = [i]

            def get(self):
                return self.a + self.size
        c = C()
        t += c.get() + len(c.b)
        c.c = 1
        t += c.c
    return t


def made(n):
    t = 0
    for i in range(n):
        T = type("T%d" % (i % 7), (), {"m": lambda self: self.v, "k": i})
        x = T()
        x.v = i
        t += x.m() - T.k
    return t


def worlds(n):
    t = 0
    code = (lambda x: x + base).__code__
    for i in range(n):
        f = type(kept)(code, {"base": i})
        t += f(1) + f(2)
    return t


def rebound(n):
    t = 0
    for i in range(n):
        globals()["step"] = lambda x: x + 1
        t += step(i)
    return t


def values(n):
    """Any value that comes is a constant somewhere."""
    t = 0
    for i in range(n):
        f = [len, abs, str, lambda x: x][i % 4] if i % 5 else adder(i)
        try:
            t += len(str(f(i)))
        except TypeError:
            t += 1
    return t


first = 0
for k, run in enumerate([closures, defaults, classes, made, worlds, rebound, values]):
    print(run.__name__, run(200))
    once = kept()
    run(600)
    twice = kept()
    if twice > once * 1.5 + 400000:
        print(run.__name__, "grows:", once, twice)
