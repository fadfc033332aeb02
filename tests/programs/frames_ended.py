# What frames that have ended keep alive: generators, coroutines, async generators, frames of tracebacks, what was handled in them.

import gc
from _weakref import ref


class Temp:
    def __init__(self, inner=None):
        self.inner = inner

    def __iter__(self):
        yield self

    def __await__(self):
        yield self
        return self


refs = []


def temp(inner=None):
    t = Temp(inner)
    refs.append(ref(t))
    return t


# Words that were left somewhere may keep a few; what is kept by mistake is kept by each of many.
def alive(name, want=0):
    gc.collect()
    n = [r() is not None for r in refs].count(True)
    print(name, len(refs), "as expected" if want <= n < want + 10 else n)
    refs.clear()


def raises(*args):
    raise ValueError(temp())


# Temporaries on the value stack when the frame ended.
def gen_stack(how):
    for x in temp():
        yield (len, temp(), [temp() for _ in range(2)], how() if how else None)
    return temp()


def drive(g):
    try:
        for x in g:
            pass
    except ValueError:
        pass
    return g


async def coro(n, how=None):
    a = temp()
    if n:
        (temp(), await coro(n - 1, how), temp())
    elif how:
        how(temp())
    return temp(a)


async def waits(n):
    (temp(), await temp(), await temp())
    if n:
        await waits(n - 1)


def run(c):
    try:
        while True:
            c.send(None)
    except (StopIteration, ValueError):
        pass
    return c


async def agen(n, how=None):
    for i in range(n):
        yield (temp(), i)
        try:
            (temp(), how() if how else None)
        finally:
            t = temp()


async def loops(g):
    try:
        async for x in g:
            pass
    except ValueError:
        pass
    return temp()


for _ in range(4):
    kept = [drive(gen_stack(None)) for _ in range(3)] + [drive(gen_stack(raises)) for _ in range(20)]
    alive("generators")
    kept = [run(coro(4)) for _ in range(3)] + [run(coro(4, raises)) for _ in range(20)]
    alive("coroutines")
    kept = [run(waits(3)) for _ in range(3)]
    alive("awaiting")
    gens = [agen(3), agen(0)] + [agen(2, raises) for _ in range(20)]
    kept = [run(loops(g)) for g in gens]
    alive("async generators")


# Frames that a traceback keeps: their variables live, what lay on their stacks does not.
def deep(n, keep):
    local = temp()
    if n == 0:
        (temp(), [temp()], raises(temp(), temp()))
    return (deep(n - 1, keep), local)


def caught(n):
    try:
        deep(n, None)
    except ValueError as e:
        return e


for _ in range(4):
    kept = [caught(3) for _ in range(3)]
    alive("tracebacks", 21)
    for e in kept:
        e.__traceback__ = None
    alive("without")
    kept = None
    alive("dropped")


# What was handled is forgotten when it has been handled, also in what is suspended or has ended.
def handles(n):
    for i in range(n):
        try:
            raises(temp())
        except ValueError:
            yield i
        yield -i


def half(n):
    g = handles(n)
    next(g), next(g)
    return g


def closed(n):
    g = handles(n)
    next(g)
    g.close()
    return g


async def async_handles(n):
    for i in range(n):
        try:
            raises(temp())
        except ValueError:
            await temp()


for _ in range(4):
    kept = [half(3) for _ in range(20)]
    alive("suspended behind a handler")
    kept = [closed(3) for _ in range(20)]
    alive("closed in a handler")
    kept = [drive(handles(3)) for _ in range(20)]
    alive("ended behind a handler")
    kept = [run(async_handles(3)) for _ in range(3)]
    alive("coroutines with handlers")
    kept = None


# Many levels: what a collection finds does not grow with what has ended.
async def fib(n):
    if n < 2:
        return n
    return await fib(n - 1) + await fib(n - 2)


def value(c):
    try:
        c.send(None)
    except StopIteration as e:
        return e.value


print([value(fib(n)) for n in range(12)])
