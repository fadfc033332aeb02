# What a program sees of the module psyco; a compiler behind it is told what is asked for.
import psyco


def f(x, y=2, *, z=3):
    "doc"
    return x + y + z


def counter():
    n = 0

    def up():
        nonlocal n
        n += 1
        return n
    return up


class C:
    size = 3

    def area(self):
        return self.size * self.size

    def twice(self):
        return 2 * self.size


class Empty:
    pass


def error(function, *args):
    try:
        function(*args)
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)
    else:
        print("no error")


print(psyco.full(), psyco.profile())
print(psyco.bind(f), f(1), psyco.unbind(f), f(1))
print(psyco.bind(C), C().area(), C().twice(), psyco.unbind(C))
print(psyco.bind(C().area), psyco.cannotcompile(f), psyco.cannotcompile(f.__code__), psyco.cannotcompile(C.area))

f.tag = [1]
p = psyco.proxy(f)
print(p is f, p.__code__ is f.__code__, p.__code__ == f.__code__, p(1), p(1, z=0), p.__name__, p.__qualname__, p.__doc__, p.__module__, p.tag is f.tag)
p.tag = 2
print(f.tag, p.__globals__ is globals(), p.__defaults__, p.__kwdefaults__)
up = counter()
up2 = psyco.proxy(up)
print(up(), up2(), up(), up2.__closure__ == up.__closure__)
c = C()
m = psyco.proxy(c.area)
print(type(m).__name__, m.__self__ is c, m())

error(psyco.bind, 3)
error(psyco.bind, Empty)
error(psyco.unbind, 3)
error(psyco.unbind, Empty)
error(psyco.proxy, C)
error(psyco.cannotcompile, C)
error(psyco.log, "x", "r")
error(psyco.bind)
print(psyco.error.__mro__, issubclass(psyco.error, Exception))
s = psyco.stats()
print(s["engine"], sorted(s))
print(s["buffers"], s["promotions"], s["pauses"], s["dispatcher"], s["respawns"], type(s["native_share"]).__name__, type(s["compile_ms"]).__name__)


# Psyco's weights and limits, and what else its programs call.
def calls(x):
    return f(x) + 1


print(psyco.full(memory=100), psyco.profile(0.05), psyco.background(watermark=0.18, memory=1, time=10, timemax=20), psyco.runonly(memorymax=3, timemax=1))
print(psyco.stop(), psyco.setfilter(len), psyco.setfilter(None) is len)
print(psyco.bind(calls, 2), psyco.proxy(calls, 3)(1), psyco.unproxy(f)(1))
error(psyco.full, "much")
error(psyco.full, -1)
error(psyco.profile, None)
error(psyco.unproxy, 3)
error(psyco.setfilter)
print(psyco.version_info, hex(psyco.hexversion), issubclass(psyco.warning, Warning), psyco.__version__)

from psyco.classes import *
import psyco.classes


class Fast(psyobj):
    def quick(self):
        return 1


class Faster(metaclass=__metaclass__):
    def quicker(self):
        return 2


print(Fast().quick(), Faster().quicker(), type(Fast) is psymetaclass, psyco.classes.compacttype is __metaclass__, psyco.classes.__all__)
