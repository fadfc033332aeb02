# Frames seen from the middle of hot loops: locals(), f_locals read and written, from callees, by trace functions.
import sys


def own(n):
    t, text = 0, ""
    for i in range(n):
        x = i * 2
        y = x * 0.5
        t += x
        if i % 200 == 150:
            d = locals()
            text += str((d["i"], d["x"], d["y"], d["t"], sorted(d))) + "\n"
            d["x"] = -1
            t += x
        del y
    return t, text


def caller_locals(depth=1):
    f = sys._getframe(depth)
    return f.f_code.co_name, f.f_lineno, {k: v for k, v in f.f_locals.items() if k != "log"}


def watched(n):
    log, a, b = [], 1, 0.5
    for i in range(n):
        a = a + i
        b = b * 1.0001
        c = (a, i)
        if i % 250 == 249:
            log.append(caller_locals())
            log.append(inner(i))
    return log


def inner(k):
    z = k + 0.25
    return caller_locals(2), caller_locals(1), z


def poke(name, value):
    sys._getframe(1).f_locals[name] = value


def poked(n):
    """A callee writes to the variables of the loop."""
    a, b, t = 0, 1, 0
    for i in range(n):
        t += a + b
        if i == 300:
            poke("a", 10)
        if i == 500:
            poke("b", 0.5)
        if i == 650:
            poke("t", -5)
        if i == 700:
            poke("a", "text")
            poke("b", str(i))
            t = len(a + b)
            poke("a", 2**60)
            b = 1
        if i == 800:
            poke("i", 0.25)
            t += i
    return a, b, t


def stack(n):
    """Who calls: the frames from a callee in a hot loop."""
    names = set()
    for i in range(n):
        f = sys._getframe()
        if i % 100 == 0:
            names.add(up(i))
        t = f.f_lineno
    return sorted(names), t


def up(i):
    f, out = sys._getframe(), []
    while f and len(out) < 3:
        out.append(f"{f.f_code.co_name}:{f.f_lineno}")
        f = f.f_back
    return " ".join(out)


events = []


def tracer(frame, event, arg):
    if frame.f_code.co_name in ("traced", "traced_leaf"):
        events.append((frame.f_code.co_name, event, frame.f_lineno, frame.f_locals.get("i"), frame.f_locals.get("t")))
        return tracer


def start_trace():
    sys.settrace(tracer)
    sys._getframe(1).f_trace = tracer


def traced_leaf(x):
    y = x + 1
    return y


def traced(n):
    t = 0
    for i in range(n):
        t += traced_leaf(i)
        if i == 600:
            start_trace()
        if i == 603:
            sys.settrace(None)
            sys._getframe().f_trace = None
        t ^= 1
    return t


def profiled(n):
    calls = []
    t = 0
    for i in range(n):
        t = traced_leaf(t)
        if i == 400:
            sys.setprofile(lambda f, e, a: calls.append((e, f.f_code.co_name, getattr(a, "__name__", a))))
        if i > 398:
            abs(i)
        if i == 402:
            sys.setprofile(None)
    return t, calls


def jump(frame, event, arg):
    if event == "line" and frame.f_code.co_name == "jumped" and frame.f_locals.get("i") == 450 and not frame.f_locals["done"]:
        frame.f_locals["done"] = True
        frame.f_locals["t"] = 10**6
    return jump


def jumped(n):
    t, done = 0, False
    for i in range(n):
        if i == 440:
            sys.settrace(jump)
            sys._getframe().f_trace = jump
        t += 1
    sys.settrace(None)
    return t, done


print(*own(1000))
for row in watched(1000):
    print(row)
print(poked(900), stack(800))
print(traced(1000))
for e in events:
    print(e)
print(profiled(600), jumped(600))


# A callee assigns a variable whose old value is on its caller's stack: as such, as a method's self, in a tuple.
class Named:
    def __init__(self, name):
        self.name = name

    def told(self, x):
        return self.name, x


def assign(name, value, at=37):
    global calls
    calls += 1
    if calls % 41 == at:
        sys._getframe(1).f_locals[name] = value
    return calls


def on_the_stack(n, x, o):
    out = []
    for i in range(n):
        a = (x, assign("x", "new x"))[0]
        b = x + str(assign("x", "newer"))
        c = o.told(assign("o", Named("new o")))[0]
        d = [x, (x, i), assign("x", "newest", 3)]
        y = x
        e = (x, y, assign("y", 1.5), y, x)
        out.append((a, b, c, d[:2], e[:2], e[3:]))
    return sorted(set(map(repr, out)))


calls = 0
for n in 30, 100:
    for line in on_the_stack(n, "x", Named("o")):
        print(line)
