# needs: stdlib
# Frames: keys of f_locals that are no plain str, variables after clear(), moves of coroutines, what a tracer sees of a generator's end.
import sys


class Text(str):
    pass


class Impostor:
    def __hash__(self):
        return hash('x')

    def __eq__(self, other):
        return other == 'x'


class Unhashable(str):
    __hash__ = None


class Angry:
    def __hash__(self):
        return hash('x')

    def __eq__(self, other):
        raise ZeroDivisionError('eq')


def written(key):
    proxy = sys._getframe().f_locals
    proxy[key] = 2
    first = x
    x = 1
    proxy[key] = 3
    return first, x, list(proxy), proxy.get(key), key in proxy


for key in 'x', Text('x'), Impostor():
    print(type(key).__name__, written(key))
for key in Unhashable('x'), Angry(), []:
    x = 5
    proxy = (lambda x: sys._getframe().f_locals)(1)
    for what in (lambda: proxy[key], lambda: proxy.__setitem__(key, 1), lambda: key in proxy, lambda: proxy.get(key)):
        try:
            print(what())
        except Exception as e:
            print(type(e).__name__, e)


def outer():
    y = 4

    def inner():
        z = y + 1
        1 / 0
    inner()


try:
    outer()
except ZeroDivisionError as e:
    frames = []
    tb = e.__traceback__.tb_next
    while tb:
        frames.append(tb.tb_frame)
        tb = tb.tb_next
    del e, tb
for f in frames:
    print(sorted(f.f_locals), end=' ')
    f.clear()
    print(dict(f.f_locals))


async def numbers(n):
    for i in range(n):
        yield i


async def listed(out):
    a = 1
    x = [i async for i in numbers(3)]
    out.append(len(x))
    out.append('end')


async def looped(out):
    out.append(1)
    async for i in numbers(2):
        out.append(i)
    else:
        out.append('else')
    out.append('end')


def moved(f, start, to):
    out = []
    done = []

    def tracer(frame, event, arg):
        if frame.f_code is f.__code__ and event == 'line' and not done and frame.f_lineno - f.__code__.co_firstlineno == start:
            done.append(True)
            frame.f_lineno = f.__code__.co_firstlineno + to
        return tracer

    import warnings
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter('always')
        sys.settrace(tracer)
        try:
            f(out).send(None)
        except StopIteration:
            pass
        except Exception as e:
            out.append(str(e))
        finally:
            sys.settrace(None)
    print(f.__name__, start, to, out, [str(w.message) for w in told])


for start in range(1, 5):
    for to in range(1, 5):
        moved(listed, start, to)
for start, to in (6, 1), (6, 2), (6, 3), (6, 5), (1, 6), (1, 3), (1, 5), (3, 1), (3, 6), (3, 2), (5, 6), (5, 2), (5, 1):
    moved(looped, start, to)


class Turns:
    def __init__(self, n):
        self.n = n

    def __await__(self):
        for i in range(self.n):
            yield i
        return self.n - 1 or None


async def waits():
    await Turns(1)
    return await Turns(2)


def gives(n):
    yield n
    return n and (n, n) if n < 2 else [n]


def collects():
    for i in gives(2):
        pass
    return (yield from gives(0)), (yield from gives(2))


def told(frame, event, arg):
    if event == 'exception':
        arg = arg[0].__name__, arg[1].args, arg[1].value
    print(frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno, event, arg)
    return told


sys.settrace(told)
try:
    c = waits()
    for i in range(9):
        c.send(None)
except StopIteration:
    pass
sys.settrace(None)
sys.settrace(told)
list(collects())
sys.settrace(None)
