# Chains of generators, each waiting in a yield from or await for the next: an item passes all of them.
# needs: stdlib

import gc
import inspect
import sys
import types

STATES = {"GEN_CREATED": "created", "GEN_RUNNING": "running", "GEN_SUSPENDED": "suspended", "GEN_CLOSED": "closed"}


def state(g):
    return STATES[inspect.getgeneratorstate(g)]


def level(n, inner, made):
    g = None
    if n:
        g = level(n - 1, inner, made)
        made.append(g)
        got = yield from g
        yield ("between", n)
        return (n, got)
    return (yield from inner)


def chain(n, inner):
    made = []
    g = level(n, inner, made)
    made.append(g)
    return g, made


def counting(n):
    for i in range(n):
        got = yield i
        if got is not None:
            yield ("got", got)
    return "end"


# Items, values of return, values sent.
for depth in 0, 1, 2, 5, 40:
    for turn in range(12):
        g, made = chain(depth, counting(5))
        out = [next(g), g.send("a"), next(g), next(g)]
        while True:
            try:
                out.append(next(g))
            except StopIteration as e:
                last = e.value
                break
    n = 0
    while isinstance(last, tuple):
        last, n = last[1], n + 1
    print(depth, out[:7], len(out), n, last)


# In the loop, in next, in list, in a comprehension, by for within a generator.
def through(g):
    for x in g:
        yield x


for turn in range(10):
    items = [x for x in chain(8, counting(4))[0]]
    assert items == list(chain(8, counting(4))[0]) == list(through(through(chain(8, counting(4))[0])))
    total = []
    for x in chain(8, counting(4))[0]:
        total.append(x)
    assert total == items
print(items)


# Who is seen in between: gi_yieldfrom, f_back, gi_running, states, line numbers.
def looking(made):
    for i in range(3):
        names, f = [], sys._getframe()
        while f is not None and len(names) < 30:
            names.append(f.f_code.co_name)
            f = f.f_back
        yield names, [state(g) for g in made], [g.gi_running for g in made], [g.gi_yieldfrom for g in made]


def look(turns):
    for turn in range(turns):
        made = []
        g = level(4, looking(made), made)
        lines = []
        for item in g:
            if item[0] == "between":
                break
            names, states, running, waits = item
            lines.append((names[:7], states, running, [w and w.__name__ for w in waits]))
            whole = []
            inner = g
            while inner is not None:
                whole.append((state(inner), inner.gi_frame.f_back, inner.gi_frame.f_lineno - inner.gi_code.co_firstlineno, inner.gi_running))
                inner = inner.gi_yieldfrom
    return lines, whole


lines, whole = look(12)
for line in lines:
    print(line)
print(whole)


# One in the middle is resumed by another than the one that waits for it.
def middle():
    g, made = chain(6, counting(20))
    out = []
    for i in range(4):
        out.append(next(g))
        out.append(next(made[-3]))  # a few levels in
        out.append(made[-4].send("x"))
    made[2].close()
    try:
        out.append(next(g))
    except RuntimeError as e:
        out.append(repr(e))
    return out


for turn in range(10):
    out = middle()
print(out)


# A generator in the chain that is already running.
def selfish(made):
    yield 1
    for i in (0, 1, -1):
        try:
            next(made[i])
        except ValueError as e:
            yield str(e)
    yield 2


for turn in range(10):
    made = []
    g = level(3, selfish(made), made)
    made.append(g)
    out = [x for x in g]
print(out)


# throw and close through the chain, and what each level does about it.
class Mine(Exception):
    pass


def catching(n, log):
    try:
        if n:
            return (yield from catching(n - 1, log))
        for i in range(10):
            try:
                yield i
            except Mine as e:
                log.append(("caught", n, str(e)))
                yield "again"
    except LookupError as e:
        log.append(("passing", n, type(e).__name__, len(str(e))))
        if n == 2:
            yield "stopped here"
            return "early"
        raise
    finally:
        log.append(("finally", n, type(sys.exception()).__name__))


for turn in range(10):
    log = []
    g = catching(4, log)
    out = [next(g), next(g), g.throw(Mine("one")), next(g), next(g)]
    out.append(g.throw(KeyError("k")))
    try:
        next(g)
    except StopIteration as e:
        out.append(("returned", e.value))
    h = catching(3, log)
    next(h), next(h)
    h.close()
    k = catching(3, log)
    next(k), next(k)
    try:
        k.throw(ZeroDivisionError("z"))
    except ZeroDivisionError as e:
        tb, n = e.__traceback__, 0
        while tb is not None:
            n, tb = n + 1, tb.tb_next
        out.append(n)
print(out)
for line in log:
    print(line)


# The exception that is handled is each level's own.
def handling(n):
    if n == 0:
        for i in range(3):
            yield [str(sys.exception())]
        return
    try:
        raise ValueError(n)
    except ValueError:
        yield from handling(n - 1)
        yield ["after", str(sys.exception())]


for turn in range(10):
    out = []
    try:
        raise KeyError("outside")
    except KeyError:
        for x in handling(3):
            out.append(x + [str(sys.exception())])
print(out)


# An exception raised innermost, after some items; the traceback has each level once.
def failing(n):
    yield 1
    yield 2
    yield 1 // n


