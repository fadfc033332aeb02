# needs: stdlib
# The functions of tools run as if nothing were traced, in machine code too; what they call is traced when others call it.
import sys, threading

seen = []
def note(x):
    seen.append(x)

def shared(n):
    t = 0
    for i in range(n):
        t += i & 3
    return t

def count(n):
    for i in range(n):
        yield i

made = []
def tracer(frame, event, arg):
    name = frame.f_code.co_name
    note((name, event, frame.f_lineno - frame.f_code.co_firstlineno, shared(30)))
    if name == "starts" and event == "call":
        made.append(count(3))
        next(made[-1])
    return tracer

def plain(n):
    return shared(n) + 1

def starts():
    return 1

def shared_later(n):
    return plain(n)

def run(f, *args):
    del seen[:]
    sys.settrace(tracer)
    try:
        f(*args)
    finally:
        sys.settrace(None)
    return list(seen)

print(run(plain, 3))
for _ in range(300):
    got = run(plain, 2)
print(got)
print(run(shared_later, 2))
print(run(starts))
# a generator that a tracer has begun goes on under tracing
def goes_on():
    return list(made[0])
print(run(goes_on))

# what the tracer alone calls is not traced; hot before and after
def deep(n):
    return 0 if n == 0 else deep(n - 1) + 1
def calls_deep(frame, event, arg):
    note((event, deep(20)))
    return calls_deep
def one():
    x = 1
    return x
for _ in range(50):
    del seen[:]
    sys.settrace(calls_deep)
    one()
    sys.settrace(None)
print(seen)
print(run(deep, 2))

# call_tracing within a trace function reports events again
def inner():
    return shared(1)
depth = [0]
def asks(frame, event, arg):
    note((frame.f_code.co_name, event))
    if frame.f_code.co_name == "outer" and event == "call" and not depth[0]:
        depth[0] = 1
        sys.call_tracing(inner, ())
        note(("asked", shared(50)))
    return asks
def outer():
    return 2
for _ in range(3):
    depth[0] = 0
    del seen[:]
    sys.settrace(asks)
    outer()
    sys.settrace(None)
print(seen)

# a trace function that ends tracing, sets another one, or raises
def stops(frame, event, arg):
    note((frame.f_code.co_name, event, shared(100)))
    sys.settrace(None)
    shared(100)
def other(frame, event, arg):
    note(("other", frame.f_code.co_name, event))
    return other
def changes(frame, event, arg):
    note(("changes", frame.f_code.co_name, event))
    sys.settrace(other)
    shared(10)
    return changes
def raises(frame, event, arg):
    note(("raises", shared(40)))
    if event == "line":
        raise ValueError("from the tracer")
    return raises
def work():
    a = shared(2)
    return a + one()
for f in stops, changes, raises:
    del seen[:]
    sys.settrace(f)
    try:
        work()
    except ValueError as e:
        note(str(e))
    note(sys.gettrace() is None)
    sys.settrace(None)
    print(seen)

# profile functions
def profiler(frame, event, arg):
    note((frame.f_code.co_name, event, getattr(arg, "__name__", arg), shared(20)))
for _ in range(20):
    del seen[:]
    sys.setprofile(profiler)
    work()
    len([])
    sys.setprofile(None)
print(seen)

# callbacks of sys.monitoring
m = sys.monitoring
m.use_tool_id(1, "test")
def started(code, offset):
    note(("start", code.co_name, shared(25)))
def lined(code, line):
    note(("line", code.co_name, line - code.co_firstlineno, deep(4)))
m.register_callback(1, m.events.PY_START, started)
m.register_callback(1, m.events.LINE, lined)
for _ in range(100):
    del seen[:]
    m.set_events(1, m.events.PY_START | m.events.LINE)
    work()
    m.set_events(1, 0)
print(seen)
m.free_tool_id(1)

# events of a thread that a trace function starts
lines = []
def in_thread(frame, event, arg):
    lines.append((frame.f_code.co_name, event))
    return in_thread
def body():
    sys.settrace(in_thread)
    one()
    sys.settrace(None)
threads = []
def starts_thread(frame, event, arg):
    if frame.f_code.co_name == "work" and event == "call":
        th = threading.Thread(target=body)
        th.start()
        th.join()
        note(shared(60))
    return None
del seen[:]
sys.settrace(starts_thread)
work()
sys.settrace(None)
print(seen, [x for x in lines if x[0] == "one"])
