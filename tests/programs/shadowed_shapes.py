# Classes that begin to shadow attributes of their instances while code relies on shapes, and tracing that comes and goes, with much code loaded:
# what is reset must be what relies on it, all of it, and nothing must be looked for in all code.
import sys
import time

loaded = {}
exec("\n".join(f"def f{i}(p):\n    p.x = p.a\n    return p.x + {i}" for i in range(800)), loaded)


class Point:
    def __init__(self):
        self.a = self.x = 1


class Slotted:
    __slots__ = ("a", "x")

    def __init__(self):
        self.a = self.x = 1


def run_all(o):
    return sum(loaded[f"f{i}"](o) for i in range(800))


for cls in Point, Slotted:
    o = cls()
    print([run_all(o) for _ in range(4)])


class Base:
    pass


class Sub(Base):
    def __init__(self, v):
        self.v = v
        self.w = v


class Other:
    def __init__(self, v):
        self.v = v
        self.w = v


def read(o):
    return o.v


def write(o, x):
    o.w = x
    return o.w


def hot(o, n=200):
    t = 0
    for i in range(n):
        t += read(o) + write(o, i)
    return t


s, other = Sub(1), Other(2)
print(hot(s), hot(other))
Base.v = property(lambda self: 10)
print(hot(s), hot(other))
del Base.v
print(hot(s), hot(other))


class Doubling:
    def __get__(self, o, cls):
        return o.__dict__["w"]

    def __set__(self, o, x):
        o.__dict__["w"] = x * 2


Base.w = Doubling()
print(hot(s), hot(other))
Base.__getattribute__ = lambda self, name: object.__getattribute__(self, name) if name != "v" else 5
print(hot(s), hot(other))
del Base.__getattribute__
Doubling.__set__, old = lambda self, o, x: o.__dict__.__setitem__("w", x * 3), Doubling.__set__
print(hot(s), hot(other))
del Doubling.__set__
print(hot(s), hot(other), s.w)


class Plain:
    pass


class Holder:
    d = Plain()


def hold(h):
    return h.d, Holder.d


h = Holder()
for i in range(300):
    a, b = hold(h)
    assert a is b is Holder.__dict__["d"]
Plain.__get__ = lambda self, o, cls: (o is None, cls.__name__)
print(hold(h))
del Plain.__get__
print([x is Holder.__dict__["d"] for x in hold(h)])


# Classes that come and go: the numbers of their shapes are given out again.
def short_lived(k):
    ns = {f"pad{j}": j for j in range(k % 3)}
    cls = type(f"T{k}", (), ns)
    o = cls()
    for j in range(k % 4):
        setattr(o, f"n{j}", j)
    o.v = k
    o.w = -k
    return hot(o, 12)


print(sum(short_lived(k) for k in range(300)))

# Tracing that comes and goes.
events = []


def tracer(frame, event, arg):
    if frame.f_code.co_name in ("read", "short"):
        events.append((event, frame.f_lineno - frame.f_code.co_firstlineno))
    return tracer


def short(o):
    return read(o)


def numbers():
    yield read(other)
    yield read(other)


for i in range(50):
    short(other)
for round in range(3):
    g = numbers()
    next(g)
    sys.settrace(tracer)
    short(other)
    next(g)
    sys.settrace(None)
    short(other)
    print(events)
    events.clear()

if hasattr(sys, "monitoring"):
    m = sys.monitoring
    m.use_tool_id(3, "t")
    m.register_callback(3, m.events.PY_START, lambda code, offset: events.append(code.co_name))
    m.set_local_events(3, short.__code__, m.events.PY_START)
    for i in range(3):
        short(other)
        m.set_local_events(3, read.__code__, m.events.PY_START if i == 0 else 0)
    short(other)
    print(events)
    m.set_local_events(3, short.__code__, 0)
    m.free_tool_id(3)
    short(other)
    print(len(events))


# Neither costs what is loaded. When all code was looked through, a hundred of each took seconds.
def price(f, n):
    best = 1e9
    for _ in range(3):
        start = time.process_time()
        for i in range(n):
            f(i)
        best = min(best, time.process_time() - start)
    return best / n


def shadow(i):
    setattr(Point, f"p{i % 7}", property(lambda self: 1))


def trace(i):
    sys.settrace(tracer)
    sys.settrace(None)


o = Slotted()
run_all(Point())
limit = 20 * price(lambda i: run_all(o), 10)
print(price(shadow, 100) < limit, price(trace, 100) < limit)
