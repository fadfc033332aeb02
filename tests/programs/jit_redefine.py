# What hot code believes is redefined while it runs: functions, globals, builtins, methods, defaults, code.
import builtins

LIMIT = 10


def step(x):
    return x + 1


def step2(x):
    return x * 2 - 1


def use(n):
    t = 0
    for i in range(n):
        t = step(t) + LIMIT
        if i % 250 == 249:
            disturb(i // 250)
    return t


def disturb(k):
    """Called from the middle of hot loops."""
    global step, LIMIT
    if k == 0:
        LIMIT = 20
    elif k == 1:
        step = step2
    elif k == 2:
        LIMIT = 0.5
    elif k == 3:
        step = lambda x: x - 3  # noqa
    elif k == 4:
        step = Callable()
    elif k == 5:
        step, LIMIT = abs, -1
    elif k == 6:
        del LIMIT


class Callable:
    def __call__(self, x):
        return x + 7


try:
    print(use(2500))
except NameError as e:
    print("NameError:", e)
LIMIT = 3
print(use(240))


def lengths(n):
    t = 0
    for i in range(n):
        t += len("abc") + abs(-i) + max(i, 3) + min(2, i) + int(isinstance(i, int)) + ord("a") + int(2.5)
        if i == n // 4:
            globals()["len"] = lambda s: 100
        if i == n // 2:
            builtins.abs = lambda v: 1000
        if i == n * 3 // 4:
            del globals()["len"]
            builtins.abs = kept
    return t


kept = builtins.abs
print(lengths(2000))
print(len("abc"), abs(-4))


def ranged(n):
    out = []
    for k in range(6):
        t = 0
        for i in range(n):
            t += i
        out.append(t)
        if k == 2:
            globals()["range"] = lambda n: [5] * n
        if k == 4:
            globals()["range"] = builtins.range
    return out


print(ranged(500))
del range


class Base:
    scale = 2

    def get(self, v):
        return v * self.scale

    def twice(self, v):
        return self.get(v) + self.get(v)


class Derived(Base):
    pass


def methods(obj, n):
    t, marks = 0, []
    for i in range(n):
        t += obj.twice(i)
        if i == 300:
            Base.scale = 3
        if i == 500:
            Base.get = lambda self, v: v + self.scale
        if i == 700:
            Derived.get = lambda self, v: -v
        if i == 900:
            obj.get = lambda v: 1
        if i == 1100:
            del obj.get, Derived.get
        if i == 1300:
            Derived.scale = 0.25
        if i == 1500:
            Derived.__bases__ = (Other,)
        if i % 200 == 199:
            marks.append(t)
    return t, marks


class Other(Base):
    def twice(self, v):
        return super().twice(v) - 1


print(methods(Derived(), 1800))


def defaults(a, b=2, *, c=3):
    return a * b + c


def call_defaults(n):
    t = 0
    for i in range(n):
        t += defaults(i)
        if i == 400:
            defaults.__defaults__ = (5,)
        if i == 600:
            defaults.__kwdefaults__ = {"c": 0.5}
        if i == 800:
            defaults.__code__ = other_code.__code__
        if i == 1000:
            defaults.__defaults__ = (1, 2)
        if i == 1200:
            defaults.__defaults__ = None
    return t


def other_code(a, b=0, *, c=0):
    return a - b - c


try:
    print(call_defaults(1500))
except TypeError as e:
    print("TypeError:", e)


def replaced_while_running(n):
    """A function whose own code changes in the middle of its loop: the frame goes on with the old code."""
    t = 0
    for i in range(n):
        t += 1
        if i == n // 2:
            replaced_while_running.__code__ = (lambda n: "new").__code__
    return t


print(replaced_while_running(1200), replaced_while_running(1200))


def recursive(n):
    global recursive
    if n == 0:
        return 0
    if n == 350:
        old = recursive
        recursive = lambda n: 1000  # noqa
        r = old.__name__
        return len(r)
    return 1 + recursive(n - 1)


keep = recursive
for depth in (300, 300, 300, 400, 300):
    print(depth, keep(depth))
