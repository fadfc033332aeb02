# Calls with keywords, and of functions with keyword-only parameters: which parameter gets what, when defaults are taken, what goes wrong.


def plain(a, b=2, c=3):
    return (a, b, c)


def only(a, *, b=20, c=30):
    return (a, b, c)


def must(a, *, b, c=30):
    return (a, b, c)


def posonly(a, b=2, /, c=3, *, d=4):
    return (a, b, c, d)


def star(a, *rest, b=2):
    return (a, rest, b)


def double(a, **kw):
    return (a, sorted(kw.items()))


def cells(a, b=2, *, c=3):
    def inner():
        return a, b, c
    return inner


def gen(a, n=3, *, step=1):
    for i in range(n):
        yield a + i * step


def run(n):
    out = []
    for i in range(n):
        out.append(plain(i))
        out.append(plain(i, c=i + 1))
        out.append(plain(a=i, c="c", b="b"))
        out.append(plain(i, "x", c=0.5))
        out.append(plain(c=1, a=i))
        out.append(only(i))
        out.append(only(i, c=7))
        out.append(only(c=i, a=1))
        out.append(must(i, b=i))
        out.append(must(b="b", a=i, c="c"))
        out.append(posonly(i))
        out.append(posonly(i, 5, c=6))
        out.append(posonly(i, d=6, c=i))
        out.append(star(i, 1, 2, b=3))
        out.append(star(i))
        out.append(double(i, x=1, y=2))
        out.append(cells(i, c=9)())
        out.append(list(gen(i, step=2)))
        out.append(list(gen(step=5, n=2, a=i)))
    return out


for row in run(3):
    print(row)
assert run(40)[:57] == run(3)


# What is evaluated when.
log = []


def note(x):
    log.append(x)
    return x


def order(n):
    for i in range(n):
        plain(c=note("c"), b=note("b"), a=note("a"))
        plain(note(1), c=note(3), b=note(2))


order(2)
print(log)


# Errors.
def wrong(i):
    if i == 0:
        plain()
    elif i == 1:
        plain(1, a=2)
    elif i == 2:
        plain(1, d=2)
    elif i == 3:
        only(1, 2)
    elif i == 4:
        must(1)
    elif i == 5:
        must(1, c=2)
    elif i == 6:
        posonly(a=1)
    elif i == 7:
        posonly(1, b=3)
    elif i == 8:
        plain(1, 2, 3, 4, c=5)
    elif i == 9:
        plain(b=1, c=2)
    elif i == 10:
        only(b=1)
    elif i == 11:
        must(1, 2, b=3)
    elif i == 12:
        star(b=1)
    elif i == 13:
        Point(x=1)
    elif i == 14:
        Point(1, x=2, y=3)
    elif i == 15:
        Empty(x=1)
    elif i == 16:
        Point(1, 2).move(dz=1)


class Point:
    def __init__(self, x, y, *, z=0):
        self.x, self.y, self.z = x, y, z

    def move(self, dx=0, dy=0, *, dz=0):
        return Point(self.x + dx, self.y + dy, z=self.z + dz)

    def show(self):
        return (self.x, self.y, self.z)


class Flexible:
    def __init__(self, **kw):
        self.kw = kw

    def __call__(self, a, b=1, *, c=2):
        return (a, b, c, sorted(self.kw))


class Empty:
    pass


class Sub(Point):
    def __init__(self, *, name, x=1, y=2):
        super().__init__(x, y=y)
        self.name = name


for _ in range(6):
    for i in range(17):
        try:
            wrong(i)
        except TypeError as e:
            print(i, e) if _ in (0, 5) else None


# Classes, methods, instances.
def objects(n):
    out = []
    for i in range(n):
        p = Point(i, y=2)
        q = p.move(dy=3)
        r = q.move(1, dz=i)
        m = r.move
        out.append((p.show(), q.show(), r.show(), m(dx=10).show(), Point(y=1, x=i, z=5).show()))
        s = Sub(name="n", y=i)
        out.append((s.show(), s.name))
        f = Flexible(k=i)
        out.append(f(1, c=i))
        out.append(f(b=1, a=i))
    return out


for row in objects(3):
    print(row)
assert objects(30)[:12] == objects(3)


# Functions as values: ever other closures, with defaults of their own.
def closures(n):
    out = []
    for i in range(n):
        def f(a, b=i, *, c=i * 2):
            return (a, b, c, i)
        out.append(f(1))
        out.append(f(1, c=5))
        out.append(f(b=3, a=i))
    return out


