# needs: stdlib
# The module _lsprof: counts and times by a timer that counts its calls, callers, built-in functions, errors.

import _lsprof
import cProfile
import gc
import pstats
import sys


class Ticks:
    "A clock that goes on by one with each look at it."

    def __init__(self):
        self.n = 0

    def __call__(self):
        self.n += 1
        return self.n


def name(what):
    return what if isinstance(what, str) else what.co_name


def show(p):
    for e in sorted(p.getstats(), key=lambda e: name(e.code)):
        calls = e.calls and sorted((name(s.code), *s[1:]) for s in e.calls)
        print(" ", name(e.code), *e[1:5], calls)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def squares(n):
    for i in range(n):
        yield i * i


def fails():
    raise ValueError


def work():
    fib(5)
    list(squares(3))
    sorted([3, 1, 2], key=lambda x: -x)
    "a".join(["b", "c"])
    str.upper("x")
    dict.fromkeys([1])
    try:
        fails()
    except ValueError:
        pass
    try:
        len(1)
    except TypeError:
        pass
    g = squares(2)
    next(g)
    try:
        g.throw(KeyError)
    except KeyError:
        pass


for args in (), (1.0, True, False), (0.5, False, True):
    p = _lsprof.Profiler(Ticks(), *args or (1.0,))
    p.enable()
    work()
    p.disable()
    print(args)
    show(p)
    p.clear()
    print(p.getstats())

p = _lsprof.Profiler(Ticks())
p.enable(subcalls=False, builtins=False)
work()
p.disable()
show(p)
p.disable()
entry = p.getstats()[0]
print(type(entry), entry._replace if hasattr(entry, "_replace") else len(entry))

# a timer that uses the profiler
for method in "clear", "disable", "enable", "getstats":

    class Evil(Ticks):
        def __call__(self):
            if self.n == 3:
                try:
                    print(method, type(getattr(p, method)()))
                except Exception as e:
                    print(method, repr(e))
            return super().__call__()

    p = _lsprof.Profiler(Evil())
    p.enable()
    fib(2)
    p.disable()
    show(p)

# what timers must not return
sys.unraisablehook = lambda u: print("unraisable:", repr(u.exc_value))
for value, unit in (1.5, 0.1), ("a", 0.0), (float("nan"), 0.0), (10**30, 1.0):
    p = _lsprof.Profiler(lambda: value, unit)
    p.enable()
    p.disable()
    show(p)

p = _lsprof.Profiler(None, 0.0)
p.enable()
try:
    _lsprof.Profiler().enable()
except ValueError as e:
    print(e)
p.disable()
for args in ("x", "y"), (1, 2, 3, 4, 5):
    try:
        _lsprof.Profiler(*args)
    except TypeError as e:
        print(e)

# without __init__, made anew, cyclic
p = _lsprof.Profiler.__new__(_lsprof.Profiler)
print(p.getstats(), p.clear(), p.disable())
p.enable()
fib(3)
p.disable()
print([(name(e.code), e.callcount, e.reccallcount, e.calls) for e in p.getstats()])


class P(_lsprof.Profiler):
    pass


p = P()
p.me = p
p.enable()
p.__init__()
fib(1)
p.disable()
del p
print(gc.collect() > 0)

p = cProfile.Profile()
print(p.runcall(fib, 10))
stats = pstats.Stats(p)
print(stats.total_calls, stats.prim_calls)
