# Descriptors with __get__ and __set__ written in Python, in hot code.

def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


class Field:
    def __init__(self, name, default=0):
        self.name = name
        self.default = default

    def __get__(self, obj, cls):
        if obj is None:
            return self
        return obj.values.get(self.name, self.default)

    def __set__(self, obj, value):
        if value is None:
            raise ValueError(self.name)
        obj.values[self.name] = value


class Memo:  # no __set__: what the dict has comes first
    def __init__(self, f):
        self.f = f
        self.name = f.__name__

    def __get__(self, obj, cls):
        obj.__dict__[self.name] = r = self.f(obj)
        return r


class Of:
    def __get__(self, obj, cls):
        return cls.__name__, type(obj).__name__


class OnlySet:
    def __set__(self, obj, value):
        obj.seen = value


class Base:
    of = Of()
    only = OnlySet()


class Row(Base):
    a = Field("a")
    b = Field("b", 5)

    def __init__(self):
        self.values = {}

    @Memo
    def total(self):
        return self.a + self.b


class Sub(Row):
    pass


def use(o, n):
    t = 0
    for i in range(n):
        o.a = i
        t += o.a + o.b
    return t


def memo(n):
    t = 0
    for i in range(n):
        r = Row()
        r.a = i
        t += r.total + r.total
    return t, r.__dict__


def of(o, n):
    for i in range(n):
        r = o.of
    return r


def only(o, n):
    for i in range(n):
        o.only = i
    return o.seen, type(o.only).__name__


print(use(Row(), 3000), use(Sub(), 3000), memo(3000))
print(of(Row(), 3000), of(Sub(), 3000), of(Base(), 3000))
print(only(Row(), 3000))


# Errors, with tracebacks through the descriptor.
def fails(o, n):
    caught = 0
    for i in range(n):
        try:
            o.a = None
        except ValueError as e:
            tb = e.__traceback__
            names = []
            while tb:
                names.append(tb.tb_frame.f_code.co_name)
                tb = tb.tb_next
            caught += 1
        try:
            o.bad
        except KeyError:
            caught += 1
    return caught, names


class Bad:
    def __get__(self, obj, cls):
        raise KeyError("bad")


Row.bad = Bad()
print(fails(Row(), 2000))

# Changes.
row = Row()
print(use(row, 2000))
Field.__get__ = lambda self, obj, cls: 7
print(use(row, 2000))
Field.__set__ = lambda self, obj, value: obj.values.__setitem__(self.name, -value)
print(use(row, 2000), row.values)
del Field.__set__
print(use(row, 2000), row.__dict__)
del Field.__get__
print(attempt(use, Row(), 2), row.a)
Row.a = 3
Row.b = property(lambda self: 4)
print(use(Row(), 2000))


class Other:
    def __get__(self, obj, cls):
        return 11


d = Of()
Base.of = d
print(of(row, 2000))
d.__class__ = Other
print(of(row, 2000))


# The shape of __get__: defaults, stars, generators, builtins; called attributes.
class Stars:
    def __get__(self, *args, **kw):
        return len(args)


class Default:
    def __get__(self, obj, cls=None, more=3):
        return more


class Gen:
    def __get__(self, obj, cls):
        yield obj.values


class Builtin:
    __get__ = max


class Static:
    @staticmethod
    def __get__(d, obj, cls):
        return 9


class Call:
    def __get__(self, obj, cls):
        return lambda x: x + 1


class Wrong:
    def __get__(self):
        return 1


class Shapes:
    s, d, g, st, c, w = Stars(), Default(), Gen(), Static(), Call(), Wrong()

    def __init__(self):
        self.values = 1


def shapes(o, n):
    t = 0
    for i in range(n):
        t += o.s + o.d + o.st + o.c(1)
        for v in o.g:
            t += v
    return t


print(shapes(Shapes(), 2000), attempt(lambda: Shapes().w))


# With __getattr__, an AttributeError of the descriptor leads to it.
class Missing:
    def __get__(self, obj, cls):
        if obj.n % 2:
            raise AttributeError
        return "there"


class Hook:
    missing = Missing()
    n = 0

    def __getattr__(self, name):
        return "hook " + name


def hook(o, n):
    r = []
    for i in range(n):
        o.n = i
        r = r[-3:] + [o.missing]
    return r


print(hook(Hook(), 2000))


# super() and descriptors.
class Low(Row):
    @property
    def of(self):
        return super().of


print(of(Low(), 2000))


# A setter that is deep, one that replaces itself.
class Once:
    def __init__(self, name):
        self.name = name

    def __get__(self, obj, cls):
        setattr(cls, self.name, 1)
        return 0


def once(o, n):
    t = []
    for i in range(n):
        if i % 500 == 0:
            Row.once = Once("once")
        t.append(o.once)
    return t.count(0), t.count(1)


print(once(row, 2000))


class Deep:
    def __set__(self, obj, v):
        if v:
            obj.deep = v - 1
        else:
            obj.done += 1


class Deeper:
    deep = Deep()
    done = 0


def deep(o, n):
    for i in range(n):
        o.deep = 5
    return o.done


print(deep(Deeper(), 2000))
