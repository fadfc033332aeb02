"""sys.monitoring: events, callbacks, disabling, local events, errors."""
import sys

mon = sys.monitoring
E = mon.events
TOOL = 3
log = []


def show(x):
    if x is mon.MISSING:
        return "MISSING"
    if hasattr(x, "co_name"):
        return x.co_name
    if isinstance(x, BaseException):
        return repr(x)
    if not isinstance(x, (int, str)):
        return getattr(x, "__name__", type(x).__name__)
    return x


def recorder(name, result=None):
    def callback(code, *args):
        if code.co_name in names:
            log.append((name, code.co_name, *map(show, args)))
        return result
    return callback


names = {"simple", "loop", "gen", "fails", "catches", "branches", "calls", "method"}


def simple(a):
    b = a + 1
    return b


def loop():
    t = 0
    for i in range(2):
        t += i
    while t < 3:
        t += 1
    return t


def gen():
    x = yield 1
    yield x
    return 5


def uses_gen():
    for v in gen():
        pass
    g = gen()
    next(g)
    try:
        g.throw(ValueError("thrown"))
    except ValueError:
        pass


def fails():
    raise KeyError("k")


def catches():
    try:
        fails()
    except KeyError:
        return "caught"


def branches(a, b):
    if a is None:
        return 1
    if b is not None and a:
        return 2
    return 3 if not a else 4


class Base:
    def method(self, *args, **kw):
        return len(args)


class Derived(Base):
    def method(self, *args, **kw):
        return super().method(*args, **kw)


def calls():
    len("abc")
    simple(1)
    int("5", base=8)
    max(*[1, 2])
    dict(**{"a": 1})
    Derived().method(1, k=2)
    [].append(1)
    try:
        int("x")
    except ValueError:
        pass
    return list(map(abs, [-1]))


print(mon.get_tool(TOOL))
mon.use_tool_id(TOOL, "recorder")
print(mon.get_tool(TOOL), mon.get_events(TOOL))


def record(events, f, *args):
    log.clear()
    mon.set_events(TOOL, events)
    try:
        r = f(*args)
    except Exception as e:
        r = repr(e)
    mon.set_events(TOOL, 0)
    print(f.__name__, r)
    for entry in log:
        print("  ", *entry)


all_events = {n: v for n, v in vars(E).items() if v}
print(sorted(all_events.items(), key=lambda p: p[1]))
for n, v in all_events.items():
    print(n, mon.register_callback(TOOL, v, recorder(n)))
both = E.PY_START | E.PY_RETURN | E.PY_RESUME | E.PY_YIELD
record(both | E.LINE, simple, 4)
record(both | E.LINE, loop)
record(E.JUMP | E.BRANCH, loop)
record(E.INSTRUCTION, simple, 2)
record(both | E.STOP_ITERATION | E.PY_THROW | E.PY_UNWIND | E.RAISE, uses_gen)
record(both | E.RAISE | E.EXCEPTION_HANDLED | E.PY_UNWIND | E.RERAISE, catches)
record(E.PY_UNWIND | E.RAISE, fails)
for a in None, 0, 1:
    for b in None, 1:
        record(E.BRANCH, branches, a, b)
record(E.CALL, calls)
record(E.CALL | E.C_RETURN | E.C_RAISE, calls)

# Disabling.
mon.register_callback(TOOL, E.LINE, recorder("LINE", mon.DISABLE))
record(E.LINE, loop)
record(E.LINE, loop)
mon.restart_events()
record(E.LINE, loop)
mon.register_callback(TOOL, E.RAISE, recorder("RAISE", mon.DISABLE))
record(E.RAISE, fails)

# Local events.
mon.restart_events()
mon.register_callback(TOOL, E.LINE, recorder("LINE"))
mon.set_local_events(TOOL, simple.__code__, E.LINE)
print(mon.get_local_events(TOOL, simple.__code__), mon.get_local_events(TOOL, loop.__code__))
log.clear()
simple(1)
loop()
print(log)
mon.set_local_events(TOOL, simple.__code__, 0)
log.clear()
simple(1)
print(log)


# A callback that raises.
def boom(*args):
    raise RuntimeError("boom")


mon.register_callback(TOOL, E.PY_START, boom)
mon.set_events(TOOL, E.PY_START)
try:
    simple(1)
except RuntimeError as e:
    mon.set_events(TOOL, 0)
    print("raised", e)

for wrong in (lambda: mon.use_tool_id(TOOL, "again"), lambda: mon.use_tool_id(9, "x"), lambda: mon.use_tool_id(1, 5),
              lambda: mon.set_events(1, E.LINE), lambda: mon.set_events(TOOL, 1 << 20), lambda: mon.set_events(TOOL, E.C_RETURN),
              lambda: mon.register_callback(TOOL, 3, None), lambda: mon.register_callback(TOOL, 1 << 20, None),
              lambda: mon.get_local_events(TOOL, 5), lambda: mon.set_local_events(TOOL, simple.__code__, E.RAISE)):
    try:
        print(wrong())
    except Exception as e:
        print(type(e).__name__, e)
mon.free_tool_id(TOOL)
print(mon.get_tool(TOOL))
