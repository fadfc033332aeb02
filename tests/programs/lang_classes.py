# Class machinery: metaclasses, __prepare__, descriptors, __set_name__, __init_subclass__, __class_getitem__, slots, MRO, type() with three arguments.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Recorder(dict):
    def __init__(self):
        self.order = []

    def __setitem__(self, k, v):
        if not k.startswith("__"):
            self.order.append(k)
        super().__setitem__(k, v)

    def __missing__(self, k):
        if k.startswith("auto_"):
            return k.upper()
        raise KeyError(k)


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **kw):
        print("prepare", name, [b.__name__ for b in bases], kw)
        return Recorder()

    def __new__(mcs, name, bases, ns, **kw):
        cls = super().__new__(mcs, name, bases, dict(ns))
        cls.order = ns.order
        cls.options = kw
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        print("init", name)

    def __call__(cls, *a, **k):
        o = super().__call__(*a, **k)
        o.created_by = "Meta"
        return o

    def __iter__(cls):
        return iter(cls.order)

    def __len__(cls):
        return len(cls.order)

    def __contains__(cls, x):
        return x in cls.order

    def __getattr__(cls, name):
        if name == "dynamic":
            return f"{cls.__name__}.dynamic"
        raise AttributeError(name)

    def __instancecheck__(cls, o):
        return o == "pretend" or super().__instancecheck__(o)

    def __subclasscheck__(cls, c):
        return c is int or super().__subclasscheck__(c)


class Model(metaclass=Meta, table="m", strict=True):
    b = 1
    a = auto_value
    b = 2

    def method(self):
        return __class__

    for i in range(2):
        pass
    del i


class Child(Model, table="c"):
    z = [x for x in "ab"]


print(list(Model), len(Model), "b" in Model, Model.a, Model.options, Child.options, Model.dynamic, attempt(lambda: Model.nope), attempt(lambda: Model().dynamic))
print(Model().created_by, Model().method() is Model, isinstance("pretend", Model), isinstance(5, Model), issubclass(int, Child), issubclass(Child, Model), type(Child).__name__)


