# LOAD_ATTR of what classes and metaclasses have, of objects whose attributes are in a dict, of bound methods and built-in descriptors.
# needs: stdlib
from abc import ABCMeta, abstractmethod
from enum import Enum


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def show(v):
    s = repr(v)
    return type(v).__name__ if " at 0x" in s else s


def phases(title, read, *steps):
    """Reads until the instruction has a form, changes something, reads on."""
    print(title)
    for step in (lambda: None,) + steps:
        r = attempt(step)
        if r is not None:
            print("    step:", show(r))
        prev = None
        for i in range(130):
            v = show(attempt(read))
            if v != prev:
                print("   ", i, v)
                prev = v


# Objects in dict mode.
class Base:
    kind = "base"
    maker = dict

    def m(self, a=0):
        return ("Base.m", a)

    def callbacks(self):
        return self.m


class Hook(Base):
    def __getattr__(self, name):
        return "hook " + name


class Text(str):
    children = ()

    def walk(self):
        return len(self)


for cls in Hook, Base:
    o = cls()
    o.__dict__["y"] = 1
    phases(cls.__name__ + ".m called", lambda: o.m(1), lambda: o.__dict__.update(m=lambda a: ("own", a)), lambda: o.__dict__.pop("m") and None,
           lambda: o.__dict__.update({1: 2}), lambda: o.__dict__.pop(1) and None, lambda: setattr(cls, "m", lambda self, a: ("new", a)), lambda: delattr(cls, "m"))
    phases(cls.__name__ + ".kind", lambda: o.kind, lambda: setattr(o, "kind", "own"), lambda: delattr(o, "kind"), lambda: setattr(cls, "kind", property(lambda self: "prop")),
           lambda: delattr(cls, "kind"), lambda: setattr(o, "__dict__", {"kind": "replaced"}), lambda: setattr(o, "__dict__", {}))
    phases(cls.__name__ + ".maker called", lambda: o.maker(a=1), lambda: setattr(o, "maker", lambda a: ["own", a]), lambda: delattr(o, "maker"),
           lambda: setattr(cls, "maker", list), lambda: delattr(cls, "maker"))
    phases(cls.__name__ + ".__dict__", lambda: sorted(o.__dict__), lambda: setattr(o, "z", 1), lambda: setattr(o, "__dict__", {"new": 1}), lambda: setattr(cls, "__dict__", 7),
           lambda: delattr(cls, "__dict__"))
    phases(cls.__name__ + ".__class__", lambda: o.__class__.__name__, lambda: setattr(o, "__class__", Base), lambda: setattr(cls, "__class__", property(lambda self: Text)),
           lambda: delattr(cls, "__class__"))
    phases(cls.__name__ + ".__class__()", lambda: type(o.__class__()).__name__, lambda: o.__dict__.update(__class__="ignored"))

t = Text("abc")
phases("a str's subclass", lambda: (t.walk(), t.children, t.split("b")), lambda: setattr(t, "children", (1,)), lambda: setattr(t, "split", lambda x: x))


def each(objects):
    return [(o.kind, o.m()) for o in objects]


class Mixed:
    kind = "mixed"

    def m(self):
        return self.__class__.__name__


many = [Mixed() for _ in range(6)]
many[1].__dict__
many[2].x = 1
many[3].__dict__["kind"] = "own 3"
many[4].m = lambda: "own m"
for _ in range(60):
    r = each(many)
print(r)


# Bound methods.
class Slotted:
    __slots__ = ("f", "g")

    def m(self, a=1):
        return ("Slotted.m", a)


class Machine:
    def __init__(self):
        self.state = self.first

    def first(self):
        self.state = self.second
        return 1

    def second(self):
        self.state = self.first
        return 2


m = Machine()
phases("states", lambda: (m.state(), m.state()), lambda: setattr(Machine, "second", lambda self: setattr(self, "state", self.first) or 3), lambda: setattr(m, "first", lambda: "own"))
s = Slotted()
phases("a method of an object with slots", lambda: (s.m.__self__ is s, s.m.__func__ is Slotted.m, s.m()), lambda: setattr(Slotted, "m", len), lambda: setattr(Slotted, "m", 5))
b = Base()
bound = lambda: b.callbacks
phases("a bound method", lambda: bound().__name__, lambda: setattr(b, "callbacks", len), lambda: delattr(b, "callbacks"), lambda: b.__dict__ and None,
       lambda: b.__dict__.update(callbacks=max))

