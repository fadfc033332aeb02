# Who makes instances of a type, what half-made objects do, and packages whose __all__ has a star.
import sys


def show(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__ + ':', e)


def gen():
    yield 1


async def coro():
    pass


async def agen():
    yield 1


def outer():
    x = 1
    return lambda: x


c = coro()
d = {1: 2}
made = [gen(), c, agen(), c.__await__(), d.keys(), d.values(), d.items(), iter(d), iter(d.values()), iter(d.items()), reversed(d), len, [].append,
        list.append, list.__add__, [].__add__, int.__dict__['real'], int.__dict__['from_bytes'], type.__dict__['__base__'], iter([]), iter(()), iter(''), iter(b''),
        iter({1}), iter(range(3)), iter(range(1 << 70)), iter(lambda: 1, 1), reversed([]), gen.__code__, gen().gi_frame, outer().__closure__[0], gen, int | str, int.__dict__,
        memoryview(b''), sys, property(), slice(1), NotImplemented, None, ..., True, zip(), map(len, ''), filter(None, ''), enumerate('')]
c.close()
for x in made:
    t = type(x)
    show(lambda: type(object.__new__(t)))
    if 'new' in t.__dict__:
        continue
    if '__new__' not in t.__dict__:
        show(lambda: t.__new__(t))
        show(lambda: t())

# Another type's __new__.
show(lambda: tuple.__new__(list))
show(lambda: int.__new__(bool))
show(lambda: BaseException.__new__(OSError))
show(lambda: type(Exception.__new__(ValueError)))
show(lambda: dict.__new__(type('D', (dict,), {}), 5))


class I(int):
    __new__ = object.__new__


class L(list):
    __new__ = object.__new__


class T(tuple):
    __new__ = list.__new__


for i in range(20):  # specialized calls make them as the base does
    r = I(), L(), T(), I() + 1
show(lambda: r)
show(lambda: I.__new__(I))
show(lambda: int.__new__(I, 5) + 1)


class P:
    def __new__(cls):
        return object.__new__(cls)


class Q(P):
    __new__ = object.__new__


show(lambda: (type(P()).__name__, type(Q()).__name__))
del P.__new__
show(lambda: type(P()).__name__)


class O(list):
    pass


O.__new__ = lambda cls, *a: list.__new__(cls)
show(lambda: type(O([1])).__name__)
del O.__new__

# What __init__ has not seen.
class S(super):
    pass


show(lambda: S.__new__(S).__get__(1, int))
show(lambda: super.__new__(super))
show(lambda: super.__new__(super).__thisclass__)
show(lambda: property.__new__(property).__isabstractmethod__)
show(lambda: property.__new__(property).__get__(1))

# Stars in __all__.
pk = type(sys)('pk')
pk.__path__ = []
pk.x = 1
sys.modules['pk'] = pk
pk.__all__ = ['*', 'x', '*', 'nothing']
show(lambda: __import__('pk', fromlist=['*']) is pk)
show(lambda: __import__('pk', fromlist=['*', 'x', '*']) is pk)
pk.__all__ = ['*', 1]
show(lambda: __import__('pk', fromlist=['*']))
show(lambda: __import__('pk', fromlist=[1]))
del pk.__all__
show(lambda: __import__('pk', fromlist=['*']) is pk)
