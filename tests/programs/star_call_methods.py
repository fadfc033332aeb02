# Bound methods called with * and **: what they get, errors, generators, recursion, collections that the program asks for.
# needs: stdlib
import gc
import sys
import types
from _weakref import ref


class A:
    def plain(self, *a, **k):
        return a, sorted(k.items())

    def exact(self, x, y=2, *, z=3):
        return x, y, z

    def none(self):
        return 'none'

    def gen(self, *a):
        yield from a

    async def coro(self, *a):
        return a

    @classmethod
    def of_class(cls, *a, **k):
        return cls.__name__, a, k

    @staticmethod
    def static(*a):
        return a

    def deeper(self, n):
        self.n = n
        return self.deeper(*(n + 1,))

    def deeper_named(self, n, **k):
        self.n = n
        return self.deeper_named(n + 1, **k)


def fails(f, *a, **k):
    try:
        print(f(*a, **k))
    except TypeError as e:
        print('TypeError:', e)


a = A()
for i in range(300):
    t, d = (i, i + 1), {'z': i}
    r = a.plain(*t), a.plain(*t, **d), a.exact(*t, **d), a.none(*()), a.of_class(*t, **d), a.static(*t)
    m = types.MethodType(a.plain, 'second')
    r += m(*t), types.MethodType(max, i)(*t), types.MethodType(A, *())(*()) if i < 0 else None
print(r)
print(list(a.gen(*range(3))))
c = a.coro(*'ab')
try:
    c.send(None)
except StopIteration as e:
    print(e.value)

fails(a.exact)
fails(a.exact, 1, 2, 3)
fails(a.exact, 1, x=1)
fails(a.exact, 1, nope=1)
fails(a.none, 1)
fails(a.none, self=1)
try:
    a.plain(**{1: 2})
except TypeError as e:
    print(e)
try:
    a.plain(*5)
except TypeError as e:
    print(e)

for f in a.deeper, a.deeper_named, lambda n: a.deeper_named(n, x=1):
    try:
        f(0)
    except RecursionError as e:
        print(a.n, e)


# What a tracer sees.
def tracer(frame, event, arg):
    if frame.f_code.co_name in ('plain', 'exact'):
        print(event, frame.f_code.co_name, sorted(frame.f_locals), frame.f_back.f_code.co_name)
    return tracer


def traced():
    a.plain(*(1, 2), **{'q': 3})
    try:
        a.exact(*())
    except TypeError:
        print('no frame')
    a.exact(*(1,))


sys.settrace(tracer)
traced()
sys.settrace(None)


# An object that a method had is gone when a later method, called in the same way, collects.
class Loud:
    def __del__(self):
        print('gone')


class Runner:
    def call(self, f, *a, **k):
        return f(*a, **k)

    def use(self, *a):
        x = Loud()
        x.me = x
        self.r = ref(x)
        return self.call(*(self.touch, x))

    def touch(self, x):
        return x.me is x

    def check(self, **k):
        gc.collect()
        print(self.r())


def wrap(method):
    def inner(*a, **k):
        return method(*a, **k)
    return inner


q = Runner()
for i in range(3):
    wrap(q.call)(q.use, 1)
    wrap(q.call)(q.check, k=1)


# A method that its own call replaces.
class Once:
    def f(self, *a):
        del self.f
        gc.collect()
        return self, a


o = Once()
o.f = o.f
print(o.f(*(1, 2))[0] is o)