for turn in range(10):
    out = []
    try:
        for x in chain(5, failing(0))[0]:
            out.append(x)
    except ZeroDivisionError as e:
        tb = e.__traceback__
        while tb is not None:
            out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno))
            tb = tb.tb_next
print(out)


# The recursion limit holds for the levels of a chain, and the chain survives.
def deep(n, keep):
    if n:
        g = deep(n - 1, keep)
        keep.append(g)
        yield from g
    else:
        for i in range(6):
            yield i


def below(n, f):
    return below(n - 1, f) if n else f()


limit = sys.getrecursionlimit()
sys.setrecursionlimit(400)
keep = []
try:
    for turn in range(10):
        g = deep(150, keep)
        out = [next(g), next(g)]
        try:
            out.append(below(300, lambda: next(g)))
        except RecursionError as e:
            out.append(type(e).__name__)
        out += list(g)
    print(out)
    try:
        for x in deep(1000, keep):
            pass
    except RecursionError as e:
        print(type(e).__name__)
finally:
    sys.setrecursionlimit(limit)


# Collections while the chain waits, and while it runs.
def collecting():
    for i in range(3):
        gc.collect()
        yield [i]


for turn in range(5):
    out = []
    for x in chain(6, collecting())[0]:
        gc.collect()
        out.append([x])
print(out)
g, made = chain(5, counting(4))
next(g)
del g, made
gc.collect()


# Other iterators in between: a list's iterator, a class's, a generator made by another.
class Wrap:
    def __init__(self, it):
        self.it = it

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.it)


def mixed(n):
    if n == 0:
        yield from [1, 2]
        yield from (3, 4)
        yield from (i for i in range(2))
        return
    if n == 2:
        yield from Wrap(mixed(n - 1))
    else:
        yield from mixed(n - 1)
    yield n


for turn in range(10):
    out = list(mixed(5))
print(out)


# A level that changes the item, and one that waits twice.
def twice(n):
    if n == 0:
        yield 1
        yield 2
        return 10
    a = yield from twice(n - 1)
    b = yield from twice(n - 1)
    return a + b


def result(out):
    out.append((yield from twice(4)))


for turn in range(5):
    out = []
    n = sum(result(out))
print(n, out)


# Coroutines: a chain of awaits.
@types.coroutine
def pause(x):
    return (yield x)


async def nested(n, log):
    if n:
        try:
            return await nested(n - 1, log) + 1
        finally:
            log.append(n)
    total = 0
    for i in range(4):
        total += await pause(i)
    return total


def drive(coro):
    out = []
    try:
        x = coro.send(None)
        while True:
            out.append((x, inspect.getcoroutinestate(coro), coro.cr_await.cr_running))
            x = coro.send(x * 10)
    except StopIteration as e:
        return out, e.value


for turn in range(10):
    log = []
    out = drive(nested(6, log))
print(out, log)


async def agen(n):
    for i in range(n):
        await pause(i)
        yield i
        await nested(3, [])


async def consume():
    total = []
    async for x in agen(3):
        total.append(x)
    total += [x async for x in agen(2)]
    return total


def drive2(coro):
    n, x = 0, None
    try:
        while True:
            coro.send(n or None)
            n += 1
    except StopIteration as e:
        return n, e.value


for turn in range(8):
    out = drive2(consume())
print(out)


# Tracing switched on while a chain waits, and off again.
events = []


def tracer(frame, event, arg):
    if frame.f_code.co_name in ("level", "counting"):
        if event in ("call", "return", "exception"):
            events.append((event, frame.f_code.co_name, arg if event == "return" else None))
        return tracer


def profiler(frame, event, arg):
    if frame.f_code.co_name in ("level", "counting") and event in ("call", "return"):
        events.append((event, frame.f_code.co_name))


def traced(install):
    events.clear()
    g, made = chain(3, counting(6))
    out = [next(g), next(g)]
    install(tracer if install is sys.settrace else profiler)
    out.append(next(g))
    for x in g:
        out.append(x)
        break
    install(None)
    out.append(next(g))
    g.close()
    return out, list(events)


g = made = None
gc.collect()
for install in sys.settrace, sys.setprofile:
    for turn in range(6):
        out = traced(install)
    print(out[0], len(out[1]))
    for event in out[1]:
        print("   ", event)

# Monitoring of one function in the chain, switched on by the innermost generator.
mon = sys.monitoring
mon.use_tool_id(3, "chains")
seen = []
mon.register_callback(3, mon.events.PY_YIELD, lambda code, at, value: seen.append(("yield", code.co_name, value)))
mon.register_callback(3, mon.events.PY_RESUME, lambda code, at: seen.append(("resume", code.co_name)))


def other(n):
    yield from counting(n)


def top(n):
    yield from switching(n)


def switching(n):
    yield from other(n)


for turn in range(6):
    seen.clear()
    g = top(6)
    out = [next(g), next(g)]
    mon.set_local_events(3, switching.__code__, mon.events.PY_YIELD | mon.events.PY_RESUME)
    out += [next(g), next(g)]
    mon.set_local_events(3, switching.__code__, 0)
    out += list(g)
print(out, seen)
mon.free_tool_id(3)