# A slot that is called.
s.f = lambda: "in slot"
phases("a slot that is called", lambda: s.f(), lambda: delattr(s, "f"), lambda: setattr(s, "f", list))


# Classes: what the metaclass has beside it.
class Init:
    def __init__(self, a):
        self.a = a

    @staticmethod
    def static():
        return "static"

    @classmethod
    def cm(cls):
        return cls.__name__

    prop = property(lambda self: 1)


class Sub(Init):
    def __init__(self, a):
        Init.__init__(self, a)
        object.__setattr__(self, "b", a)
        list.append(seen, a)


seen = []
phases("Base.__init__", lambda: Sub(3).b, lambda: seen.clear(), lambda: setattr(Init, "__init__", lambda self, a: 7 / 0), lambda: setattr(Init, "__init__", object.__init__),
       lambda: delattr(Init, "__init__"))
print(len(seen))
phases("parts of a class", lambda: (Init.__name__, Init.static(), Init.cm(), type(Init.prop).__name__, Init.__mro__[-1].__name__, Init.__new__ is object.__new__),
       lambda: setattr(Init, "__name__", "Renamed"), lambda: setattr(Init, "static", staticmethod(lambda: "other")), lambda: Init.__dict__["static"].__init__(lambda: "again"))


class Meta(type):
    plain = "of the metaclass"

    def m(cls):
        return "Meta.m " + cls.__name__


class WithMeta(metaclass=Meta):
    x = 1
    plain = "of the class"

    def m(self=None):
        return "WithMeta.m"


class WithABC(metaclass=ABCMeta):
    x = 2
    plain = "of the ABC"

    @abstractmethod
    def m(self=None):
        return "WithABC.m"


class Color(Enum):
    RED = 1
    BLUE = 2


def read(c):
    return c.x, c.plain, c.m(), c.__name__


for c in WithMeta, WithABC:
    phases(c.__name__, lambda: read(c), lambda: setattr(c, "x", 5), lambda: setattr(c, "__name__", "Other" + c.__name__), lambda: read(WithMeta) and None, lambda: read(WithABC) and None)
phases("Color", lambda: (Color.RED, Color.BLUE.name, Color.__members__["RED"].value), lambda: setattr(Color, "GREEN", 3))
late = lambda: (WithMeta.x, WithMeta.plain)
phases("metaclass gets a property", late, lambda: setattr(Meta, "x", property(lambda cls: "meta's")), lambda: delattr(Meta, "x"),
       lambda: setattr(Meta, "plain", property(lambda cls: "meta's plain")), lambda: setattr(Meta, "plain", 4))


class Desc:
    def __get__(self, o, t=None):
        return "desc"


Meta.plain = Desc()
phases("a descriptor of the metaclass becomes a data descriptor", late, lambda: setattr(Desc, "__set__", lambda *a: None), lambda: delattr(Desc, "__set__"))
phases("metaclass gets __getattribute__", late, lambda: setattr(Meta, "__getattribute__", lambda cls, name: "hooked " + name), lambda: delattr(Meta, "__getattribute__"),
       lambda: setattr(Meta, "__getattr__", lambda cls, name: "missing " + name), lambda: delattr(WithMeta, "x"))


class Meta2(type):
    x = property(lambda cls: "Meta2's")


phases("metaclass changes", late, lambda: setattr(WithMeta, "__class__", Meta2))


# Built-in descriptors.
def args(e):
    return e.args


class Err(Exception):
    pass


class HookErr(Exception):
    def __getattr__(self, name):
        return "hook " + name


errors = [ValueError(1), Err(2), HookErr(3), KeyError()]
for e in errors:
    phases(type(e).__name__, lambda: args(e), lambda: setattr(e, "args", (4, 5)))
for _ in range(60):
    r = [args(e) for e in errors]
print(r)
Err.args = "class"
phases("a class's own args", lambda: args(errors[1]))
f = lambda: 0
phases("a function's parts", lambda: (f.__name__, f.__defaults__, f.__code__.co_argcount), lambda: setattr(f, "__defaults__", (1,)), lambda: setattr(f, "__name__", "g"))
names = [Base, Text, WithABC, Color, int, type]
for _ in range(60):
    r = [c.__name__ for c in names] + [c.__class__.__name__ for c in (1, "a", o, s, Base, Color.RED)]
print(r)
