# Corner cases of metaclasses, MROs, __bases__ and __class__ assignment.
import sys
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"

# metaclasses
class M(type):
    def __new__(m, name, bases, ns, **kw):
        print("new", name, bases, sorted(k for k in ns if not k.startswith('__')), kw)
        return super().__new__(m, name, bases, ns)
    def __init__(c, name, bases, ns, **kw):
        print("init", name, kw)
        super().__init__(name, bases, ns)
    def __call__(c, *a, **k):
        print("call", c.__name__, a, k)
        return super().__call__(*a, **k)
    def __instancecheck__(c, o): return o == 5
    def __subclasscheck__(c, o): return o is int
    def __len__(c): return 7
    def __getitem__(c, k): return (c.__name__, k)
    def __iter__(c): return iter("abc")
    def __contains__(c, k): return k == 1
    def __bool__(c): return False
    def __add__(c, o): return "add"
    def __repr__(c): return f"<M {c.__name__}>"
    def __getattr__(c, n):
        if n.startswith("_"): raise AttributeError(n)
        return "meta " + n
    def __setattr__(c, n, v):
        print("setattr", n, v); super().__setattr__(n, v)
    def __delattr__(c, n):
        print("delattr", n); super().__delattr__(n)
    @classmethod
    def __prepare__(m, name, bases, **kw):
        print("prepare", name, bases, kw); return {"prepared": 1}
    def __or__(c, o): return "or"
class A(metaclass=M, x=1):
    y = 2
    def __init__(self, *a, **k): print("A init", a, k)
class B(A, z=3): pass
print(A(1, q=2).y, len(A), A[3], list(A), 1 in A, 2 in A, bool(A), A + 1, A, [A, B], A | 1)
print(isinstance(5, A), isinstance(6, A), issubclass(int, A), issubclass(str, A), A.foo, attempt(getattr, A, "_x"), A.prepared)
A.k = 5
del A.k
print(attempt(delattr, A, "k"))
print(type(A), type(B), M.__mro__, B.__mro__, B.__bases__)
class M2(type): pass
class X(metaclass=M2): pass
def bad():
    class Y(A, X): pass
print(attempt(bad))
def badfunc(name, bases, ns, **kw):
    return (name, bases, sorted(ns), kw)
class F(metaclass=badfunc, a=1, b=2):
    t = 1
print(F)
class F2(int, metaclass=lambda *a: a[0]): pass
print(F2)
# MRO
def mro():
    class A: pass
    class B(A): pass
    class C(A, B): pass
print(attempt(mro))
def mro2():
    class A: pass
    class C(A, A): pass
print(attempt(mro2))
def badbase(b):
    class C(b): pass
    return C.__name__
for b in (bool, type(None), type(...), type(NotImplemented), range, slice, type(lambda: 0), type(print), 5, "x", None, type({}.keys()), type(iter([])), type(x for x in ()), memoryview if 'memoryview' in dir(__builtins__) else bool, type, object, int, type(sys), property):
    print(attempt(badbase, b))
def conflict():
    class C(int, str): pass
print(attempt(conflict))
def conflict2():
    class S1: __slots__ = ("a",)
    class S2: __slots__ = ("b",)
    class C(S1, S2): pass
print(attempt(conflict2))
# __mro_entries__
class ME:
    def __mro_entries__(self, bases): print("bases", len(bases)); return (int, )
class FromME(ME()): pass
print(FromME.__bases__, FromME.__orig_bases__ is not None)
print(attempt(type, "X", (ME(),), {}))
class ME2:
    def __mro_entries__(self, bases): return 5
def f():
    class Z(ME2()): pass
print(attempt(f))
# custom mro
class MM(type):
    def mro(cls):
        r = super().mro()
        print("mro of", cls.__name__, [c.__name__ for c in r])
        return r
class P1(metaclass=MM): v = 1
class P2(P1): v = 2
class P3(P2): pass
P3.__bases__ = (P1,)
print(P3.v, P3.__mro__, P2.__subclasses__(), P1.__subclasses__())
# __class__ assignment
class O1:
    def who(self): return "O1"
class O2:
    def who(self): return "O2"
class O3: __slots__ = ("a",)
o = O1(); o.x = 1
o.__class__ = O2
print(o.who(), o.x, type(o).__name__)
print(attempt(setattr, o, "__class__", O3), attempt(setattr, o, "__class__", int), attempt(setattr, o, "__class__", 5), attempt(setattr, 5, "__class__", int), attempt(delattr, o, "__class__"))
# qualname/name/module/doc
class D:
    "docstring"
print(D.__doc__, D.__name__, D.__qualname__, D.__module__)
D.__name__ = "E"; D.__qualname__ = "Q.E"; D.__module__ = "mod"; D.__doc__ = "new"
print(D, D.__doc__, attempt(setattr, D, "__name__", 5), attempt(setattr, D, "__qualname__", 5), attempt(setattr, D, "__name__", "a\0b"), attempt(delattr, D, "__name__"), attempt(setattr, int, "__name__", "x"), attempt(setattr, int, "foo", "x"), attempt(setattr, D, "__bases__", 5), attempt(setattr, D, "__bases__", ()), attempt(setattr, D, "__bases__", (5,)), attempt(setattr, D, "__bases__", (D,)), attempt(setattr, D, "__mro__", ()), attempt(setattr, D, "__dict__", {}))
print(D.__annotations__, D.__type_params__, D.__dictoffset__ if False else "", D.__basicsize__ > 0, D.__base__, D.__flags__ & 0x200, D.__text_signature__)
print(type.__call__(int, "5"), type.__dict__["__mro__"], type.__dict__["__name__"], object.__dict__["__class__"], type(D.__dict__), type(D.__dict__["__dict__"]), D.__dict__["__weakref__"])
