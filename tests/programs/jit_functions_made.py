# Functions and cells that machine code makes: whose words come from the code and the globals, and what becomes of them when those change.


def counter(start):
    n = start

    def step(by=1, *, twice=False):
        nonlocal n
        n += by
        if twice:
            n += by
        return n

    return step


def many(turns):
    total = 0
    for i in range(turns):
        f = counter(i)
        f()
        f(2, twice=True)
        total += f(3)
    return total


print(many(3000))


def shared(x, y):
    def get():
        return x, y

    def put(v):
        nonlocal x
        x = v
        return y

    before = x
    put(x + 1)
    put(y * 2.5)
    return before, get()


last = None
for i in range(3000):
    last = shared(i << 50, float(i))
print(last)


def unbound(flag):
    if flag:
        v = 1
    f = lambda: v
    try:
        return f()
    except NameError as e:
        return str(e)


seen = set()
for i in range(3000):
    seen.add(unbound(i % 7 == 0))
print(sorted(map(str, seen)))


def deleted(v):
    f = lambda: v
    del v
    try:
        f()
    except NameError as e:
        v = 5
        return str(e), f()


for i in range(3000):
    last = deleted(i)
print(last)


def inner_of_inlined(v):
    w = v * 2
    return (lambda k: w + k)(3)


def calls_it(n):
    t = 0
    for i in range(n):
        t += inner_of_inlined(i)
    return t


print(calls_it(4000))


def makes():
    def documented(a, b: int = 2, *, c: str = "c") -> float:
        """What it does."""
        return a, b, c

    return documented


kinds = set()
for i in range(4000):
    f = makes()
    kinds.add((f.__name__, f.__qualname__, f.__doc__, f.__module__, f.__defaults__, str(f.__kwdefaults__), str(f.__annotations__), f(i)[1:],
               f.__globals__ is globals(), f.__closure__, str(f.__dict__)))
    if i == 2500:
        __name__ = "renamed"
    if i == 3200:
        del __name__
        kinds.add(makes().__module__)
        __name__ = "again"
    if i == 3600:
        makes.__code__.co_consts[1]  # nothing
        f.__name__, f.__doc__, f.__defaults__ = "other", None, (9,)
        kinds.add((f.__name__, f.__doc__, f(1)))
for k in sorted(kinds, key=str):
    print(k)

source = """
def makes(v):
    def inner():
        return len(v)
    return inner

def run(n):
    out = set()
    for i in range(n):
        out.add(makes((1, 2))())
    return out
"""
space = {"__name__": "space"}
exec(source, space)
print(space["run"](3000))
space["__builtins__"] = {"len": lambda v: "own", "range": range, "set": set}
print(sorted(map(str, space["run"](3000))))
del space["__builtins__"]
try:
    print(sorted(map(str, space["run"](3000))))
except NameError as e:
    print(e)


def many_cells(a, b, c, d, e, f, g, h):
    a += 1
    h = "%s" % h

    def all_of():
        return a, b, c, d, e, f, g, h

    b = c = 7
    return all_of()


for i in range(3000):
    last = many_cells(i, -i, i / 2, str(i), None, (i,), [i], i * 10**20)
print(last)


def by_generators(rows):
    return [sum(x * k for x in row) for k, row in enumerate(rows)], max((len(r), k) for k, r in enumerate(rows))


for i in range(1500):
    last = by_generators([range(i % 5), (1, 2, i), [i]])
print(last)


def recursive(n):
    def down(k):
        return 0 if k == 0 else k + down(k - 1)

    return down(n)


print([recursive(i % 20) for i in range(2000)][-20:])


class Base:
    def name(self):
        return "base"


class Derived(Base):
    def name(self):
        get = lambda: super(Derived, self).name() + __class__.__name__
        return get()


d = Derived()
for i in range(3000):
    last = d.name()
print(last)
