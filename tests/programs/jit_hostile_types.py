# Classes that change under hot code: attributes, bases, __class__, descriptors over instance attributes, hooks added late.
import sys

def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

def make():
    class P:
        k = 1
        def __init__(self, x):
            self.x = x
        def get(self):
            return self.x
        def add(self, n):
            self.x += n
            return self.x
        @property
        def twice(self):
            return self.x * 2
        def __len__(self):
            return 3
        def __getitem__(self, i):
            if i > 40:
                raise IndexError(i)
            return i + self.x
        def __add__(self, o):
            return self.x + o
        def __eq__(self, o):
            return self is o
        def __call__(self, a):
            return a - self.x
        def __iter__(self):
            return iter((self.x, 1))
        def __contains__(self, v):
            return v == self.x
    class Q(P):
        def get(self):
            return -self.x
    return P, Q

def body(o, k):
    return o.x, o.k, o.get(), o.add(1), o.twice, len(o), o[k], o + 2, o == o, o(5), [*o], 3 in o, bool(o)

def hot(change, n=30, late=None):
    P, Q = make()
    o = P(10)
    out = []
    for k in range(n):
        if k == n // 2:
            change(P, Q, o)
        out.append(attempt(body, o, k))
    return out[n // 2 - 1:n // 2 + 2]

def setter(**names):
    def change(P, Q, o):
        for n, v in names.items():
            setattr(P, n, v)
    return change

changes = [
    setter(k=0.5), setter(get=lambda s: "got"), setter(get=staticmethod(lambda: "static")), setter(get=classmethod(lambda c: c.__name__)), setter(get=5), setter(x=99),
    setter(x=property(lambda s: "px")), setter(x=property(lambda s: s.__dict__["x"] + 100, lambda s, v: s.__dict__.__setitem__("x", 0))), setter(twice=7), setter(twice=property(lambda s: -1)), setter(add=lambda s, n: setattr(s, "new", n)),
    setter(__len__=lambda s: 8), setter(__len__=lambda s: 0), setter(__len__=lambda s: -1), setter(__len__=lambda s: 2**70), setter(__getitem__=lambda s, i: (i,)), setter(__add__=lambda s, o: NotImplemented), setter(__radd__=lambda s, o: 1), setter(__eq__=lambda s, o: 5), setter(__call__=len), setter(__iter__=lambda s: iter("xy")), setter(__iter__=None),
    setter(__contains__=lambda s, v: True), setter(__contains__=None), setter(__bool__=lambda s: False), setter(__bool__=lambda s: 1), setter(__getattr__=lambda s, n: n), setter(__getattribute__=lambda s, n: 4 if n in "xk" else object.__getattribute__(s, n)), setter(__setattr__=lambda s, n, v: None), setter(__delattr__=lambda s, n: None),
    lambda P, Q, o: setattr(o, "__class__", Q), lambda P, Q, o: setattr(o, "get", lambda: "own"), lambda P, Q, o: setattr(o, "k", "own"), lambda P, Q, o: o.__dict__.update(k=2, x=3), lambda P, Q, o: o.__dict__.clear(), lambda P, Q, o: delattr(o, "x"), lambda P, Q, o: setattr(o, "__dict__", {"x": 0.25}),
    lambda P, Q, o: delattr(P, "get"), lambda P, Q, o: delattr(P, "__len__"), lambda P, Q, o: delattr(P, "k"), lambda P, Q, o: delattr(P, "__eq__"), lambda P, Q, o: delattr(P, "__iter__"), lambda P, Q, o: delattr(P, "__contains__"), lambda P, Q, o: delattr(P, "__call__"),
    lambda P, Q, o: [setattr(o, f"a{i}", i) for i in range(40)], lambda P, Q, o: (setattr(o, "z", 1), delattr(o, "x"), setattr(o, "x", 0.5)),
]
for i, change in enumerate(changes):
    print(i, hot(change))

# --- bases changed under a subclass whose methods are inlined
class A:
    def name(self):
        return "A"
    v = 1
class B:
    def name(self):
        return "B", self.v
    v = 2
class C(A):
    pass
class D(C):
    pass
def names(n, change):
    o, out = D(), []
    for k in range(n):
        if k == n // 2:
            change()
        out.append((o.name(), o.v, isinstance(o, A), super(C, o).name()))
    return out[n // 2 - 1:n // 2 + 1]
def bases(c, *b):
    def change():
        c.__bases__ = b
    return change
print(names(30, bases(C, B)), names(30, bases(C, A)), names(30, bases(C, B, A)), names(30, bases(C, A)))
print(attempt(names, 30, bases(C, list)), attempt(names, 30, bases(C)), attempt(names, 30, bases(C, D)))

# --- descriptors that come over an instance's attributes, and lose their __set__ or __get__
class Data:
    def __get__(self, o, t):
        return "data"
    def __set__(self, o, v):
        o.__dict__["x"] = ("set", v)
class NonData:
    def __get__(self, o, t):
        return "nondata"
def descr(change):
    class P:
        def __init__(self):
            self.x = 1
        def read(self):
            return self.x
        def write(self, v):
            self.x = v
    o, out = P(), []
    for k in range(30):
        if k == 15:
            change(P)
        o.write(k)
        out.append((o.read(), o.x, o.__dict__.get("x")))
    return out[14:17]
def lose(name):
    def change(P):
        class Temp(Data):
            pass
        Temp.__get__, Temp.__set__ = Data.__get__, Data.__set__
        P.x = Temp()
        P().x
        delattr(Temp, name)
        setattr(Data, "unrelated", 1)
    return change
late = NonData()
print(descr(lambda P: setattr(P, "x", Data())), descr(lambda P: setattr(P, "x", NonData())), descr(lambda P: setattr(P, "x", late)))
def become(P):
    P.x = n = NonData()
    o = P()
    r = [o.read() for _ in range(30)]
    n.__class__ = Data
    print(r[-1], o.read(), o.x)
print(descr(become))
def grows(P):
    class Plain:
        pass
    P.x = Plain()
    o = P()
    r = [o.read() for _ in range(30)][-1]
    Plain.__get__ = lambda s, o, t: "late get"
    r2 = [o.read() for _ in range(30)][-1]
    Plain.__set__ = lambda s, o, v: None
    print(r, r2, [o.read() for _ in range(30)][-1])
print(descr(grows))

# --- slots, and instances moved between classes of the same slots
class S1:
    __slots__ = ("x", "y")
    def get(self):
        return self.x
class S2:
    __slots__ = ("x", "y")
    def get(self):
        return self.y
class S3:
    __slots__ = ("y", "x", "z")
def slots(n, change):
    o, out = S1(), []
    o.x, o.y = 1, 2
    for k in range(n):
        if k == n // 2:
            change(o)
        out.append(attempt(lambda: (o.get(), o.x, o.y)))
    return out[n // 2 - 1:n // 2 + 1]
print(slots(30, lambda o: setattr(o, "__class__", S2)), slots(30, lambda o: attempt(setattr, o, "__class__", S3)), slots(30, lambda o: delattr(o, "x")), slots(30, lambda o: delattr(o, "y")))
x1, x2 = S1.x, S2.x
def swapped(o):
    S1.x, S1.y = S1.y, S1.x
print(slots(30, swapped), slots(30, swapped), slots(30, lambda o: setattr(S1, "x", x2)))
S1.x = x1

# --- member descriptors of another class
class Foreign:
    __slots__ = ("a", "b")
class Open:
    pass
class Heir(S1):
    pass
def member(c, n):
    out = []
    for k in range(n):
        o = c()
        for name in c.__dict__.get("__slots__", ()):
            setattr(o, name, name)
        out.append((attempt(S1.get, o), attempt(lambda: o.x), attempt(setattr, o, "x", k), attempt(lambda: setattr(o, "x", k)), attempt(store, o, k), attempt(lambda: o.x)))
    return out[0], out[-1]
def store(o, v):
    o.x = v
Foreign.x = Open.x = S1.x
for c in (Foreign, Open, Heir):
    print(c.__name__, *member(c, 20), sep="\n")

# --- methods of builtin types as attributes of other classes
class Borrows:
    append, upper, get, add, pop = list.append, str.upper, dict.get, int.__add__, list.pop
def borrowed(o, f, *a):
    return [attempt(lambda: f(o)) for k in range(20)][::19]
print(borrowed(Borrows(), lambda o: o.append(1)), borrowed(Borrows(), lambda o: o.upper()), borrowed(Borrows(), lambda o: o.get(1)), borrowed(Borrows(), lambda o: o.add(1)), borrowed(Borrows(), lambda o: o.pop()))
class MyList(list):
    upper, push = str.upper, list.append
print(borrowed(MyList([1]), lambda o: o.upper()), borrowed(MyList([1]), lambda o: (o.push(2), o)[1]))

# --- metaclass attributes, class attributes that are descriptors of the metaclass
class Meta0(type):
    pass
class Meta(Meta0):
    def __call__(cls, *a):
        return ("made", a)
    shared = "meta"
class WithMeta(metaclass=Meta0):
    def __init__(self, a):
        self.a = a
def instances(n, change):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        o = WithMeta(k)
        out.append(o if type(o) is not WithMeta else o.__dict__)
    return out[n // 2 - 1:n // 2 + 1]
def new_init(self, a):
    self.a, self.b = -a, a
print(instances(30, lambda: setattr(WithMeta, "__init__", new_init)))
print(attempt(instances, 30, lambda: None), instances(30, lambda: setattr(WithMeta, "__class__", Meta)))
WithMeta.__class__ = Meta0
print(instances(30, lambda: setattr(WithMeta, "__new__", lambda c, a: 5)))

# --- an __init__ that fails, or returns something, after it was inlined
class Init:
    def __init__(self, x):
        self.x = x
def inits(n, change):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        out.append(attempt(lambda: Init(k).x))
    return out[n // 2 - 1:n // 2 + 1]
print(inits(30, lambda: setattr(Init, "__init__", lambda s, x: 5)), inits(30, lambda: delattr(Init, "__init__")), inits(30, lambda: setattr(Init, "__init__", lambda s, x: s.__dict__.update(x=x))))
class Weird:
    def __init__(self, x):
        self.x = x
        if x == 20:
            return x
print([attempt(Weird, k) for k in range(30)][20], len([attempt(Weird, k) for k in range(30)]))

# --- modules, too, get other classes
import sys
ModuleType = type(sys)
class Module(ModuleType):
    def __bool__(self):
        return False
    @property
    def attr(self):
        return "property"
module = ModuleType("module")
module.attr = "value"
def about(m):
    return type(m).__name__, isinstance(m, Module), bool(m), m.attr
def global_module():
    return type(module).__name__, isinstance(module, Module), 1 if module else 2, module.attr
def changed_midway(m, change):
    before = type(m).__name__, isinstance(m, Module), not m
    change()
    return before + (type(m).__name__, isinstance(m, Module), not m)
for to in Module, ModuleType, Module, ModuleType:
    print([about(module) for _ in range(5)][4], [global_module() for _ in range(5)][4])
    print([changed_midway(module, lambda: setattr(module, "__class__", to)) for _ in range(2)])
