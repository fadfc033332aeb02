# One place calls many functions: by position, with defaults, keywords and stars; they return, raise, recurse, yield, and change while they are hot.
import sys


def plain(x): return x + 1
def default(x, y=5): return x * y
def stars(*a, **k): return (a, k)
def raises(x): raise ValueError(x)
def catches(x):
    try:
        return raises(x)
    except ValueError as e:
        return e.args[0] - 1
def gen(x): yield from range(x % 3)
def loops(x):
    t = 0
    for i in range(x % 5):
        t += i
    return t
def only(x, *, z=3): return x - z
def closure(k):
    def inner(x): return x + k
    return inner


class Init:
    def __init__(self, x): self.x = x


class Bad:
    def __init__(self, x): return x


class Prop:
    def __init__(self, x): self.y = x
    @property
    def value(self): return self.y * 2
    def __getitem__(self, i): return self.y + i


table = [plain, default, stars, catches, gen, loops, only, raises] + [closure(i) for i in range(4)] + [Init, Bad, eval("lambda x: x ^ 3")]


def drive(n):
    seen = [0] * len(table)
    errors = {}
    for i in range(n):
        k = i % len(table)
        try:
            r = table[k](i)
        except (ValueError, TypeError) as e:
            errors[type(e).__name__] = errors.get(type(e).__name__, 0) + 1
            seen[k] += e.__traceback__.tb_next is not None
            continue
        if isinstance(r, int):
            seen[k] += r
        elif isinstance(r, tuple):
            seen[k] += r[0][0]
        elif isinstance(r, Init):
            seen[k] += r.x
        else:
            seen[k] += sum(r)
    return seen, errors


print(drive(4500))


def keywords(n):
    t = 0
    fs = [eval("lambda x, y=%d: x - y" % i) for i in range(9)]
    for i in range(n):
        t += fs[i % 9](i, y=i & 3)
        t += fs[i % 9](*(i,))
        t += fs[i % 9](x=i)
    return t


print(keywords(2700))


def properties(n):
    classes = [type("P%d" % i, (Prop,), {"value": property(eval("lambda self: self.y + %d" % i)), "__getitem__": eval("lambda self, i: i - self.y")}) for i in range(9)]
    objects = [c(i) for i, c in enumerate(classes)]
    t = 0
    for i in range(n):
        o = objects[i % 9]
        t += o.value + o[i]
    return t


print(properties(2700))

# Deep recursion through such a place ends in RecursionError, and the program goes on.
down = []
def step(k):
    def f(n): return down[n % 9](n - 1) if n else 0
    def g(n): return down[(n + k) % 9](n + 1)
    return f, g
pairs = [step(k) for k in range(9)]
down[:] = [eval("lambda n: down[n %% 9](n - 1) + %d if n > 0 else 0" % k) for k in range(9)]
for _ in range(40):
    r = down[3](150)
print(r)
down[:] = [g for f, g in pairs]
for _ in range(3):
    try:
        down[0](1)
    except RecursionError as e:
        print("RecursionError", str(e)[:32])

# A callee's code, defaults and frame change or are looked at on the way.
def a(x): return x
def b(x): return -x
fs = [closure(i) for i in range(8)] + [a]
def mixed(n):
    t = 0
    for i in range(n):
        t += fs[i % 9](i)
        if i == n // 2:
            a.__code__ = b.__code__
    return t
print(mixed(4500))

def who(x): return sys._getframe(1).f_code.co_name
fs = [eval("lambda x: who(x)", {"who": who}) for i in range(8)] + [who]
def names(n):
    d = {}
    for i in range(n):
        r = fs[i % 9](i)
        d[r] = d.get(r, 0) + 1
    return d
print(names(4500))

# Tracing begins and ends within such a call.
events = []
def trace(frame, event, arg):
    if event == "call":
        events.append(frame.f_code.co_name)
    return None
def on(x): sys.settrace(trace)
def off(x): sys.settrace(None)
fs = [closure(i) for i in range(9)]
def traced(n):
    for i in range(n):
        if i == n - 20:
            fs[3] = on
        if i == n - 5:
            fs[3] = off
        fs[i % 9](i)
traced(1809)
sys.settrace(None)
print(events)

# Texts and bytes by the usual encodings.
for text in ("abc", "ä", "\u20ac", "\udc80", ""):
    for enc in ("utf-8", "utf8", "UTF-8", "ascii", "latin-1", "latin1", "Latin_1", "u8"):
        for err in ("strict", "ignore", "replace", "surrogateescape", "surrogatepass", "backslashreplace"):
            try:
                raw = text.encode(enc, err)
                back = str(raw, enc, err), raw.decode(enc, err), str(raw, enc)
            except UnicodeError as e:
                raw, back = type(e).__name__, (e.encoding, e.reason)
            print(ascii(text), enc, err, raw, ascii(back)) if text == "\udc80" or err == "strict" else None
class S(str): pass
print(repr(S(b"x", "ascii")), type(S(b"x", "ascii", "strict")).__name__)
for args in ((b"x", 3), (b"x", "ascii", 3), (b"x", "as\0cii"), ("x", "ascii"), (3, "ascii"), (b"x", "nope"), (b"\xff", "ascii", "nope"), (b"x", "a", "b", "c")):
    for c in (str, S):
        try:
            print(repr(c(*args)))
        except Exception as e:
            print(type(e).__name__, e)
