# Attributes in hot loops: of instances, classes, modules and slots; descriptors and classes that change meanwhile.
import math
import sys


class Point:
    gravity = 3

    def __init__(self):
        self.x = 0
        self.y = 1
        self.z = 2.5

    def moved(self, k):
        return self.x + k

    @staticmethod
    def after(a):
        return a + 1

    @classmethod
    def named(cls, a):
        return cls.__name__, a

    @property
    def double(self):
        return self.x * 2


class Slotted:
    __slots__ = ("a", "b")


class Items(list):
    tag = 7

    def size(self):
        return len(self)


def instances(n):
    p = Point()
    t = 0
    for i in range(n):
        p.x += i
        p.y = p.x - p.y
        p.z = p.z * 1.0001
        t += p.gravity + p.moved(i) + Point.after(i) + p.after(2) + p.double
    return t, p.x, p.y, p.z, p.named(1), Point.named(2)


def slots(n):
    s = Slotted()
    r = []
    for i in range(n):
        if i == 20:
            del s.a
        try:
            s.b = i
            if i != 20:
                s.a = i
            r.append(s.a + s.b)
        except AttributeError as e:
            r.append(str(e))
    return r[15:25], sum(x for x in r if type(x) is int)


def growing(n):
    r = []
    for i in range(n):
        p = Point()
        q = p
        p.w = i
        q.v = q.w + 1
        r.append((p.w, p.v, q.v))
        del p.x
        try:
            p.moved(1)
        except AttributeError as e:
            if i == n - 1:
                r.append(str(e))
        q.x = 5
        r.append(p.x + p.moved(2))
    return r[-4:]


def many(n):
    for i in range(n):
        p = Point()
        for k in "abcdefghijkl":
            setattr(p, k, k)
        p.aa = 1
        p.bb = 2
        p.cc = 3
        p.dd = 4
        p.ee = 5
        p.aa += p.bb
    return sorted(p.__dict__.items())


def of_list(n):
    t = 0
    items = Items([1, 2, 3])
    for i in range(n):
        t += items.tag + items.size()
        if i == 30:
            items.tag = 100
        if i == 40:
            items.size = lambda: 1000
    return t


class Other:
    k = 8

    def f(self):
        return 7


def redefined(n):
    class Root:
        pass

    class A(Root):
        k = 1

        def f(self):
            return 1

    class B(A):
        pass

    a, b = A(), B()
    out = []
    for i in range(n):
        out.append(a.f() + b.f() * 10 + a.k * 100 + b.k * 1000 + B.k * 10000)
        if i == 10:
            A.f = lambda self: 2
        if i == 20:
            B.f = lambda self: 3
        if i == 30:
            A.k = 2
        if i == 40:
            B.k = 3
        if i == 50:
            a.k = 4
        if i == 60:
            A.__bases__ = (Other,)
        if i == 65:
            del A.f, A.k
        if i == 70:
            del B.k
        if i == 75:
            A.k = property(lambda self: 9)
            B.k = 5
        if i == 80:
            B.__getattribute__ = lambda self, name: (lambda: 5) if name == "f" else 6
        if i == 90:
            b.__class__ = A
    return out


def counted(n):
    class C:
        count = 0
        other = 1

    c = C()
    t = 0
    for i in range(n):
        C.count += 1
        t += c.count + C.other + c.other
    return t


def modules(n):
    t = 0
    for i in range(n):
        t += math.floor(math.pi * i) + len(sys.argv)
    return t


def bound(n):
    r = []
    add = r.append
    p = Point()
    m = p.moved
    for i in range(n):
        add(m(i))
        r.append(i)
        f = p.moved
        t = f(1), "a,b".split(","), (5).bit_length(), {1: 2}.get(1), "x".join(["a", "b"])
    return r[-2:], t, f is p.moved, f == p.moved


class Fallback:
    def __getattr__(self, name):
        return name + "!"


def missing(n):
    g = Fallback()
    g.x = 1
    for i in range(n):
        r = g.x, g.y, g.__class__.__name__
        if i == 30:
            g.y = 3
    return r


shared = Point()


def of_global(n):
    t = 0
    for i in range(n):
        shared.x = i
        t += shared.x + shared.moved(1)
        if i == 10:
            shared.new = 1
        if i == 20:
            del shared.new
        if i == 25:
            t += shared.__dict__["x"]
    return t


class Descriptor:
    def __get__(self, o, c):
        return "D" if o is None else ("D", type(o).__name__)


class Plain:
    pass


def descriptors(n):
    class Holder:
        d = Plain()

    h = Holder()
    d = Holder.__dict__["d"]
    r = []
    for i in range(n):
        v = h.d
        r.append("self" if v is d else v)
        v = Holder.d
        r.append("self" if v is d else v)
        if i == 20:
            d.__class__ = Descriptor
        if i == 30:
            d.__class__ = Plain
        if i == 40:
            Plain.__get__ = lambda s, o, c: (3,)
        if i == 50:
            del Plain.__get__
        if i == 55:
            h.d = 5
            break
    return [x for i, x in enumerate(r) if x != r[i - 2]], h.d


class Meta(type):
    def who(cls):
        return cls.__name__ + "?"

    zz = 4


class Made(metaclass=Meta):
    yy = 2


class Meta2(Meta):
    yy = property(lambda cls: 77)


def metaclasses(n):
    r = []
    for i in range(n):
        r.append((Made.yy, Made.zz, Made.who(), Made().yy))
        if i == 20:
            Made.__class__ = Meta2
        if i == 30:
            Meta.zz = 5
    return r[10], r[25], r[-1]


def kinds(n):
    t = 0
    for i in range(n):
        for o in (1, 1.5, "a", Point(), Slotted(), None, [], Point):
            t += len(o.__class__.__name__) + (type(o) is int) + isinstance(o, Point) * 2 + isinstance(o, (Slotted, list)) * 4
    return t


print(instances(300))
print(slots(60))
print(growing(50))
print(many(20))
print(of_list(60))
print(redefined(100))
print(counted(500))
print(modules(200))
print(bound(100))
print(missing(50))
print(of_global(40))
print(descriptors(70))
print(metaclasses(50))
print(kinds(20))
