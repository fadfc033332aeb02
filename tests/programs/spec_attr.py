# LOAD_ATTR and STORE_ATTR families: every kind of attribute, then another kind through the same instruction.
import sys


def get(o):
    return o.x


def put(o, v):
    o.x = v


def call(o):
    return o.m()


def call1(o, a):
    return o.m(a)


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Plain:
    def __init__(self, x):
        self.x = x

    def m(self, a="none"):
        return ("Plain.m", self.x, a)


class Other:
    def __init__(self, x):
        self.w = 1
        self.x = x

    def m(self, *a):
        return ("Other.m", a)


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self, x=None):
        if x is not None:
            self.x = x

    def m(self, a=0):
        return ("Slotted.m", a)


class ClassAttr:
    x = "class x"

    def m(self, a=1):
        return "ClassAttr.m"


class Prop:
    def __init__(self):
        self._x = 5

    @property
    def x(self):
        return self._x * 2

    @x.setter
    def x(self, v):
        self._x = v

    def m(self, a=2):
        return "Prop.m"


class ReadOnly:
    @property
    def x(self):
        return "ro"


class GetAttr:
    def __getattr__(self, name):
        if name == "x":
            return "dynamic " + name
        raise AttributeError("nothing called " + name)


class GetAttribute:
    def __getattribute__(self, name):
        return "all " + name


class DataDesc:
    def __get__(self, o, t=None):
        return ("get", o is None, t.__name__)

    def __set__(self, o, v):
        o.__dict__["stored"] = v


class HasDesc:
    x = DataDesc()


class NonData:
    def __get__(self, o, t=None):
        return "nondata"


class HasNonData:
    x = NonData()


class Shadow:
    x = NonData()

    def __init__(self):
        self.x = "instance wins"

    def m(self):
        return "Shadow class m"


class MethodInInstance:
    def __init__(self):
        self.m = lambda a="d": ("instance callable", a)
        self.x = 0


class Static:
    x = staticmethod(len)

    @staticmethod
    def m(a="s"):
        return ("static", a)


class ClassM:
    @classmethod
    def m(cls, a="c"):
        return (cls.__name__, a)

    x = 1


class NoDictInit(int):
    def m(self, a=3):
        return int(self) + a

    x = "int subclass"


class Many:
    def __init__(self, n):
        for i in range(n):
            setattr(self, "a%d" % i, i)
        self.x = "many"

    def m(self, a=4):
        return "Many.m"


class WithDict:
    def __init__(self):
        self.x = "hint"
        self.__dict__["y"] = 1

    def m(self, a=5):
        return "WithDict.m"


class Meta(type):
    @property
    def x(cls):
        return "meta property"

    def m(cls, a=6):
        return "Meta.m " + cls.__name__


class HasMeta(metaclass=Meta):
    pass


class Callable:
    def __call__(self, *a):
        return ("called", a)


class CallableMember:
    x = 7
    m = Callable()


def func():
    pass


func.x = "function attribute"


def objects():
    deleted = Plain(1)
    del deleted.x
    changed = Plain("dict")
    changed.__dict__
    replaced = Plain("old")
    replaced.__dict__ = {"x": "replaced", "z": 1}
    return [
        Plain(3), Other(4), Slotted(5), Slotted(), ClassAttr(), Prop(), ReadOnly(), GetAttr(), GetAttribute(), HasDesc(), HasNonData(), Shadow(), MethodInInstance(), Static(), ClassM(),
        NoDictInit(7), Many(3), Many(50), WithDict(), HasMeta, ClassAttr, HasDesc, Static, ClassM, Prop(), func, deleted, changed, replaced, CallableMember(), sys, 5, None, "s", [], object(),
    ]


def label(o):
    return o.__name__ if isinstance(o, type) else type(o).__name__


def show(r):
    s = repr(r)
    if " at 0x" in s or "property object" in s:
        return "<" + type(r).__name__ + ">"
    return s


for index in range(len(objects())):
    warm = objects()[index]
    for i in range(110):
        attempt(get, warm)
        attempt(call, warm)
    print("warmed", label(warm), show(attempt(get, warm)), show(attempt(call, warm)))
    if index % 4 == 0:
        for o in objects():
            print("   ", label(o), show(attempt(get, o)), "|", show(attempt(call, o)), "|", show(attempt(call1, o, 1)))

for make in (lambda: Plain(0), lambda: Other(0), Slotted, Prop, HasDesc, WithDict, lambda: Many(40), GetAttr):
    warm = make()
    for i in range(120):
        put(warm, i)
    for o in objects():
        if o is sys or isinstance(o, type) and o is not ClassM:
            continue
        r = attempt(put, o, "new")
        print(label(o), show(r), show(attempt(get, o)))


# A class that changes under a warmed instruction.
class Base:
    x = 1

    def m(self):
        return "base m"


