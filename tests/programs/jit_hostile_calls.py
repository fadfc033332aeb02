# Calls under hot code whose shape, callee or arguments change: decorators, partial application, star arguments, bound methods, classes as
# callees, recursion through inlined functions, exceptions that pass through them.
import sys

def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

def changes(values):
    out = []
    for v in values:
        if not out or out[-1] != v:
            out.append(v)
    return out if len(out) < 12 else (len(out), out[:4], out[-4:])

# --- the callee in a variable, of another kind every few turns
def plain(a, b=10):
    return a + b
class Callable:
    def __init__(self, n):
        self.n = n
    def __call__(self, a, b=3):
        return a * self.n + b
    def method(self, a, b=4):
        return a - self.n, b
    @classmethod
    def cm(cls, a, b=5):
        return cls.__name__, a, b
    @staticmethod
    def sm(a, b=6):
        return a, b
def generator(a, b=7):
    yield a
    yield b
kinds = [plain, Callable(2), Callable(3).method, Callable.cm, Callable.sm, Callable(1).cm, Callable, max, lambda a, b=8: (b, a), generator, complex, divmod, (1).__add__, "x%sy%s".__mod__, None, 5, [].append]
def show(v):
    if isinstance(v, Callable):
        return "Callable", v.n
    return list(v) if hasattr(v, "send") else v
def through(n):
    out = []
    for f in kinds:
        for k in range(n):
            r = show(attempt(f, 5, 2)), show(attempt(f, 5)), show(attempt(f, 5, b=1)), show(attempt(f))
        out.append(r)
    return out
print(*through(12), sep="\n")
def direct(n):
    out = []
    for k in range(n):
        f = kinds[k // 3 % 6]
        try:
            out.append(show(f(k, 2)))
        except TypeError as e:
            out.append(str(e))
    return out
print(direct(60))

# --- star arguments of changing length and kind, keywords in changing order
def takes(a, b=2, *rest, c=3, **more):
    return a, b, rest, c, list(more.items())
def stars(n):
    out = []
    for k in range(n):
        args = [(), (1,), [1, 2], (1, 2, 3), "ab", {5: 6}, range(k % 4), (x for x in (7, 8)), None][k // 4 % 9]
        kw = [{}, {"c": 9}, {"d": 1, "c": 2}, {"a": 1}, {1: 2}, None][k // 7 % 6]
        out.append(attempt(lambda: takes(*args, **kw)))
        out.append(attempt(lambda: takes(0, *[1] * (k % 3), c=k % 2, z=1)))
    return changes(out)
print(stars(120))

# --- recursion through short functions, with an exception from the bottom
def even(n):
    return True if n == 0 else odd(n - 1)
def odd(n):
    return False if n == 0 else even(n - 1)
def fall(n, what):
    if n:
        return step(n, what)
    raise what
def step(n, what):
    return fall(n - 1, what) + 1
def depth(e):
    n, tb = 0, e.__traceback__
    while tb:
        n, tb = n + 1, tb.tb_next
    return n
def falls(n):
    out = []
    for k in range(n):
        try:
            out.append(fall(k % 6, (ValueError(k % 2), KeyError(1), StopIteration(3))[k % 3]))
        except (ValueError, KeyError) as e:
            out.append((type(e).__name__, depth(e)))
        except StopIteration as e:
            out.append((e.value, depth(e)))
    return out
print([even(k) for k in range(40)][-3:], changes(falls(36)))

# --- a short function that is passed on, and called with other types each time
def twice(f, x):
    return f(f(x))
def inc(x):
    return x + 1
def both(x):
    return x + x
def higher(n):
    out = []
    for k in range(n):
        x = (k, 0.5, 2**48 - 2, 2**63 - 1, "s", (1,), True, [k])[k // 3 % 8]
        out.append((attempt(twice, inc, x), attempt(twice, both, x)))
    return changes(out)
print(higher(72))

# --- decorated, wrapped and memoized functions, redefined on the way
def logged(f):
    def wrapper(*args, **kw):
        calls.append(f.__name__)
        return f(*args, **kw)
    return wrapper
calls = []
@logged
def area(w, h=2):
    return w * h
def decorated(n):
    global area
    t = 0
    for k in range(n):
        t += area(k)
        if k == n // 2:
            area = logged(area)
    return t, len(calls)
print(decorated(40), decorated(40))
def memo(f):
    seen = {}
    def wrapper(n):
        if n not in seen:
            seen[n] = f(n)
        return seen[n]
    return wrapper
@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90), [fib(k) for k in range(0, 90, 15)])

# --- closures made in hot loops, that share cells and outlive the loop
def closures(n):
    fs, total = [], 0
    for k in range(n):
        j = k
        def get(d=k):
            return j, k, d, total
        def add(x):
            nonlocal total, j
            total += x
            j = -x
            return total
        fs.append((get, add))
        add(k)
        if k % 10 == 9:
            fs[k - 5][1](100)
            fs[k - 5][0].__defaults__ = ("default",)
    return [g() for g, a in fs[::9]], [a(1) for g, a in fs[::9]], j
print(closures(40))

# --- bound methods and properties of objects that change class between the lookup and the call
class A:
    def who(self, x=None):
        return "A", x
    @property
    def p(self):
        return "A.p"
class B(A):
    def who(self, x=None):
        return "B", x
    p = "B.p"
o = A()
def turn():
    o.__class__ = B if type(o) is A else A
    return type(o).__name__
def between(n):
    out = []
    for k in range(n):
        out.append((o.who(turn()), o.p, o.who(), (turn(), o.p), getattr(o, "who")(turn())))
        m = o.who
        turn()
        out.append((m(), m.__func__ is type(o).who))
    return out[:2] + out[-2:]
print(between(30))

# --- default arguments that are mutable, and evaluated by what raises
def collects(x, into=[]):
    into.append(x)
    return len(into)
print([collects(k) for k in range(30)][-1], collects.__defaults__[0][:3])
def makes(n):
    out = []
    for k in range(n):
        try:
            def f(a=10 // (k % 4), *, b=[k][k % 3 and 1]):
                return a, b
            out.append(f())
        except (ZeroDivisionError, IndexError) as e:
            out.append(type(e).__name__)
    return out
print(makes(24))

# --- sys._getframe and locals() of what may have been inlined
def here(x):
    y = x + 1
    return sys._getframe().f_lineno - here.__code__.co_firstlineno, sorted(locals().items()), sys._getframe(1).f_code.co_name
def caller(x):
    z = -x
    return here(z)
def frames(n):
    out = []
    for k in range(n):
        out.append(caller(k % 2))
    return changes(out[-2:])
print(frames(40))
def lines(n):
    out = []
    for k in range(n):
        out.append((sys._getframe(0).f_lineno - lines.__code__.co_firstlineno,
                    up(),
                    up()))
    return changes(out)
def up():
    return sys._getframe(1).f_lineno - lines.__code__.co_firstlineno
print(lines(40))
