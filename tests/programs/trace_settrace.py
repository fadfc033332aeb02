"""Trace functions: every event of small functions."""
import sys

log = []


def tracer(frame, event, arg):
    if frame.f_code.co_name in ("tracer", "quiet"):
        return None
    if event == "exception":
        arg = (arg[0].__name__, str(arg[1]), arg[2] is not None and arg[2].tb_lineno - frame.f_code.co_firstlineno)
    if not isinstance(arg, (int, str, tuple, list, type(None))):
        arg = type(arg).__name__
    log.append((frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno, arg))
    return tracer


def traced(f, *args):
    log.clear()
    sys.settrace(tracer)
    try:
        r = f(*args)
    except Exception as e:
        r = repr(e)
    finally:
        sys.settrace(None)
    print(f.__name__, r)
    for entry in log:
        print("  ", *entry)


def straight():
    a = 1
    b = 2; c = 3
    return (a +
            b +
            c)


def branch(x):
    if x:
        y = 1
    else:
        y = 2
    return y if x else -y


def loops():
    t = 0
    for i in range(3):
        if i == 1:
            continue
        t += i
    while t < 5:
        t += 1
    for i in range(2): t += i
    while t < 9: t += 1
    return t


def gen(n):
    for i in range(n):
        got = yield i
    return "end"


def generators():
    a = list(gen(2))
    g = gen(3)
    next(g)
    g.send(5)
    try:
        g.throw(KeyError("k"))
    except KeyError:
        pass
    h = gen(2)
    next(h)
    h.close()
    return a


def delegating():
    def outer():
        r = yield from gen(2)
        yield r
    return list(outer())


def failing():
    return 1 // 0


def handles():
    try:
        failing()
    except ZeroDivisionError as e:
        x = str(e)
    finally:
        y = 1
    return x


def nested():
    try:
        try:
            raise ValueError("inner")
        finally:
            z = 1
    except ValueError:
        raise KeyError("outer")


def iterator():
    class It:
        def __iter__(self):
            return self

        def __next__(self):
            raise StopIteration
    for x in It():
        pass
    return [x for x in (1, 2)
            if x]


def managed():
    class C:
        def __enter__(self):
            return self

        def __exit__(self, *a):
            return True
    with C() as c:
        raise ValueError
    return 7


def lambdas():
    f = lambda x: x + 1
    return sorted([3, 1], key=lambda v: -v), f(2)


def matching(v):
    match v:
        case [a, b]:
            return a
        case {"k": x}:
            return x
        case _:
            return None


for f, *args in ((straight,), (branch, 0), (branch, 1), (loops,), (generators,), (delegating,), (handles,), (nested,), (iterator,), (managed,),
                 (lambdas,), (matching, [1, 2]), (matching, {"k": 3}), (matching, 5)):
    traced(f, *args)


async def coro(x):
    return x


async def main():
    a = await coro(1)

    async def agen():
        yield 1
        yield 2
    out = []
    async for v in agen():
        out.append(v)
    return a, out


def drive():
    c = main()
    try:
        c.send(None)
    except StopIteration as e:
        return e.value


traced(drive)


# Local trace functions: returning another, None, an error.
def second(frame, event, arg):
    log.append(("second", event, frame.f_lineno - frame.f_code.co_firstlineno))
    return None


def first(frame, event, arg):
    log.append(("first", event))
    return second


def run(tr, f=straight):
    log.clear()
    sys.settrace(tr)
    try:
        f()
    except Exception as e:
        log.append(repr(e))
    print(log, getattr(sys.gettrace(), "__name__", None))
    sys.settrace(None)


run(first)


def none(frame, event, arg):
    log.append(("none", event))


run(none)


def bad(frame, event, arg):
    if event == "line":
        raise RuntimeError("bad tracer")
    return bad


run(bad)


def opcodes(frame, event, arg):
    if frame.f_code is straight.__code__:
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        log.append((event, frame.f_lasti))
        return opcodes


run(opcodes)
run(opcodes)


# Tracing begins in a frame that runs already.
def late():
    def t(frame, event, arg):
        log.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
        return t
    log.clear()
    x = 1
    sys._getframe().f_trace = t
    sys.settrace(t)
    y = 2
    for i in range(2):
        y += i
    sys.settrace(None)
    z = 3
    return log


print(late())


# Profiling.
def profiler(frame, event, arg):
    if event.startswith("c_"):
        arg = arg.__name__
    log.append((event, frame.f_code.co_name, arg))


def work():
    a = len([1, 2])
    b = [].append(3)
    c = "abc".upper()
    try:
        int("x")
        len(5)
    except (TypeError, ValueError):
        pass
    try:
        [].pop()
    except IndexError:
        pass
    print(*[], end="")
    print(**{"end": ""})
    d = list(gen(2))
    e = isinstance(a, int)
    sum([1], start=2)
    f = max(1, 2)
    return straight()


log.clear()
sys.setprofile(profiler)
work()
try:
    failing()
except ZeroDivisionError:
    pass
sys.setprofile(None)
for entry in log:
    print(entry)
print(sys.getprofile())
