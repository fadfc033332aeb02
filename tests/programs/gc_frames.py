# The collector's module knows frames that were left, and not those that run.
import gc
import sys


class T:
    pass


def with_frame():
    t = T()
    f = sys._getframe()
    return gc.is_tracked(f), [type(x).__name__ for x in gc.get_referrers(t)], any(x is f for x in gc.get_objects())


def left():
    t = T()
    return sys._getframe()


def gen():
    t = T()
    yield sys._getframe(), t


print(with_frame())
f = left()
print(gc.is_tracked(f), [x is f for x in gc.get_referrers(f.f_locals["t"])])
g = gen()
f, t = next(g)
print(gc.is_tracked(f))
g.close()
print(gc.is_tracked(f))
