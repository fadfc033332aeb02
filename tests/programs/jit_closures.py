# Closures, cells and nonlocal variables in hot loops; cells that change their types, vanish and are shared.
def counter(start, step):
    n = start

    def bump():
        nonlocal n
        n += step
        return n

    def read():
        return n

    return bump, read


def accumulate(n):
    total, calls = 0, 0

    def add(x):
        nonlocal total, calls
        calls += 1
        total = total + x

    for i in range(n):
        add(i)
        if i == n // 2:
            total += 0.5
    return total, calls


def adders(n):
    made = [lambda x, k=k: x + k for k in range(5)] + [(lambda k: lambda x: x * k)(k) for k in range(1, 4)]
    t = 0
    for i in range(n):
        t = made[i % len(made)](t) % 1000003
    return t


def late(n):
    """All see the last value of the loop's cell."""
    fs = []
    for i in range(n):
        fs.append(lambda: i)
    return sum(f() for f in fs), fs[0]()


def deleted(n):
    x, bad = 1, 0

    def get():
        return x

    for i in range(n):
        if i % 50 == 10:
            del x
        try:
            get()
        except NameError as e:
            bad += len(str(e))
        try:
            x += 1
        except UnboundLocalError as e:
            bad += len(str(e))
        if i % 50 == 12:
            x = i
    return bad, x


def own_cell(n):
    """The loop variable itself is a cell that a callee changes."""
    i = 0
    seen = []

    def skip():
        nonlocal i
        i += 9
        if i % 100 == 0:
            seen.append(i)

    while i < n:
        i += 1
        if i % 10 == 1:
            skip()
    return i, len(seen)


def compose(*fs):
    def run(x):
        for f in fs:
            x = f(x)
        return x

    return run


def deep(n):
    a = 1

    def one():
        b = a + 1

        def two():
            nonlocal a
            c = b + a

            def three(x):
                nonlocal b
                b += 1
                return x + a + b + c

            a += 1
            return three(c) + three(b)

        return two() + two()

    return sum(one() for _ in range(n)), a


def memo(f):
    known = {}

    def wrapper(*args):
        if args not in known:
            known[args] = f(*args)
        return known[args]

    wrapper.known = known
    return wrapper


@memo
def paths(a, b):
    return 1 if not a or not b else paths(a - 1, b) + paths(a, b - 1)


def cell_contents(n):
    x = 0

    def f():
        return x * 2

    t = 0
    for i in range(n):
        t += f()
        if i % 100 == 0:
            f.__closure__[0].cell_contents = i
        if i == 500:
            x = "ab"
            t += len(f())
            x = 0.5
    return t, x


def classes(n):
    t = 0
    for i in range(n):

        class Local:
            k = i

            def get(self):
                return __class__.k + i

        t += Local().get()
    return t


for start, step in ((0, 1), (2**48 - 200, 1), (0.5, 0.25), (10, -3), ("", "a")):
    bump, read = counter(start, step)
    for _ in range(500):
        bump()
    print(read() if isinstance(start, (int, float)) else len(read()))
print(accumulate(1500), adders(1200), late(600), deleted(800), own_cell(2000))
f = compose(lambda x: x + 1, lambda x: x * 2, abs, lambda x: x % 1009)
x = 3
for _ in range(600):
    x = f(x)
print(x, deep(400), paths(15, 15), len(paths.known), cell_contents(1000), classes(300))


# One value for two parameters, of which one becomes a cell.
def twice(a, b, c):
    d = b + c
    return d, b is c, (lambda: a)()


def thrice(a, b, c=1, d=2):
    e = a + d

    def inner():
        return b + c

    return e, inner(), d


# More cells than there are registers for, in functions that are inlined and that are not.
def eight(n):
    a, b, c, d, e, f, g, h = range(n, n + 8)

    def short(x):
        return x + a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8

    def long(x):
        nonlocal a
        for _ in range(2):
            a += 1
        return x - a + b * 2 - c * 3 + d * 4 - e * 5 + f * 6 - g * 7 + h * 8

    t = 0
    for k in range(n):
        t += short(k) - long(k)
    return t, a


def all_cells(n):
    out = []
    for k in range(n):
        s, f, i = str(k), k * 0.5, k << 50
        out.append((twice(s, s, s), twice(f, f, f), twice(i, i, i), twice(k, k, k)))
        out.append((thrice(s, s, s, s), thrice(f, f, f, f), thrice(k, k), thrice(i, i, k, k)))
    return out


for n in 1, 3, 30:
    print(all_cells(n)[-2:], eight(n))
