"""Sixteen threads do what disturbs each other most, for a while, and check every result.

    hammer.py SECONDS SEED SMALL

SMALL divides how much a task does, for settings that make everything slow. Each turn of a thread is one of the tasks below, by its own random numbers. All results are known, whatever the order: classes and globals change between
definitions that mean the same. The last line is "right"; a wrong result ends the program with the thread's traceback and exit status 1.
"""
import gc, sys, time
import _signal as signal, _weakref as weakref  # without the library's parts, which take long to load when each allocation collects

THREADS = 16
class Random:
    def __init__(self, seed):
        self.state = seed * 2654435761 + 1

    def random(self):
        self.state = self.state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (self.state >> 40) / (1 << 24)

    def randrange(self, low, high):
        return low + int(self.random() * (high - low))

    def choice(self, values):
        return values[self.randrange(0, len(values))]


end = time.monotonic() + float(sys.argv[1])
seed, small = int(sys.argv[2]), int(sys.argv[3])
failures = []
turns = [0] * THREADS

if small == 1:
    import importlib, threading
else:  # to load these takes half a minute when each allocation collects
    import _thread

    class importlib:
        import_module = reload = staticmethod(lambda m: m if type(m) is type(sys) else __import__(m))

    class threading:
        get_ident, Lock, local = _thread.get_ident, _thread.allocate_lock, _thread._local

        class Thread:
            def __init__(self, target, args=()):
                self.start = lambda: setattr(self, "join", _thread.start_joinable_thread(lambda: target(*args)).join)

        class Condition:
            def __init__(self):
                self.lock, self.waiting = _thread.allocate_lock(), []

            def __enter__(self):
                self.lock.acquire()

            def __exit__(self, *error):
                self.lock.release()

            def notify(self):
                if self.waiting:
                    self.waiting.pop().release()

            def wait(self, timeout):
                w = _thread.allocate_lock()
                w.acquire()
                self.waiting.append(w)
                self.lock.release()
                w.acquire(timeout=timeout)
                self.lock.acquire()


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def numbers(r):
    n = r.randrange(50, 400) // small
    total, real = 0, 0.0
    for i in range(n):
        total += i & 7 if i % 3 else -i
        real += i * 0.5
    assert total == sum(i & 7 if i % 3 else -i for i in range(n)), total
    assert real == n * (n - 1) / 4, real
    assert fib(4) == 3 and (small > 1 or fib(9) == 34)
    assert (1 << n) % 1000003 == pow(2, n, 1000003)


def allocate(r):
    n = r.randrange(1, 300) // small + 1
    rows = [{"n": i, "s": str(i), "t": (i, [i])} for i in range(n)]
    assert sum(row["n"] for row in rows) == n * (n - 1) // 2
    assert "".join(row["s"] for row in rows) == "".join(map(str, range(n)))
    rows.sort(key=lambda row: -row["n"])
    assert [row["t"][1][0] for row in rows] == list(range(n - 1, -1, -1))
    assert len({row["t"][0] % 7 for row in rows}) == min(n, 7)


class Oops(Exception):
    def __init__(self, depth):
        super().__init__(depth)
        self.depth = depth


def dig(depth):
    try:
        if depth == 0:
            raise Oops(depth)
        dig(depth - 1)
    except Oops as e:
        if depth % 2:
            raise Oops(e.depth + 1) from e
        e.depth += 1
        raise
    finally:
        depth += 1


