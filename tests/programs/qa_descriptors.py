# Corner cases of descriptors, slots, super and class creation.
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
# descriptors
class Data:
    def __set_name__(self, owner, name): print("set_name", owner.__name__, name); self.name = name
    def __get__(self, o, t=None): return ("data get", self.name, o is None, t and t.__name__)
    def __set__(self, o, v): print("set", self.name, v)
    def __delete__(self, o): print("delete", self.name)
class NonData:
    def __get__(self, o, t=None): return ("nondata", o is None)
class SetOnly:
    def __set__(self, o, v): o.__dict__["s"] = ("via set", v)
class DelOnly:
    def __delete__(self, o): print("delonly")
class C:
    d = Data(); n = NonData(); s = SetOnly(); x = DelOnly()
c = C()
print(c.d, C.d, c.n, C.n)
c.d = 5; del c.d
c.__dict__["d"] = "shadow"; c.__dict__["n"] = "shadow n"
print(c.d, c.n); 
print(type(c.s).__name__); c.s = 3; print(c.s); print(attempt(delattr, c, "s"))
print(attempt(setattr, c, "x", 1)); del c.x
# property
class P:
    def __init__(self): self._v = 1
    @property
    def v(self):
        "the v"
        return self._v
    @v.setter
    def v(self, x): self._v = x
    @v.deleter
    def v(self): print("deleted")
    ro = property(lambda self: 1)
    wo = property(None, lambda self, v: print("wo", v))
    empty = property()
p = P()
p.v = 5; print(p.v); del p.v
print(P.v.__doc__, P.v.fget.__name__, P.v.fset, P.ro, P.v.__isabstractmethod__) if False else print(P.v.__doc__, P.v.fget.__name__, P.v.__isabstractmethod__, P.v.__name__, attempt(lambda: P.ro.__name__))
for n in ("ro", "wo", "empty"):
    print(attempt(getattr, p, n), attempt(setattr, p, n, 1), attempt(delattr, p, n))
class PA:
    @property
    def bad(self): return self.missing
    def __getattr__(self, n): return "getattr " + n
print(PA().bad, PA().nope)
class PB:
    @property
    def bad(self): return self.missing
print(attempt(lambda: PB().bad))
class PSub(property):
    def __get__(self, o, t=None):
        return "sub " + str(super().__get__(o, t))
class PP:
    @PSub
    def v(self): "d"; return 9
print(PP().v, type(PP.__dict__["v"]).__name__, PP.__dict__["v"].__doc__)
# __getattribute__ and __getattr__
class G:
    def __init__(self): self.a = 1
    def __getattribute__(self, n):
        if n == "zzz": raise AttributeError("zzz gone")
        return object.__getattribute__(self, n)
    def __getattr__(self, n): return "fallback " + n
    def __setattr__(self, n, v): object.__setattr__(self, n, (v,))
    def __delattr__(self, n): print("del", n)
g = G(); print(g.a, g.zzz, g.b); del g.q; del g.a; print(g.a)
# __slots__
class S: __slots__ = ("a", "b", "__weakref__")
class S2(S): pass
class S3(S): __slots__ = "c"
class S4(S): __slots__ = ("__dict__",)
class S5: __slots__ = {"doc": "text of doc"}
s = S(); print(attempt(lambda: s.a)); s.a = 1; print(s.a, attempt(setattr, s, "zz", 1), attempt(lambda: s.zz), attempt(delattr, s, "b"), attempt(lambda: s.__dict__)); del s.a; print(attempt(lambda: s.a))
s2 = S2(); s2.a = 1; s2.zz = 2; print(s2.__dict__, s2.a)
s3 = S3(); s3.c = 1; print(S3.__slots__, attempt(setattr, s3, "d", 1), S.a, S3.c, type(S.a))
s4 = S4(); s4.q = 1; print(s4.__dict__)
print(S5.__slots__, S5.doc.__doc__)
def slots(sl, base=object, **ns):
    return type("T", (base,), {"__slots__": sl, **ns})
for sl in (("a", "a"), ("1a",), (5,), 5, ("a b",), ("__dict__", "__dict__"), ("__weakref__", "__weakref__"), (), "abc", ["x", "y"], ("__class__",), ("é",)):
    print(sl, attempt(slots, sl))
