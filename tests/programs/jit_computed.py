# Attributes of classes whose metaclass is written in Python, computed attributes, fields of named tuples: read in loops while classes change.
# needs: stdlib
import collections
import enum


class Meta(type):
    def plain(cls):
        return cls.__name__


class Base(metaclass=Meta):
    x = 1
    __slots__ = ("slot",)

    @property
    def prop(self):
        return 1


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


def reads(cls, n):
    out = []
    for i in range(n):
        out.append((cls.x, cls.__name__, cls.__qualname__))
    return out[-1], len(out)


print(reads(Base, 50))
Base.x = 2
print(reads(Base, 50))
Base.__name__ = "Other"
print(reads(Base, 50), Base.plain())
Meta.x = property(lambda cls: "of the metaclass")
print(reads(Base, 50))
del Meta.x
print(reads(Base, 50))


def constant(n):
    t = []
    for i in range(n):
        t.append((Base.x, Base.__name__, Colour.RED is Colour.BLUE, Base.slot, Base.prop, int.__repr__, int.real, str.join))
    return len(t), repr(t[-1][:2]), type(t[-1][3]).__name__, type(t[-1][4]).__name__, t[-1][5](5), t[-1][6], t[-1][7](",", "ab")


print(constant(50))


def getattribute(cls, name):
    if name == "x":
        return "intercepted"
    return type.__getattribute__(cls, name)


Meta.__getattribute__ = getattribute
print(constant(50))
print(reads(Base, 50))
del Meta.__getattribute__
print(constant(50))
Base.__qualname__ = "Q"
print(reads(Base, 10), reads(Colour, 10) if hasattr(Colour, "x") else None)

Point = collections.namedtuple("Point", "x y")


class Sub(Point):
    @property
    def total(self):
        return self.x + self.y


def fields(points, n):
    t = 0
    for i in range(n):
        for p in points:
            t += p.x * 2 + p.y
    return t


print(fields([Point(1, 2), Sub(3, 4)], 50), Sub(3, 4).total)
Short = type("Short", (tuple,), {"y": Point.y})
Short.x = Point.x
try:
    print(fields([Short((1, 2))], 50), fields([Short((1,))], 50))
except IndexError as e:
    print(e)
Point.x = property(lambda self: 100)
print(fields([Point(1, 2), Sub(3, 4)], 50))


class Thing:
    pass


def computed(things, n):
    out = 0
    for i in range(n):
        for t in things:
            out += len(t.__dict__) + (t.__class__ is Thing) + len(t.__class__.__name__)
    return out


a, b = Thing(), Base()
a.one = 1
print(computed([a], 50))


class Liar:
    @property
    def __class__(self):
        return Thing


print(computed([a, Liar(), Liar()], 50))


def names(values, n):
    out = 0
    for i in range(n):
        for v in values:
            out += len(v.__class__.__name__)
    return out


print(names([1, "a", 2.0, None, [], {}, (), a, b, Liar(), Colour.RED], 50))


def functions(fs, n):
    out = []
    for i in range(n):
        for f in fs:
            out.append((f.__name__, f.__qualname__, f.__code__.co_name, f.__code__.co_flags, f.__defaults__))
    return out[-1]


print(functions([names, reads, Thing.__init__.__class__.__init__.__class__ and computed], 50))


class Raises(Exception):
    pass


def arguments(n):
    t = 0
    for i in range(n):
        e = Raises(i, 2)
        t += e.args[0] + len(e.args)
        e.args = (1,)
        t += len(e.args)
    return t


print(arguments(50))