def exceptions(r):
    depth = r.randrange(0, 20) // small
    try:
        dig(depth)
    except Oops as e:
        assert e.depth == depth + 1, (e.depth, depth)
        chain = 0
        while e.__cause__:
            e = e.__cause__
            chain += 1
        assert chain == (depth + 1) // 2
    else:
        raise AssertionError("no exception")
    for i in range(30 // small):
        try:
            [][i] if i % 2 else {}[i]
        except IndexError:
            assert i % 2
        except KeyError as e:
            assert e.args == (i,)


# The methods and functions below are exchanged by other threads for others that mean the same.

class Shape:
    def area(self):
        return self.side * self.side

    def __init__(self, side):
        self.side = side

    def __eq__(self, other):
        return self.side == other.side

    def __hash__(self):
        return hash(self.side)


class Box(Shape):
    def area(self):
        return super().area() + 0


AREAS = [Shape.area, lambda self: self.side ** 2, lambda self, two=2: pow(self.side, two)]
EQUALS = [Shape.__eq__, lambda self, other: not self.side != other.side]


def twice(x):
    return x + x


TWICE = [twice, lambda x: 2 * x, lambda x, *rest: x * 2]
STEP = 1


def change(r):
    global twice, STEP
    for i in range(10):
        Shape.area = r.choice(AREAS)
        Shape.__eq__ = r.choice(EQUALS)
        twice = r.choice(TWICE)
        STEP = r.choice([1, True, 1.0])
        if r.random() < 0.3:
            Shape.extra = i
            if "extra" in Shape.__dict__:
                try:
                    del Shape.extra
                except AttributeError:
                    pass  # another thread was faster
        sys.modules[__name__].__dict__["name%d" % r.randrange(0, 50)] = i


def changed(r):
    for i in range(100 // small):
        s = (Shape, Box)[i & 1](i)
        assert s.area() == i * i
        assert s == Shape(i)
        assert twice(i) == i + i and twice("a") == "aa"
        assert i + STEP == i + 1
    assert len({Shape(i % 2) for i in range(4)}) == 2


class Kinds:
    pass


def classes(r):
    def __init__(self, x):
        self.x = x
    C = type("C", (r.choice([object, Kinds]),), {"__init__": __init__, "__add__": lambda s, o: s.x + o.x, "p": property(lambda s: s.x)})
    D = type("D", (C,), {"p": 7, "__slots__": ("y",)})
    for i in range(20 // small):
        c, d = C(i), D(i)
        d.y = i
        assert c + d == 2 * i and c.p == i and d.p == 7 and d.y == i
        if i == 10 // small:
            c.__class__ = type("E", C.__bases__, dict(C.__dict__) | {"p": property(lambda s: s.x)})
    ref = weakref.ref(c)
    del c
    assert ref() is None or ref().x == i


def imports(r):
    name = "hammer_%d_%d" % (threading.get_ident() & 0xffff, r.randrange(0, 100))
    module = type(sys)(name)
    exec("x = %d\ndef f(y=x): return x + y\nclass K: z = x\n" % len(name), module.__dict__)
    sys.modules[name] = module
    try:
        assert importlib.import_module(name).f() == 2 * len(name)
        exec("import %s as m\nassert m.K.z == %d" % (name, len(name)), {})
    finally:
        del sys.modules[name]
    import keyword, bisect
    try:
        import colorsys
        colorsys = importlib.reload(colorsys) if r.random() < 0.2 / small else colorsys
    except (ImportError, KeyError):  # importlib's reload takes a module out of sys.modules for a moment
        return
    assert colorsys.rgb_to_hsv(1, 0, 0) == (0.0, 1.0, 1)
    assert keyword.iskeyword("if") and bisect.bisect([1, 2, 3], 2) == 2


def collect(r):
    cycle = []
    cycle.append(cycle)
    ref = weakref.ref(Box(1))
    if r.random() < 0.1:
        gc.collect()
        assert ref() is None or ref().side == 1  # words of other threads may look like its address


def generate(n):
    got = 0
    for i in range(n):
        got += (yield i + got) or 0
    return got


def delegate(n):
    total = yield from generate(n)
    yield total


def generators(r):
    n = 20 // small
    g = delegate(n)
    values = [next(g)] + [g.send(1) for i in range(n)]
    assert values[:n] == [2 * i for i in range(n)] and values[n] == n, values
    assert [x for x in (y * y for y in range(n)) if x % 2] == [i * i for i in range(n) if i % 2]
    with memoryview(bytearray(b"abc")) as m:
        assert m[1] == 98
    g = generate(5)
    next(g)
    g.close()


shared, lock, counted = [], threading.Lock(), 0
channel, ready = [], threading.Condition()
local = threading.local()


def sharing(r):
    global counted
    for i in range(20 // small):
        shared.append(i)
        with lock:
            counted += 1
    with ready:
        if len(channel) < 50:
            channel.append(("item", 20))
            ready.notify()
        else:
            ready.wait(0.001)
            assert channel.pop()[1] == 20
    local.x = x = r.random()
    time.sleep(0)
    assert local.x == x
    if len(shared) > 5000:
        with lock:
            if len(shared) > 5000:
                del shared[:]


def children(r):
    results = []
    threads = [threading.Thread(target=lambda: results.append(fib(6))) for i in range(2)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert results == [8, 8]


def traced(r):
    lines = []
    def trace(frame, event, arg):
        if frame.f_code is fib.__code__:  # not what a collection calls meanwhile
            lines.append(event)
        return trace
    sys.settrace(trace)
    try:
        fib(3)
    finally:
        sys.settrace(None)
    assert lines.count("call") == lines.count("return") == 5, (lines.count("call"), lines[:40])


TASKS = [numbers] * 4 + [allocate] * 3 + [exceptions] * 3 + [changed] * 4 + [change, classes, imports, collect, generators, generators, sharing, sharing, children, traced]


def work(n):
    r = Random(seed * 1000 + n)
    try:
        while not failures and (time.monotonic() < end or not turns[n]):
            r.choice(TASKS)(r)
            turns[n] += 1
    except BaseException as e:
        failures.append(n)
        raise


def storm():
    """Events for the breaker: hand-overs of the lock, monitoring switched on and off, signals."""
    r = Random(seed)
    tool = sys.monitoring
    tool.use_tool_id(3, "hammer")
    seen = []
    tool.register_callback(3, tool.events.PY_START, lambda code, offset: seen.append(1) if len(seen) < 9 else tool.DISABLE)
    while time.monotonic() < end and not failures:
        sys.setswitchinterval(r.choice([1e-6, 1e-4, 5e-3]))
        tool.set_events(3, r.choice([0, tool.events.PY_START, tool.events.PY_START | tool.events.LINE]))
        time.sleep(r.random() / 100)
        if r.random() < 0.1:
            tool.restart_events()
            del seen[:]
    tool.set_events(3, 0)
    tool.free_tool_id(3)


alarms, pause = 0, 0.003 if small == 1 else 0.1  # longer than the handler takes


def alarm(number, frame):
    global alarms
    alarms += 1  # nothing that allocates: where each allocation collects, the next alarm would come before the end


signal.signal(signal.SIGALRM, alarm)
signal.setitimer(signal.ITIMER_REAL, pause, pause)
threads = [threading.Thread(target=work, args=(n,)) for n in range(THREADS)] + [threading.Thread(target=storm)]
for t in threads:
    t.start()
for t in threads:
    t.join()
signal.signal(signal.SIGALRM, signal.SIG_IGN)
print(sum(turns), "turns,", alarms, "alarms", file=sys.stderr)
if failures:
    sys.exit("thread %d failed, seed %d" % (failures[0], seed))
assert all(turns), turns
print("right")
