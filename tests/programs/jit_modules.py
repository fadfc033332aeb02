# Functions of other modules that come in variables: their globals are those of their module.
import gc
import sys

Module = type(sys)

source = """
K = %d

def plain(x):
    return x + K

def changes(x):
    global K
    K += 1
    return x * K

def fails(x):
    return x + missing

def calls(f, x):
    return f(x) + K

def default(x, y=K):
    return x + y + K

def keyword(x, *, y=2):
    return x * y + K

def rest(*a, **k):
    return len(a) + len(k) + K

def gen(x):
    yield x
    yield K

def closure(n):
    def inner(x):
        return x + n + K
    return inner
"""


def module(k):
    m = Module("m%d" % k)
    exec(source % k, m.__dict__)
    return m


K = 1000


def plain(x):
    return x - K


def total(f, n):
    s = 0
    for i in range(n):
        s += f(i)
    return s


def mixed(fs, n):
    s = 0
    for i in range(n):
        for f in fs:
            s += f(i)
    return s


def through(f, g, n):
    s = 0
    for i in range(n):
        s += f(g, i)
    return s


ms = [module(k) for k in range(7)]
for turn in range(3):
    print(total(plain, 50), [total(m.plain, 50) for m in ms])
    print(mixed([m.plain for m in ms] + [plain], 20), mixed([m.changes for m in ms], 5))
    print([m.K for m in ms], [total(m.keyword, 9) for m in ms], [total(m.default, 9) for m in ms])
    print([through(m.calls, n.plain, 9) for m in ms for n in ms[:2]], [total(m.rest, 5) for m in ms])
    print([total(m.closure(3), 9) for m in ms], [sum(total(lambda x: sum(m.gen(x)), 5) for m in ms)])
    try:
        total(ms[3].fails, 3)
    except NameError as e:
        print(e)
    ms[3].missing = 5
    print(total(ms[3].fails, 3))
    del ms[3].missing
    ms[4].K = "s"
    try:
        total(ms[4].plain, 3)
    except TypeError as e:
        print(e)
    ms[4].K = turn


def lives(n):
    found = []
    for k in range(n):
        m = module(k)
        found.append(total(m.plain, 40))
        m.K = -1
        found.append(total(m.plain, 3))
        del m
        if k % 5 == 0:
            gc.collect()
    return found


print(lives(30))
other = {"__builtins__": {"len": lambda x: 77}}
exec("def f(x):\n    return len(str)", other | {"str": "abc"}, other)
print(total(other["f"], 5) if "f" in other else None)


class C:
    def __init__(self, f):
        self.f = f


def by_attribute(cs, n):
    s = 0
    for i in range(n):
        for c in cs:
            s += c.f(i)
    return s


print(by_attribute([C(m.plain) for m in ms[:3]], 3000), by_attribute([C(plain), C(ms[1].plain)], 3000))
print(total(plain, 5000), total(ms[1].plain, 5000), mixed([plain, ms[2].plain], 3000))
