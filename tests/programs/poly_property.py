# Places that meet properties of many classes: their getters are called without a loop of their own.
# needs: stdlib
import sys
import traceback


class Base:
    def __init__(self, n):
        self.n = n

    @property
    def here(self):
        return self.n

    @property
    def deep(self):
        return self.here + self.n

    @property
    def many(self):
        for i in range(self.n % 4):
            yield i

    @property
    def fails(self):
        if self.n % 7 == 3:
            raise ValueError("seven %d" % self.n)
        if self.n % 7 == 5:
            raise AttributeError("five %d" % self.n)
        return self.n

    @property
    def endless(self):
        return others[(self.n + 1) % len(others)].endless

    def wide(self, extra=10, *more):
        return self.n + extra + len(more)

    wide = property(wide)
    text = property(repr)

    def __repr__(self):
        return "<%s %d>" % (type(self).__name__, self.n)


class Own(property):
    def __get__(self, obj, typ=None):
        return "own", super().__get__(obj, typ)


def make(i):
    d = {}
    if i % 5 == 1:
        d["here"] = i * 100
    if i % 5 == 2:
        d["here"] = property(lambda self: self.n * 2)
    if i % 5 == 3:
        d["here"] = Own(lambda self: self.n * 3)
    if i % 5 == 4:
        d["__getattr__"] = lambda self, name: (name, self.n)
    if i % 6 == 5:
        d["__slots__"] = ("q",)
    return type("C%d" % i, (Base,), d)


others = [make(i)(i) for i in range(17)]


def read(obs):
    return [o.here for o in obs]


def total(obs):
    n = 0
    for o in obs:
        n += len(o.text) + o.wide
        for x in o.many:
            n += x
        v = o.deep if o.n % 5 not in (1, 3) else 0
        n += v if v is not None else 1
    return n


def failing(obs):
    seen = []
    for o in obs:
        try:
            seen.append(o.fails)
        except ValueError as e:
            seen.append(str(e))
        except AttributeError as e:
            seen.append(e.args)
    return seen


def with_depth(obs):
    try:
        return obs[0].endless
    except RecursionError as e:
        return "too deep"


def both(obs, n):
    k = 0
    for i in range(n):
        for o in obs:
            k += o.deep if o.n % 5 not in (1, 3) else 1
    return k


first = read(others)
print(first)
for i in range(300):
    assert read(others) == first
    t = total(others)
    f = failing(others)
print(t)
print(f)
print(both(others, 600))
sys.setrecursionlimit(400)
for i in range(40):
    d = with_depth(others)
print(d)
sys.setrecursionlimit(1000)


class Boom(Base):
    @property
    def here(self):
        return 1 // (self.n - 3)


try:
    read(others + [Boom(3)])
except ZeroDivisionError:
    print([(f.name, f.line) for f in traceback.extract_tb(sys.exc_info()[2])])

# A getter that is exchanged while its place is hot.
for i in range(60):
    if i % 20 == 10:
        Base.here = property(lambda self, i=i: self.n + i)
    if i % 20 == 15:
        Base.here = property(lambda self: -self.n)
    got = read(others)
print(got)
del Base.here
try:
    read(others)
except AttributeError as e:
    print(e, e.name)


# Who looks at calls sees those of getters.
class Seen:
    def __init__(self):
        self.calls = []

    def __call__(self, frame, event, arg):
        if event == "call":
            self.calls.append(frame.f_code.co_name)


Base.here = property(lambda self: self.n)
for i in range(100):
    read(others)
seen = Seen()
sys.setprofile(seen)
read(others)
sys.setprofile(None)
print(seen.calls)


# A place that was never specialized tells the error which attribute it was about.
class Cold:
    @property
    def gone(self):
        raise AttributeError("gone")


c = Cold()
try:
    c.gone
except AttributeError as e:
    print(e.name, e.obj is c)


# Generators, and getters that wait within them.
def each(obs):
    for o in obs:
        yield o.deep if o.n % 5 not in (1, 3) else 0


print(sum(sum(each(others)) for i in range(200)))
