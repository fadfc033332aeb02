# Calls that gather their arguments and that spread tuples and dicts; truth and membership told by methods.
import sys


def plain(a, b=2, c=3):
    return (a, b, c)


def gather(a, *rest, k=5, **others):
    return (a, rest, k, others)


def only(*args):
    return args


def names(**kw):
    kw["own"] = len(kw)
    return kw


def posonly(a, /, **kw):
    return (a, kw)


def forward(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs)
    return inner


class Base:
    def __init__(self, *args, **kw):
        self.args, self.kw = args, kw

    def show(self, *more, **kw):
        return (self.args, self.kw, more, kw)


class Derived(Base):
    def __init__(self, first, *args, **kw):
        super().__init__(first, *args, **kw)

    def __call__(self, *args):
        return args


def text(f, *args, **kw):
    try:
        return f(*args, **kw)
    except TypeError as e:
        return "TypeError: " + str(e)


def calls(n):
    total = 0
    last = None
    d = Derived(1)
    show = d.show
    plain2, gather2, names2 = forward(plain), forward(gather), forward(names)
    for i in range(n):
        t = (i, i + 1)
        last = [
            gather(i), gather(i, 1), gather(i, 1, 2, k=3), gather(i, z=1), gather(i, 1, z=1, y=i),
            only(), only(i), only(i, (i, (i,))), names(), names(x=i), posonly(i, a=3),
            plain(*t), plain(*(i,)), plain(*t, c=i), plain(*t, **{}), plain(i, **{"b": i}),
            plain2(i), plain2(i, 1), plain2(i, c=7), plain2(*t), gather2(i, 5, 6, q=1), names2(), names2(w=2),
            d(), d(i), d(*t), d.show(*t), d.show(*t, **{}), show(*t), show(i, j=1), show(),
            Base().args, Base(i, u=1).kw, Derived(i).args, Derived(i, 2, v=3).show(),
            max(*t), only(*range(10)), only(*[1, 2]), only(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
            2.5, only(1 << 60, 0.5 + i, i * (1 << 50)),
        ]
        total += len(last)
    return total, last


print(calls(40))
print(calls(40)[1][:4])

# What is gathered belongs to the callee.
seen = []


def mutate(**kw):
    kw["n"] = len(seen)
    seen.append(kw)
    return kw


def fresh(n):
    for _ in range(n):
        a, b = mutate(), mutate(x=1)
        assert a is not b and a is seen[-2] and "x" not in a
        given = {}
        c = mutate(**given)
        assert not given and c == {"n": len(seen) - 1}
    return len(seen)


print(fresh(50), only() is only(), seen[-1])


def errors(n):
    for i in range(n):
        r = [text(plain), text(plain, 1, 2, 3, 4), text(plain, 1, d=2), text(plain, 1, a=2), text(gather), text(gather, 1, a=2),
             text(posonly, a=1), text(names, 1), text(Derived), text(plain, *(1,) * (i % 6)), text(forward(plain), 1, 2, d=i)]
    return r


for x in errors(30):
    print(x)


# Objects that say whether they are true, and what they contain.
class Always:
    pass


class Says:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self.v

    def __contains__(self, x):
        return self.v


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Index:
    def __index__(self):
        return 2


class Both(Sized):
    def __bool__(self):
        return self.n > 5


class Items(list):
    pass


def truth(all, n):
    r = []
    for _ in range(n):
        r = []
        for x in all:
            try:
                if x:
                    r.append("yes")
                else:
                    r.append("no")
                r.append(not x)
                r.append(1 if x and x else 0)
            except (TypeError, ValueError, OverflowError) as e:
                r.append(type(e).__name__ + ": " + str(e))
    return r


objects = [Always(), Says(True), Says(False), Says(1), Says(None), Sized(0), Sized(3), Sized(-1), Sized(1 << 70), Sized(True), Sized(Index()), Sized("x"),
           Both(3), Both(7), Items(), Items([1]), plain, Always, sys, object(), NotImplementedError()]
for x in truth(objects, 30):
    print(x, end=" ")
print()
for x in objects:
    print(truth([x], 30), end=" ")
print()


def late(x, n):
    count = 0
    for i in range(n):
        if i == n // 2:
            Always.__bool__ = lambda self: False
        if x:
            count += 1
    return count


print(late(Always(), 60))
del Always.__bool__
print(late(Always(), 60))
del Always.__bool__


def holds(c, n):
    r = None
    for i in range(n):
        try:
            r = (i in c, i not in c, "yes" if i in c else "no")
        except TypeError as e:
            r = str(e)
    return r


class Bad:
    __contains__ = None


class Walks:
    def __iter__(self):
        return iter((1, 2, 59))


for c in (Says(True), Says(0), Says([1]), Says(""), Says(Says(True)), Says(Says(3)), Bad(), Walks(), Items([59]), Always()):
    print(holds(c, 60))


# Functions that are changed while they are called.
def changing(n):
    out = []
    for i in range(n):
        if i == 20:
            gather.__kwdefaults__["k"] = "new"
        if i == 30:
            gather.__kwdefaults__ = {"k": "other"}
        if i == 40:
            plain.__defaults__ = (8, 9)
        out.append((gather(i)[2], gather(i, 1, z=2)[2:], plain(*(i,))))
    return out[19], out[20], out[30], out[40]


print(changing(60))


# The methods raise, and look at who calls them.
class Raises:
    def __bool__(self):
        raise KeyError(sys._getframe(1).f_lineno - first)

    def __contains__(self, x):
        raise KeyError(sys._getframe(1).f_lineno - first)


first = sys._getframe().f_lineno


def raising(x, n):
    for _ in range(n):
        try:
            if x:
                return
        except KeyError as e:
            a = e.args
        try:
            if 1 in x:
                return
        except KeyError as e:
            b = e.args
    return a, b


print(raising(Raises(), 40))


def deep(n, *args, **kw):
    return (n, args, kw) if n == 0 else deep(n - 1, *args, n, **kw)


for _ in range(20):
    r = deep(12, k=1)
print(r)


def gen(*args, **kw):
    for a in args:
        yield a
    yield kw


def gens(n):
    for i in range(n):
        r = list(gen(i, *(1, 2), z=i)), list(forward(gen)(i))
    return r


print(gens(30))