print(attempt(slots, ("a",), int), attempt(slots, ("a",), tuple), attempt(slots, (), tuple), attempt(slots, ("a",), str), attempt(slots, ("__dict__",), S2), attempt(slots, ("__weakref__",), S2))
print(attempt(S.a.__get__, 5), attempt(S.a.__get__, None), attempt(S.a.__get__, None, S), attempt(S.a.__set__, 5, 1), attempt(S.a.__delete__, s))
class Mangled:
    __slots__ = ("__priv", "_Mangled__q")
m = Mangled(); m._Mangled__priv = 1; print(m._Mangled__priv, dir(Mangled)[:2])
# super
class A:
    def f(self): return "A.f"
    @classmethod
    def c(cls): return "A.c " + cls.__name__
    @staticmethod
    def s(): return "A.s"
    @property
    def p(self): return "A.p"
    v = 1
class B(A):
    def f(self): return "B " + super().f()
    @classmethod
    def c(cls): return "B " + super().c()
    @staticmethod
    def s(): return "B " + super(B, B).s()
    @property
    def p(self): return "B " + super().p
    def nested(self):
        return [super(B, self).f() for _ in range(2)]
    def nested2(self):
        def inner(self): return super().f()
        return inner(self)
    def setv(self): super().v = 5; return self.v
    def rep(self): return repr(super()).split(" object")[0], super().__thisclass__, super().__self_class__
    def missing(self): return super().nope
    def noarg(): return super().f()
    def delself(self):
        del self
        return super().f()
    def gen(self): return list(super(B, self).f() for _ in "a")
    def gen2(self): return [super().f() for _ in "a"]
class C2(B):
    f = None
b = B()
print(b.f(), B.c(), C2.c(), b.s(), b.p, b.nested(), b.nested2(), attempt(b.setv), b.rep(), attempt(b.missing), attempt(B.noarg), attempt(b.delself), attempt(b.gen), attempt(b.gen2))
print(attempt(super), attempt(super, 5), attempt(super, int, "x"), attempt(super, A, B), repr(super(A)), attempt(super, B, A()), attempt(lambda: super().x), attempt(super(B, b).__getattribute__, "v"), super(B, C2).f(b))
class Fake:
    @property
    def __class__(self): return B
print(attempt(lambda: super(B, Fake()).v), isinstance(Fake(), B), type(Fake()))
u = super(B); print(u.__self__, u.__get__(b).f())
class UB:
    u = 1
# __init_subclass__ / __set_name__ errors
class I:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw); cls.tag = tag
class I1(I, tag="t"): pass
print(I1.tag)
def f():
    class I2(I, other=1): pass
print(attempt(f))
class BadName:
    def __set_name__(self, o, n): raise ValueError("no name")
def f():
    class I3: x = BadName()
try: f()
except Exception as e: print(type(e), e, e.__notes__)
# __class_getitem__
class CG:
    def __class_getitem__(cls, k): return (cls.__name__, k)
print(CG[1], CG[1, 2], attempt(lambda: CG()[1]), attempt(lambda: int[1]), attempt(lambda: A[1]), list[int], dict[str, int], list[int]([1]), type(list[int]))
# __init__/__new__
class N:
    def __new__(cls, *a): print("new", a); return object.__new__(cls)
    def __init__(self, *a): print("init", a)
N(1)
class N2:
    def __new__(cls): return 5
    def __init__(self): print("never")
print(N2())
class N3:
    def __init__(self): return 5
print(attempt(N3), attempt(object, 1), attempt(A, 1), attempt(A, x=1), attempt(object.__new__, int), attempt(object.__new__), attempt(object.__new__, 5), attempt(int.__new__, str), attempt(int.__new__, 5), attempt(object.__init__), attempt(object().__init__, 1), attempt(tuple.__new__, list), attempt(N.__new__, int))
class Abs:
    pass
print(attempt(type, "a"), attempt(type, 1, (), {}), attempt(type, "a", [], {}), attempt(type, "a", (), []), attempt(type, "a\0", (), {}), attempt(type), attempt(type, "a", (), {}, x=1), attempt(type, 1, 2), attempt(type.__new__, 5), attempt(type.__new__, int, "a", (), {}), attempt(type.__new__))
