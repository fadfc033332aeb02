# Frames that outlive their calls, are written to and looked at while hot code runs; tracing switched on inside it; finalizers and errors in them.
import gc
import sys

def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

# --- f_locals of hot frames, written by what they call
def write(depth, **names):
    f = sys._getframe(depth + 1)
    for n, v in names.items():
        f.f_locals[n] = v

def loop(n, at, **names):
    a, b, t = 1, 0.5, 0
    for k in range(n):
        if k == at:
            write(0, **names)
        t = a + b
        a = a + 1
        if type(t) is str:
            return t
    return a, b, t, k

for names in ({"a": 100}, {"a": 0.25}, {"a": 2**63}, {"b": 7}, {"b": 2**48}, {"t": "lost"}, {"k": -1}, {"a": True, "b": False}):
    print(names, attempt(lambda: loop(50, 25, **names)))
print(attempt(lambda: loop(50, 25, b="s")), attempt(lambda: loop(50, 25, a=None)))

def leaf(x):
    return x + peek()
def peek():
    f = sys._getframe(1)
    x = f.f_locals["x"]
    if x == 20:
        f.f_locals["x"] = 1000
        f.f_back.f_locals["t"] = -1
    return f.f_locals["x"]
def calls(n):
    t = 0
    for k in range(n):
        t += leaf(k)
    return t
print(calls(40), calls(40))

# --- frames kept alive; their locals stay what they were, or what is written to them
kept = []
def keeper(x, y):
    z = x * 2
    kept.append(sys._getframe())
    z = z + y
    return z
def keep(n):
    t = 0
    for k in range(n):
        t += keeper(k, 0.5)
    return t
print(keep(30), [sorted(f.f_locals.items()) for f in kept[::10]], kept[3].f_lineno - kept[3].f_code.co_firstlineno, kept[3].f_back is None or kept[3].f_back.f_code.co_name)
kept[5].f_locals["z"] = "written"
kept[5].f_locals["extra"] = 1
print(sorted(kept[5].f_locals.items()), sorted(kept[6].f_locals.items()))
kept[7].clear()
print(dict(kept[7].f_locals), attempt(sys._getframe().clear))
gc.collect()
print(sorted(kept[29].f_locals.items()))

# --- what a generator's frame shows and takes while the generator is suspended in hot code
def gen(n):
    a = 0
    while a < n:
        a += 1
        yield a
def steps(n):
    g, out = gen(n), []
    for k, v in enumerate(g):
        if k == 20:
            g.gi_frame.f_locals["a"] = 30
        if k == 25:
            g.gi_frame.f_locals["a"] = 40.5
        out.append(v)
    return out[18:23], out[-1], g.gi_frame
print(steps(50))

# --- tracing that begins and ends in mid-run, and changes what it sees
events = []
def tracer(frame, event, arg):
    if frame.f_code.co_name in ("traced", "short", "meth"):
        events.append((event, frame.f_code.co_name, frame.f_lineno - frame.f_code.co_firstlineno))
        if event == "line" and "t" in frame.f_locals and frame.f_locals["t"] == 300:
            frame.f_locals["t"] = 5
    return tracer
class O:
    def __init__(self):
        self.v = 1
    def meth(self):
        return self.v
def short(x):
    return x + 1
def traced(n, on, off):
    t, o = 0, O()
    for k in range(n):
        if k == on:
            sys.settrace(tracer)
            sys._getframe().f_trace = tracer
        t += short(k)
        t -= o.meth()
        if k == off:
            sys.settrace(None)
    return t
print(traced(40, 20, 22), len(events), events[:14])
events.clear()
print(traced(40, 37, 99), len(events), events[-4:])
sys.settrace(None)
events.clear()
profile = []
def profiler(frame, event, arg):
    if len(profile) < 12:
        profile.append((event, getattr(arg, "__name__", arg) if event[0] == "c" else frame.f_code.co_name))
