# needs: stdlib
# Small rules of the language: object.__ne__, deprecated ways to throw, __trunc__, __class_getitem__ of None, athrow while running, __firstlineno__.
import asyncio
import types
import warnings

print(None.__ne__(None), None.__ne__(0), object.__ne__(1, 1), object().__ne__(3), object.__ne__(None, None), None.__eq__(None), len.__ne__(len), ....__ne__(...))


def told(f, *args):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try:
            r = f(*args)
        except BaseException as e:
            r = type(e).__name__, str(e)
    print(r, [(x.category.__name__, str(x.message)) for x in w])
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        try:
            print(f(*args))
        except BaseException as e:
            print(type(e).__name__, e)


class Cut:
    def __init__(self, v):
        self.v = v

    def __trunc__(self):
        return self.v


class Whole:
    def __index__(self):
        return 42


for v in 3, True, Whole(), 'no', 2.5:
    told(int, Cut(v))


def gen():
    while True:
        try:
            yield 1
        except KeyError as e:
            print('got', e.args)


async def coro():
    await pause()


@types.coroutine
def pause():
    yield 2


def throw_in(*args):
    g = gen()
    next(g)
    return g.throw(*args)


def throw_coro(*args):
    c = coro()
    c.send(None)
    return c.throw(*args)


def throw_wrapper(*args):
    c = coro().__await__()
    c.send(None)
    return c.throw(*args)


for f in throw_in, throw_coro, throw_wrapper:
    told(f, KeyError('x'))
    told(f, KeyError)
    told(f, KeyError, 'x')
    told(f, KeyError, KeyError('y'), None)


class MyExc(Exception):
    pass


async def numbers():
    try:
        await pause()
        yield 1
    except MyExc:
        yield 3


def athrow(*args):
    g = numbers()
    g.asend(None).send(None)
    g.athrow(*args).close()
    return 'done'


told(athrow, MyExc)
told(athrow, MyExc, MyExc(), None)
for make in (lambda g: g.athrow(MyExc)), (lambda g: g.aclose()):
    for use in (lambda x: x.throw(MyExc)), (lambda x: x.send(None)):
        g = numbers()
        first = g.asend(None)
        first.send(None)
        second = make(g)
        try:
            use(second)
        except RuntimeError as e:
            print(e)
        try:
            use(second)
        except RuntimeError as e:
            print(e)


class CIsNone(tuple):
    __class_getitem__ = None


class NotCallable:
    __class_getitem__ = 'no'


for c in CIsNone, NotCallable, Cut:
    try:
        print(c[int])
    except TypeError as e:
        print(e)

A = type('A', (), {'__firstlineno__': 42})
print(A.__firstlineno__)
A.__module__ = 'other'
print('__firstlineno__' in vars(A))
A.__firstlineno__ = 43
print(A.__firstlineno__, A.__module__)