class Typed:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)
        self.name = name

    def __get__(self, o, owner=None):
        if o is None:
            return self
        return o.__dict__.get(self.name, self.default)

    def __set__(self, o, v):
        if not isinstance(v, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, not {type(v).__name__}")
        o.__dict__[self.name] = v

    def __delete__(self, o):
        print("delete", self.name)
        o.__dict__.pop(self.name, None)


class Person:
    name = Typed(str, "nobody")
    age = Typed(int, 0)

    def __init__(self, name, age):
        self.name, self.age = name, age


p = Person("Ann", 30)
print(p.name, p.age, attempt(setattr, p, "age", "x"), vars(p), Person.name.kind)
del p.name
print(p.name, vars(p))


class Plugin:
    registry = {}

    def __init_subclass__(cls, /, key=None, **kw):
        super().__init_subclass__(**kw)
        cls.registry[key or cls.__name__] = cls
        cls.key = key


class A(Plugin, key="alpha"):
    pass


class B(A):
    pass


print({k: v.__name__ for k, v in Plugin.registry.items()}, B.key, attempt(lambda: type("C", (Plugin,), {}, other=1)))


class Generic:
    def __class_getitem__(cls, item):
        return f"{cls.__name__}[{item!r}]"


print(Generic[int, 5], attempt(lambda: Person[int]))


class Slots:
    __slots__ = ("a", "_b", "__c")
    k = 5

    def __init__(self):
        self.__c = "mangled"


class SubSlots(Slots):
    __slots__ = ["d"]


class SubDict(Slots):
    pass


s = SubSlots()
s.a, s.d = 1, 2
print(s.a, s.d, attempt(lambda: s._b), attempt(setattr, s, "x", 1), attempt(setattr, s, "k", 1), s._Slots__c, hasattr(s, "__dict__"), attempt(delattr, s, "_b"))
del s.a
print(attempt(lambda: s.a), type(Slots.a).__name__, Slots.__slots__)
t = SubDict()
t.x = 1
t.a = 2
print(vars(t), attempt(lambda: type("Bad", (), {"__slots__": ("a",), "a": 1})), attempt(lambda: type("Bad", (), {"__slots__": (5,)})))
print(attempt(lambda: type("Bad", (Slots, type("Other", (), {"__slots__": ("q",)})), {})))


def describe(self):
    return f"{type(self).__name__}({self.v})"


Dyn = type("Dyn", (Person,), {"v": 7, "__repr__": describe, "twice": property(lambda self: self.v * 2)})
d = Dyn("x", 1)
print(d, d.twice, Dyn.__mro__[1].__name__, Dyn.__bases__, type(Dyn), Dyn.__module__, Dyn.__qualname__)


class O: pass
class X(O): pass
class Y(O): pass
class Z(X, Y): pass


print([c.__name__ for c in Z.__mro__], attempt(lambda: type("Bad", (X, Z), {})), attempt(lambda: type("Bad", (O, X), {})), attempt(lambda: type("Bad", (X, X), {})), attempt(lambda: type("Bad", (5,), {})),
      attempt(lambda: type("Bad", (bool,), {})), attempt(lambda: type("Bad", (int, str), {})))


class MA(type): pass
class MB(type): pass
class CA(metaclass=MA): pass
class CB(metaclass=MB): pass


print(attempt(lambda: type("Bad", (CA, CB), {})), attempt(type), attempt(type, 1, 2), attempt(type, "n", (), {}).__name__, attempt(type, 5, (), {}))


class Diamond:
    def who(self):
        return ["Diamond"]


class Left(Diamond):
    def who(self):
        return ["Left"] + super().who()


class Right(Diamond):
    def who(self):
        return ["Right"] + super().who()


class Bottom(Left, Right):
    def who(self):
        return ["Bottom"] + super().who()


print(Bottom().who(), super(Left, Bottom()).who(), super(Right, Bottom()).who(), attempt(lambda: super(Left, 5).who()), attempt(lambda: super(Bottom, Left()).who()))
Left.__bases__ = (Right,)
print([c.__name__ for c in Bottom.__mro__], Bottom().who())
b = Bottom()
b.__class__ = Right
print(b.who(), attempt(setattr, b, "__class__", int), attempt(setattr, b, "__class__", 5))


class Counter:
    count = 0

    def __new__(cls, *a, **k):
        cls.count += 1
        self = super().__new__(cls)
        self.serial = cls.count
        return self

    def __init__(self, v=None):
        self.v = v

    @classmethod
    def make(cls, v):
        return cls(v * 2)

    @staticmethod
    def helper(x):
        return x + 1

    @property
    def prop(self):
        "the doc"
        return self.v

    @prop.setter
    def prop(self, v):
        self.v = ("set", v)

    @prop.deleter
    def prop(self):
        self.v = "deleted"


class SubCounter(Counter):
    @Counter.prop.getter
    def prop(self):
        return ("sub", self.v)


c = SubCounter.make(4)
print(c.v, c.serial, Counter.count, SubCounter.count, c.helper(1), Counter.helper(2), c.prop)
c.prop = 3
print(c.prop)
del c.prop
print(c.prop, Counter.prop.__doc__, attempt(Counter, 1, 2), attempt(object, 1), attempt(object.__new__), attempt(int.__new__, str))


class Singleton:
    _it = None

    def __new__(cls):
        if cls._it is None:
            cls._it = super().__new__(cls)
        return cls._it


print(Singleton() is Singleton())


class Lazy:
    def __init__(self, f):
        self.f = f

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, o, owner):
        if o is None:
            return self
        v = o.__dict__[self.name] = self.f(o)
        return v


class Heavy:
    @Lazy
    def value(self):
        print("computing")
        return 42


