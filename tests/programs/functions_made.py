# Functions made and called in loops: closures, lambdas, generator expressions, defaults, other builtins; zips and memberships beside.


def plain(n):
    t = 0
    for k in range(n):
        def f(x):
            return x + k
        t += f(1)
        g = lambda a, b=2: a + b
        t += g(k) + g(k, 3)
    return t


def closures(n):
    fs = []
    for k in range(n):
        def add(x, k=k):
            return x + k

        def count():
            nonlocal t
            t += k
            return t
        t = k
        count()
        if k > n - 4:
            fs.append((add, count))
    return [(a(1), c(), c()) for a, c in fs]


def changed(n):
    out = []
    for k in range(n):
        def f():
            return 1

        def g():
            return 2
        if k % 50 == 49:
            f.__code__ = g.__code__
        out.append(f())
    return sum(out)


def changed_by(n, change):
    out = 0
    for k in range(n):
        def f(x=1):
            return x
        change(f, k)
        out += f()
    return out


def turn(f, k):
    if k % 3 == 0:
        f.__defaults__ = (k,)


def expressions(n):
    out = []
    for k in range(n):
        a = tuple(i + k for i in range(3))
        b = set(x - k for x in a)
        c = sum(x * y for x in a for y in b)
        d = [i for i in (j for j in a if j != k)]
        e = max((x, k) for x in a)
        if k > n - 3:
            out.append((a, sorted(b), c, d, e))
    return out


def annotated(n):
    for k in range(n):
        def f(a: int, *, b: str = "x") -> int:
            "Doc."
            return a
    return f(1), f.__annotations__, f.__kwdefaults__, f.__doc__, f.__name__, f.__qualname__, f.__module__


def failing(n):
    for k in range(n):
        def f(x):
            return 1 // x
        try:
            f(k % 2)
        except ZeroDivisionError as e:
            last = e.__traceback__.tb_next.tb_frame.f_code.co_name
    return last


def zipped(n):
    out = []
    for k in range(n):
        a, b = [1, 2, k], (4, 5, 6, 7)
        for i, (x, y) in enumerate(zip(a, b)):
            out.append(i + x + y)
        z = zip(a, range(k % 4), "abcd")
        for p in z:
            out.append(p[1])
        try:
            for x, y in zip(a, b, strict=True):
                out.append(x)
        except ValueError as e:
            last = str(e)
        it = iter(a)
        for x, y in zip(it, it):
            out.append(x - y)
        out.append(len(list(it)))
        for pair in zip():
            out.append(pair)
        for pair in zip(iter(a), (v for v in b)):
            out.append(pair[1])
        del out[:-40]
    return out, last


class Odd(int):
    def __eq__(self, other):
        return other == 3

    __hash__ = int.__hash__


def among(n):
    t = 0
    xs = [1, 2, 3, 2.0, True, None, "x", 10**30, Odd(5)]
    ys = tuple(range(50))
    for k in range(n):
        t += (k % 60 in ys) + (k in xs) + (-k in xs) + (2 in [2.0]) + (1 in (True,)) + (3 in xs[4:]) + (7 in [Odd(5), 8])
        t += (k % 60 not in ys) * 100
    return t


N = 170
print(plain(N), closures(N), changed(N), changed_by(N, turn), changed_by(N, lambda f, k: None))
print(expressions(N))
print(annotated(N), failing(N))
print(zipped(N))
print(among(N), 5000 in list(range(6000)), 6000 in list(range(6000)), 5.0 in list(range(5000)) + [5.5])
space = {"__builtins__": {"len": lambda x: 42, "range": range}}
exec(compile("""
def make(n):
    t = 0
    for k in range(n):
        def f():
            return len("abc")
        t += f()
    return t
""", "space", "exec"), space)
print(space["make"](N))
space["__builtins__"] = {"len": lambda x: 1, "range": range}
print(space["make"](N))
