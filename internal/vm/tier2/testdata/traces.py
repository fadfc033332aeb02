# Loops and functions for the tests of traces.
def ints(n):
    t = i = 0
    while i < n:
        t = t + i * 3 - 1
        i += 1
    return t


def ranges(n):
    t = 0
    for i in range(n):
        if i % 4 == 0:
            t += i
        else:
            t -= 1
    return t


def floats(n):
    x = 0.5
    for _ in range(n):
        x = x * 0.5 + 1.0
    return x


def overflow(n):
    x = 1
    for _ in range(n):
        x = x * 3 + 1
    return x


def items(n):
    xs = [k for k in range(n)]
    t = 0
    for x in xs:
        t += x
    return t


def add(a, b):
    return a + b


def calls(n):
    t = 0
    for i in range(n):
        t = add(t, i)
    return t


class Point:
    def __init__(self, x):
        self.x = x

    def step(self):
        self.x = self.x + 1
        return self.x


class Line(Point):
    def step(self):
        return 1


def methods(n):
    p, t = Point(0), 0
    for _ in range(n):
        t += p.step()
    return t


def mixed(n):
    ps, t = [Point(0), Line(2), Point(5), Line(7)], 0
    for _ in range(n):
        for p in ps:
            t += p.step()
    return t


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def caught(n):
    t = 0
    for i in range(n):
        try:
            t += 10 // (i % 5)
        except ZeroDivisionError:
            t += 100
    return t


def generator(n):
    def gen(n):
        for i in range(n):
            yield i * 2
    return sum(gen(n)) + sum(x for x in gen(n))


limit = 3


def globals_(n):
    t = 0
    for i in range(n):
        t += limit
    return t


def set_limit(n):
    global limit
    limit = n


def made(n):
    t = 0
    for i in range(n):
        t += Point(i).x
    return t


def numbers(n):
    k = 0
    while k < n:
        yield k
        k += 1


def yielded(n):
    t = 0
    for x in numbers(n):
        t += x
    return t


def adder(k):
    return lambda x: x + k


def closed(n):
    add3, t = adder(3), 0
    for _ in range(n):
        t = add3(t)
    return t


def defaults(a, b=2, *, c=3):
    return a + b + c


def by_default(n):
    t = 0
    for _ in range(n):
        t = defaults(t)
    return t


class Counter:
    made = 0
    step = 2

    def next(self, n):
        return n + self.step


def counted(n):
    c, t = Counter(), 0
    for _ in range(n):
        Counter.made += 1
        t = c.next(t)
    return t


def lcg(n):
    x = 1
    for _ in range(n):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return x


def set_step(n):
    Counter.step = n


def set_add(n):
    global add
    if n:
        def add(a, b):
            return a + b + n
    else:
        def add(a, b):
            return a + b


scale, shift = 6, 2.5


def folded(n):
    t = 0
    for i in range(n):
        t += i * (scale * 7 - 2) + limit % scale
    return t + (shift + 1.5) * n
