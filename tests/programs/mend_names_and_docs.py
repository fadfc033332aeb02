# needs: stdlib
# Names of classes that are no UTF-8, docstrings of properties without a place for them, attributes that raise while a generator is closed,
# and a module's code that is called as a function.
import ast
import sys
import types


def t(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        print(type(e).__name__, e)
    else:
        print(type(r).__name__ if not isinstance(r, (int, str, tuple, list, dict)) else r)


class A:
    pass


def f(): pass
def documented(self): "text"


for name in '__name__', '__qualname__', '__doc__':
    t(setattr, A, name, 'a\udcba')
t(type, 'a\udcba', (), {})
t(type, 'x', (), {'__doc__': 'a\udcba'})
t(type, 'x', (), {'__doc__': 'a\0b'})
t(type, 'x\0', (), {})


class Q(property):
    __slots__ = ('a',)


class R(property):
    @property
    def __doc__(self):
        return 5


class S(property):
    pass


t(Q, documented)
t(Q, f)
t(Q, None, None, None, 'doc')
q = Q(None, None, None, 'doc')
print(q.__doc__)
t(q.getter, documented)
t(R, documented)
t(R, None, None, None, 'doc')
s = S(f, None, None, 'doc')
print(s.__doc__, s.getter(documented).__doc__, S(documented).setter(f).__doc__)


class Odd:
    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def __getattr__(self, name):
        print('asked for', name)
        1 / 0


def g():
    yield from Odd()


sys.unraisablehook = lambda u: print('unraisable', u.exc_type.__name__, type(u.object).__name__)
kept = [g() for _ in range(3)]
for k in kept:
    next(k)
t(kept[0].close)
t(kept[1].throw, ValueError('v'))
t(kept[2].throw, GeneratorExit('v'))
t(kept[1].close)

c = compile('n: int = 1\nfor i in range(100): n += i\nprint(n, sorted(locals()))\ndel i\nprint(locals() is globals())\nclass C: x = n\n', 's', 'exec')
d = {}
types.FunctionType(c, d)()
print(sorted(d), d['__annotations__'], d['C'].x)
c = compile('async def one(): return 1\nx = await one()\nprint(x)\ny = [v async for v in g()]\nprint(y)', 's', 'exec',
            ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


async def agen():
    yield 1
    yield 2


d = {'g': agen}
co = types.FunctionType(c, d)()
t(co.send, None)
print(sorted(d))
for i in range(50):
    d = {'n': i}
    types.FunctionType(compile('m = n + 1', 's', 'exec'), d)()
    assert d['m'] == i + 1
fn = types.FunctionType(compile('total = total + 1', 's', 'exec'), d)
d['total'] = 0
for i in range(3000):
    fn()
print(d['total'])


class Plain: pass
class Init:
    def __init__(self, *a, **k): print('init', a)
class New:
    def __new__(cls, *a, **k): return object.__new__(cls)
class NewNone:
    def __new__(cls): return object.__new__(cls)
class Both:
    def __new__(cls, *a, **k): return object.__new__(cls)
    def __init__(self): pass
class Meta(type):
    def __call__(cls, *a, **k): return k
class OfMeta(metaclass=Meta): pass


def call(c, a, k): return c(*a, **k)


for _ in range(30): # names that are no strs: what a class refuses at all comes first
    last = []
    for c in Plain, Init, New, NewNone, Both, OfMeta, object, f, dict, int:
        for a in (), (1,), (1, 2):
            for k in {1: 2}, {1: 2, 'k': 3}:
                try:
                    last.append((c.__name__, call(c, a, k)))
                except TypeError as e:
                    last.append((c.__name__, str(e)))
for line in last:
    print(*line)
