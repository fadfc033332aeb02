# Attributes, instances and questions about classes: see attr_test.go.
import math


class Point:
    unit = 1

    def __init__(self, x):
        self.x = x

    def moved(self, k):
        return self.x + k

    @property
    def twice(self):
        return self.x * 2

    @twice.setter
    def twice(self, v):
        self.x = v // 2

    @classmethod
    def made(cls, x):
        return cls(x)

    @staticmethod
    def after(x):
        return x + 1


class Pixel(Point):
    def __init__(self, x):
        super().__init__(x + 1)

    def moved(self, k):
        return super().moved(k) * 10


class Slotted:
    __slots__ = ("a",)


point = Point(5)
pixel = Pixel(5)
slotted = Slotted()
values = [point, 3]


def get(o):
    return o.x


def put(o, v):
    o.x = v
    return o.x


def grow(o):
    o.fresh = 1
    return o.fresh


def new_point():
    return Point(1)


def get_slot(o):
    return o.a


def set_slot(o, v):
    o.a = v


def unit(o):
    return o.unit


def set_unit(cls, v):
    cls.unit = v


def spoil(cls):
    cls.x = property(lambda self: -1)


def moved(o):
    return o.moved(1)


def pi():
    return math.pi


def attributes(n):
    p = point
    p.x = 0
    for i in range(n):
        p.x += p.unit
    return p.x


def methods(n):
    t = 0
    for i in range(n):
        t += point.moved(i) + point.after(i)
    return t


def classmethods(n):
    t = 0
    for i in range(n):
        t += Point.made(i).x
    return t


def supers(n):
    t = 0
    for i in range(n):
        t += pixel.moved(i)
    return t


def properties(n):
    for i in range(n):
        point.twice = i
    return point.twice


def instances(n):
    t = 0
    for i in range(n):
        t += Pixel(i).x
    return t


def kinds(n):
    t = 0
    for i in range(n):
        for v in values:
            if isinstance(v, Point):
                t += 1
            elif type(v) is int and not isinstance(v, (str, Slotted)):
                t += 100
    return t


def noop():
    pass


def around(o, f):
    a = o.x
    f()
    return a + o.x


def shift():
    point.later = 1


def thrice(p):
    return p.x + p.x + p.x


def two_names(p, q):
    a = p.x
    q.x = a + 1
    return p.x + a


def across(p, f):
    a = p.x
    f(p)
    return p.x + a


def summed_up(p, n):
    p.x = 0
    for i in range(n):
        p.x = p.x + i & 1023
    return p.x


class Kept:
    def method(self):
        return 1


def kept(n):
    o = Kept()
    o.__dict__["other%d" % n] = 0
    o.__dict__["late"] = n
    return o


kept_objects = [kept(n) for n in range(100)]


def kept_methods():
    t = 0
    for o in kept_objects:
        t += o.method()
    return t


def kept_lates():
    t = 0
    for o in kept_objects:
        t += o.late
    return t


def bound_builtins(n=100):
    total = 0
    for i in range(n):
        part = []
        add, last = part.append, part.pop
        add(i)
        add(2 * i)
        total += last() - last()
    return total
