# Short functions, which are compiled as part of their callers: results, exceptions and tracebacks, frames that are looked at, redefinition.
import sys


def trace(e):
    tb = e.__traceback__
    while tb:
        print(e, tb.tb_frame.f_code.co_name, tb.tb_lineno, sorted(tb.tb_frame.f_locals)[:4], tb.tb_lasti)
        tb = tb.tb_next


def pair(a, b):
    return b, a + b & 0xFFFF


def pairs(n):
    a, b = 0, 1
    for i in range(n):
        a, b = pair(a, b)
        a, b = b, a ^ i & 7
    return a, b


def grow(x):
    return x * 3 + 1


def big(n):
    x = 1
    for i in range(n):
        x = grow(x)
    return x


def pick(a, b, c=7):
    if a < b:
        if b < c:
            return a
        return b
    x = a - b
    return x * c


def picks(n):
    t = 0
    for i in range(n):
        t += pick(i, 50) + pick(i, i & 3, 2) + pick(50, i)
    return t


def halves(xs):
    t = 0.0
    for x in xs:
        t += pick(x, 2.5, 1.5)
    return t


class Vector:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    def move(self, dx):
        self.x = self.x + dx
        self.moved = True
        return self

    @property
    def first(self):
        return self.x

    @staticmethod
    def double(k):
        return k + k

    def __eq__(self, other):
        return self.x == other.x

    def __getitem__(self, k):
        return self.x if k == 0 else self.y

    def __lt__(self, other):
        return self.x < other.x


def vectors(n):
    t = 0
    v = Vector(1, 2.5)
    for i in range(n):
        w = Vector(i, 2)
        t += v.dot(w) + w.first + Vector.double(i) + v[0] + v[1]
        if w < v or w == v:
            t += 1
        v.move(1)
    return t, v.x, v.moved


def counter():
    total = 0

    def add(k):
        nonlocal total
        total = total + k
        return total

    return add


def counted(n):
    add, t = counter(), 0
    for i in range(n):
        t ^= add(i)
    return t


def unbound(n):
    def get():
        return late

    seen = 0
    for i in range(n):
        try:
            seen += get()
        except NameError as e:
            seen -= 1
            if i == n // 2:
                print(e)
                late = 100
        if i == n // 2 + 3:
            del late
    return seen


class Odd:
    def __init__(self, v):
        self.v = v
        if v == 57:
            return v


def odd(n):
    t = 0
    for i in range(n):
        try:
            t += Odd(i).v
        except TypeError as e:
            print(e)
    return t


def item(xs, k):
    y = xs[k]
    return y * 2


def caught(n):
    xs = list(range(n))
    bad = 0
    for i in range(n + 10):
        try:
            item(xs, i)
        except IndexError as e:
            bad += 1
            if i == n:
                trace(e)
    return bad


def reach(xs):
    t = 0
    for i in range(90):
        t += item(xs, i)
    return t


class Seen:
    def __init__(self, names):
        self.names = names

    def __add__(self, other):
        f = sys._getframe(1)
        self.names.append((f.f_code.co_name, f.f_lineno, f.f_back.f_code.co_name, f.f_back.f_lineno, sorted(f.f_locals)))
        return other

    def __getattr__(self, name):
        f = sys._getframe(1)
        self.names.append((name, f.f_code.co_name, f.f_locals["k"], sorted(f.f_back.f_locals)))
        return 1


def plus(a, b):
    s = a + b
    return s + 1


def attribute(o, k):
    return o.thing + k


class Plain:
    thing = 5


def looked(n):
    names = []
    o, p, t = Seen(names), Plain(), 0
    for i in range(n):
        a = o if i % 40 == 39 else i
        t += plus(a, i) + attribute(o if i % 50 == 49 else p, i)
    return t, names


def one(x):
    return x + 1


def two(x):
    return x + 2


def redefined(n):
    global one
    t = 0
    was = one
    for i in range(n):
        t += one(i)
        if i == n // 2:
            one = two
        if i == n // 2 + 10:
            one = was
            one.__code__ = (lambda x: x + 3).__code__
        if i == n // 2 + 20:
            one.__defaults__ = (5,)
    return t, one()


def leaf(n):
    return n + 1


def deep(n):
    if n == 0:
        return leaf(0)
    return deep(n - 1) + leaf(n)


def limits():
    found = []
    for n in range(1, 40):
        deep(n)
    lo = 0
    for n in range(100, 1100):
        try:
            deep(n)
            lo = n
        except RecursionError:
            found.append(n)
            break
    return len(found), lo == found[0] - 1


def same(x):
    y = x
    return y, x


def identities(n):
    x = (1 << 60) + 5
    nan = float("nan")
    ok = 0
    for i in range(n):
        x = x + 1
        a, b = same(x)
        c, d = same(nan)
        ok += (a is b) + (a is x) + (c is d) + (c is nan)
    return ok


def many(a, b):
    return a + b


def mixed(n):
    t = []
    for k in range(3):
        for i in range(n):
            r = many(i, i), many(i * 0.5, i), many("a", "b"), many([i], [k]), many((i,), ())
        t.append(r)
    return t


def stacked(n):
    t = 0
    for i in range(n):
        t += sum([many(i, 1), many(many(i, 2), many(3, i)), len([many(i, k) for k in range(3)])])
    return t


def generated(n):
    for i in range(n):
        x = many(i, 1)
        yield many(x, i)


def sieve(xs, k):
    return k in xs, k not in xs, xs[0] is k, not xs


def sieved(n):
    t = 0
    for i in range(n):
        a, b, c, d = sieve((i, 3, 5), 5)
        t += a + b * 2 + c * 4 + d * 8
    return t


for n in (3, 30, 300):
    print(pairs(n), big(n) % 1000003, picks(n), halves([1.5, 2.0, 9.5] * n), counted(n), unbound(n), odd(n))
    print(vectors(n), caught(n), identities(n), mixed(n), stacked(n), sum(generated(n)), sieved(n))
    print(looked(n))
print(redefined(200))
print(limits())
try:
    reach(list(range(50)))
except IndexError as e:
    trace(e)
print(reach([1.5] * 90), reach(["a"] * 3 if False else [2] * 90))