print(closures(12))


def apply(f, x):
    return f(x, c=x + 1)


def other(a, c):
    return ("other", a, c)


def third(x, b=0, *, c):
    return ("third", x, b, c)


def try_apply(f, x):
    try:
        return apply(f, x)
    except TypeError as e:
        return str(e)


for _ in range(4):
    print([try_apply(f, _) for f in (plain, only, must, other, third, double, Flexible(), lambda c, a: (a, c), lambda a, c: (a, c), lambda x: 1, str, dict, Point)])


# Defaults that change: assigned, and keyword-only ones changed in place, under a running loop.
def changing(n):
    out = []
    for i in range(n):
        if i == 3:
            only.__kwdefaults__["b"] = "changed"
        if i == 5:
            only.__kwdefaults__ = {"b": "new", "c": "new"}
        if i == 7:
            del only.__kwdefaults__["b"]
        if i == 9:
            only.__kwdefaults__["b"] = "back"
        if i == 11:
            only.__kwdefaults__.update(b=1, c=2)
        if i == 13:
            only.__kwdefaults__.clear()
        if i == 15:
            only.__kwdefaults__ = None
        if i == 17:
            only.__kwdefaults__ = {"b": 1, "c": 2, 3: 4}
        if i == 19:
            plain.__defaults__ = ("B", "C")
        if i == 21:
            plain.__defaults__ = ("C",)
        if i == 23:
            plain.__code__ = (lambda a, c, b=1: ("code", a, b, c)).__code__
        for f in (lambda: only(i), lambda: only(i, c=0), lambda: plain(i, c="k"), lambda: plain(c=i, a=1)):
            try:
                out.append(f())
            except TypeError as e:
                out.append(str(e))
    return out


for x in changing(26):
    print(x)


# Keywords beyond what registers hold, floats and ints of all sizes.
def wide(a, b, c, d, e, f, g, h, i=9, *, j, k=11, l=12.5):
    return (a, b, c, d, e, f, g, h, i, j, k, l)


def many(n):
    t = []
    for i in range(n):
        t.append(wide(1, 2.5, i, h="h", g=i * 1.5, f=2**60 + i, e=None, d=i, j=-i))
        t.append(wide(j=1, k=2, l=3, a=i, b=i, c=i, d=i, e=i, f=i, g=i, h=i, i=i))
    return t


print(many(2))
assert many(30)[:4] == many(2)


# A traceback goes through such a call as through any other.
def raiser(a, *, b):
    return a // b


def trace(n):
    for i in range(n):
        try:
            raiser(i, b=n - 2 - i)
        except ZeroDivisionError as e:
            tb = e.__traceback__
            return (tb.tb_frame.f_code.co_name, tb.tb_next.tb_frame.f_locals)


print(trace(20))


# Instances that are called with keywords, ever others at one place, and a class whose __call__ changes.
class Scale:
    def __init__(self, by):
        self.by = by

    def __call__(self, x, *, plus=0, minus=0):
        return self.by * x + plus - minus


class Offset(Scale):
    def __call__(self, x, plus=1, *, minus):
        return (x, plus, minus, self.by)


def called(things, n):
    out = []
    for i in range(n):
        for t in things:
            if i == 6:
                Scale.__call__ = lambda self, x, minus=5: ("lambda", self.by, x, minus)
            out.append(t(i, minus=i + 1))
            out.append(t(minus=2, x=i))
    return out


call = Scale.__call__
print(called([Scale(2), Offset(3), Scale(4)], 8))
Scale.__call__ = call
for f in (Scale(1), Offset(1)):
    for args, kw in (((), {}), ((1,), {"x": 2}), ((1,), {"y": 2}), ((1, 2), {}), ((1,), {"minus": 3})):
        def go(k):
            if k == 0:
                return f()
            if k == 1:
                return f(1, x=2)
            if k == 2:
                return f(1, y=2)
            if k == 3:
                return f(1, 2, 3, minus=4)
            return f(1, minus=3)
        for k in range(5):
            try:
                print(go(k))
            except TypeError as e:
                print(e)
        break


def sum_up(f, n):
    t = 0
    for i in range(n):
        t += f(i, plus=i)
    return t


print(sum_up(Scale(3), 300), sum_up(Scale(0.5), 300), sum_up(lambda x, plus: x - plus, 30))