class Derived(Base):
    pass


d = Derived()


def loop(n):
    out = []
    for i in range(n):
        if i == 100:
            Derived.x = 2
            Derived.m = lambda self: "derived m"
        if i == 200:
            d.x = 3
            d.m = lambda: "instance m"
        if i == 300:
            del d.x, d.m, Derived.x
            Base.x = property(lambda self: "prop")
        if i == 400:
            Base.x = 9
            del Derived.m
        out.append((d.x, d.m()))
    return out


prev = None
for i, v in enumerate(loop(500)):
    if v != prev:
        print(i, v)
        prev = v


# Module attributes and globals that change.
flag = "before"


def read_global():
    return flag, len


for i in range(200):
    if i == 120:
        flag = "after"
    if i == 150:
        globals()["len"] = "shadowed builtin"
    if i == 180:
        del len
    r = read_global()
    if i in (0, 119, 120, 149, 150, 179, 180):
        print(i, r[0], r[1] if isinstance(r[1], str) else r[1].__name__)

sys.extra = 1
for i in range(150):
    if i == 100:
        sys.extra = "changed"
    if i == 120:
        del sys.extra
    v = attempt(lambda: sys.extra)
    if i in (0, 99, 100, 119, 120):
        print(v)


def undefined():
    return not_there


print(attempt(undefined))
not_there = "here"
for i in range(100):
    undefined()
del not_there
print(attempt(undefined))


# --- attributes of classes that begin or end to take precedence over what was cached of instances
class DD:
    def __get__(self, o, t): return 'dd'
    def __set__(self, o, v): pass
class A: c = DD()
class D(A): c = 7
d = D(); d.c = 1
def f(d): return d.c
def g(d): d.c = 5; return d.__dict__['c']
print([f(d) for _ in range(100)][-1],[g(d) for _ in range(100)][-1])
d.__dict__['c'] = 1
del D.c
print([f(d) for _ in range(100)][-1],[g(d) for _ in range(100)][-1])
class E(A): c = 7
d = E(); d.c = 1
print([f(d) for _ in range(100)][-1])
del E.c
print([f(d) for _ in range(100)][-1])
class E(A): c = 7
d = E(); d.c = 1
print([f(d) for _ in range(100)][-1])
E.c = DD()
print([f(d) for _ in range(100)][-1])
class X: pass
class Y(X): pass
d = Y(); d.c = 1
print([f(d) for _ in range(100)][-1])
X.c = DD()
print([f(d) for _ in range(100)][-1])
class X: pass
class Y(X): pass
d = Y(); d.c = 1
print([f(d) for _ in range(100)][-1])
Y.__bases__ = (A,)
print([f(d) for _ in range(100)][-1])
class Q:
    def __get__(self, o, t): return 'q'
class X: c = Q()
class Y(X): pass
d = Y(); d.c = 1
print([f(d) for _ in range(100)][-1])
Q.__set__ = lambda *a: 0
print([f(d) for _ in range(100)][-1])
del Q.__set__
print([f(d) for _ in range(100)][-1])
class Q2(Q): __set__ = lambda *a: 0
X.__dict__['c'].__class__ = Q2
print([f(d) for _ in range(100)][-1])
class A:
    c = DD()
class B: c = 7
class D(B, A): pass
class D2(D): pass
d = D2(); d.c = 1
print([f(d) for _ in range(100)][-1],[g(d) for _ in range(100)][-1])
del B.c
print([f(d) for _ in range(100)][-1],[g(d) for _ in range(100)][-1])
class A: __slots__ = ('a', 'b')
class B(A): pass
class M: pass
class C(M, A): pass
d, e = B(), C()
d.a = e.a = 1
def g(d): d.a = 5; return d.a
print([f(d) for _ in range(100)][-1] if 0 else 0, [g(d) for _ in range(100)][-1], [g(e) for _ in range(100)][-1])
h = lambda d: d.a
print([h(d) for _ in range(100)][-1], [h(e) for _ in range(100)][-1])
B.a = 7
M.a = 8
print([h(d) for _ in range(100)][-1], [h(e) for _ in range(100)][-1], A.a.__get__(d))
def g(d): d.a = 6; return d.a
print([g(d) for _ in range(100)][-1], [g(e) for _ in range(100)][-1], A.a.__get__(d))
del B.a, M.a
print([h(d) for _ in range(100)][-1], [h(e) for _ in range(100)][-1], A.a.__get__(d))
class D: __slots__ = ('a', 'b')
class E: __slots__ = ('a', 'c')
for x in D, E, M, C:
    try: B.__bases__ = (x,)
    except TypeError as ex: print(ex)
    print(B.__mro__, d.a, [h(d) for _ in range(100)][-1])
    d.b = 3
    print(d.b, isinstance(d, A), isinstance(d, D))