def profiled(n):
    t = 0
    for k in range(n):
        if k == n - 2:
            sys.setprofile(profiler)
        t += short(k) + len("ab")
    sys.setprofile(None)
    return t
print(profiled(40), profile)
def raising(frame, event, arg):
    if frame.f_code.co_name == "short" and event == "return":
        raise RuntimeError("from the tracer")
    return raising
def disturbed(n):
    out = []
    for k in range(n):
        if k % 15 == 14:
            sys.settrace(raising)
        out.append(attempt(short, k))
    return out[13:16], out[-1]
print(disturbed(40), sys.gettrace())

# --- lines of tracebacks through inlined functions
def divide(a, b):
    return a // b
def ratio(a, b):
    c = a + 1
    return divide(
        c, b)
class R:
    def __init__(self, a):
        self.a = 10 // a
    @property
    def inverse(self):
        return 1 // (self.a - 2)
    def __neg__(self):
        return -divide(self.a,
                       0)
def lines(e):
    tb, out = e.__traceback__, []
    while tb:
        c = tb.tb_frame.f_code
        out.append((c.co_name, tb.tb_lineno - c.co_firstlineno, sorted((n, v) for n, v in tb.tb_frame.f_locals.items() if type(v) in (int, float))))
        tb = tb.tb_next
    return out
def errors(n):
    seen = []
    for k in range(n):
        for f in (lambda: ratio(k, k - 20), lambda: R(k - 20), lambda: R(5).inverse if k == 20 else 0, lambda: -R(2) if k == 20 else 0):
            try:
                f()
            except ZeroDivisionError as e:
                seen.append(lines(e)[1:])
    return seen
print(*errors(30), sep="\n")

# --- finalizers that run and raise in the midst of hot code
sys.unraisablehook = lambda u: raised.append(f"{type(u.exc_value).__name__}: {u.exc_value}")
raised, died = [], []
class Dies:
    def __init__(self, n):
        self.n = n
    def __del__(self):
        died.append(self.n)
        if self.n % 2:
            raise ValueError(self.n)
def dying(n):
    t = 0
    for k in range(n):
        d = Dies(k)
        t += d.n
        d = None
        if k % 8 == 7:
            gc.collect()
    return t
print(dying(40))
gc.collect()
print(len(set(died)) > 30, len(raised) > 15, {r[:12] for r in raised})

# --- a deep recursion caught inside hot loops, and again
def down(n):
    return down(n + 1)
def bounce(n):
    try:
        return bounce(n + 1)
    except RecursionError:
        return n > 50
def caught(n):
    t = 0
    for k in range(n):
        try:
            down(0)
        except RecursionError as e:
            t += str(e) == "maximum recursion depth exceeded"
        t += bounce(0)
        t += short(k)
    return t
print(caught(30))
class Loop:
    def __getattr__(self, name):
        return self.other
    def __add__(self, o):
        return self + o
    def __eq__(self, o):
        return self == o
    def __len__(self):
        return len(self)
    def __repr__(self):
        return repr(self)
def endless(n):
    o, seen = Loop(), {}
    for k in range(n):
        for f in (lambda: o.x, lambda: o + 1, lambda: o == 1, lambda: len(o), lambda: repr(o)):
            try:
                f()
            except RecursionError as e:
                seen[str(e).split(" while")[0]] = seen.get(str(e).split(" while")[0], 0) + 1
    return seen
print(endless(8))

# --- memory that cannot be had, asked for in hot loops
def huge(n):
    t = 0
    for k in range(n):
        for f in (lambda: [k] * 2**60, lambda: "ab" * 2**61, lambda: b"x" * (2**62 + k), lambda: (1, 2) * 2**60, lambda: bytearray(2**60)):
            try:
                f()
            except MemoryError as e:
                t += 1
            except OverflowError:
                t += 100
    return t
print(huge(20))