h = Heavy()
print(h.value, h.value, vars(h))


class Body:
    x = 1
    y = [v * 2 for v in (x, 2)]
    z = (lambda: 5)()
    names = sorted(k for k in locals() if not k.startswith("__"))

    class Inner:
        w = 3

        def f(self):
            return Body.x, __class__.__qualname__

    if x:
        cond = "yes"
    x += 10
    annotated: int = 3
    only: "str"


print(Body.x, Body.y, Body.z, Body.names, Body.Inner().f(), Body.Inner.__qualname__, Body.cond, Body.__annotations__)
print(sorted(k for k in Body.__dict__ if not k.startswith("__")), Body.__doc__, Body.__module__)


def factory(n):
    x = "cell"

    class Local:
        v = n
        u = x

        def get(self):
            return n, x, __class__.__name__

    return Local


L = factory(3)
print(L.v, L.u, L().get(), L.__qualname__)


class Attr:
    def __getattr__(self, n):
        return "ga:" + n if n != "bad" else object.__getattribute__(self, n)

    def __setattr__(self, n, v):
        object.__setattr__(self, n, ("sa", v))

    def __delattr__(self, n):
        print("del", n)
        object.__delattr__(self, n)

    def __dir__(self):
        return ["z", "a"]


a = Attr()
a.x = 1
print(a.x, a.y, attempt(lambda: a.bad), dir(a), getattr(a, "q"), hasattr(a, "bad"), getattr(a, "bad", "dflt"))
del a.x
print(attempt(delattr, a, "x"), a.x)


def add_repr(cls):
    cls.__repr__ = lambda self: f"{cls.__name__}{tuple(vars(self).values())}"
    return cls


def dataclass(cls=None, *, order=False):
    def wrap(cls):
        fields = list(cls.__annotations__)

        def __init__(self, *args, **kw):
            if len(args) > len(fields):
                raise TypeError(f"expected at most {len(fields)} arguments, got {len(args)}")
            for f, v in zip(fields, args):
                if f in kw:
                    raise TypeError(f"duplicate {f}")
                kw[f] = v
            for f in fields:
                if f in kw:
                    setattr(self, f, kw.pop(f))
                elif hasattr(cls, f):
                    setattr(self, f, getattr(cls, f))
                else:
                    raise TypeError(f"missing {f}")
            if kw:
                raise TypeError("unexpected " + ", ".join(kw))

        def key(self):
            return tuple(getattr(self, f) for f in fields)

        cls.__init__ = __init__
        cls.__repr__ = lambda self: f"{cls.__qualname__}({', '.join(f'{f}={getattr(self, f)!r}' for f in fields)})"
        cls.__eq__ = lambda self, other: key(self) == key(other) if type(other) is type(self) else NotImplemented
        cls.__hash__ = lambda self: hash(key(self))
        if order:
            cls.__lt__ = lambda self, other: key(self) < key(other)
        return cls

    return wrap if cls is None else wrap(cls)


@add_repr
class Simple:
    def __init__(self):
        self.a, self.b = 1, "x"


@dataclass(order=True)
class Item:
    name: str
    price: float = 1.5
    n: int = 0


print(Simple(), Item("a"), Item("b", n=3), Item("a") == Item("a"), Item("a") != Item("b"), sorted([Item("z"), Item("a", 3), Item("a", 2)]), len({Item("a"), Item("a")}), attempt(Item), attempt(Item, "a", 1, 2, 3),
      attempt(Item, "a", name="b"), attempt(Item, "a", q=1), attempt(lambda: Item("a") > 5))
print(attempt(lambda: Item.nothing), attempt(lambda: Item("x").nothing), attempt(lambda: int.nothing), attempt(setattr, int, "x", 1), attempt(delattr, Item, "nothing"), attempt(setattr, 5, "x", 1), attempt(setattr, object(), "x", 1))
