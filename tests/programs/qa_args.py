# Texts of argument errors, of Python functions and built-in ones.
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
def f0(): pass
def f1(a): pass
def f2(a, b): pass
def f3(a, b, c): pass
def fd(a, b=1): pass
def fdd(a=1, b=2): pass
def fv(a, *r): pass
def fk(a, **k): pass
def fo(*, a): pass
def fo2(*, a, b, c): pass
def fod(*, a=1, b): pass
def fp(a, /): pass
def fp2(a, b, /, c): pass
def fpk(a, /, **k): return a, k
def fpd(a=1, /, b=2, *, c): pass
def fx(a, b=1, *, c, d=2, **k): pass
class M:
    def m0(self): pass
    def m1(self, a): pass
    def nos(): pass
    @classmethod
    def c(cls, a): pass
    @staticmethod
    def s(a): pass
    def __init__(self, q): pass
    def __call__(self, z): pass
m = M(1)
fs = [f0, f1, f2, f3, fd, fdd, fv, fk, fo, fo2, fod, fp, fp2, fpk, fpd, fx, m.m0, m.m1, m.nos, m.c, M.c, m.s, M, M.m1, m, lambda: 0, lambda x, *, y: 0]
calls = [((), {}), ((1,), {}), ((1, 2), {}), ((1, 2, 3), {}), ((1, 2, 3, 4), {}), ((), {"a": 1}), ((1,), {"a": 1}), ((), {"b": 1}), ((1,), {"zz": 1}), ((), {"a": 1, "b": 2, "c": 3}), ((1, 2, 3, 4), {"c": 1, "zz": 3}), ((1, 2), {"a": 1, "b": 2}), ((), {"zz": 1, "yy": 2}), ((1, 2, 3, 4), {"d": 1})]
for f in fs:
    for a, k in calls:
        r = attempt(f, *a, **k); print(getattr(f, "__qualname__", type(f).__name__), a, k, r if not isinstance(r, M) else "M")
# builtins
bs = [len, print, abs, max, min, sum, isinstance, getattr, setattr, hasattr, int, float, str, bool, list, tuple, dict, set, frozenset, range, slice, enumerate, zip, map, filter, reversed, sorted, iter, next, ord, chr, hex, bin, id, hash, repr, divmod, pow, round, any, all, callable, issubclass, vars, dir, type, object, super, property, [].append, [].pop, [].insert, [].sort, [].index, {}.get, {}.pop, {}.update, {}.setdefault, {}.fromkeys, dict.items, list.append, "".join, "".split, "".replace, "".startswith, "".encode, "".format, set().add, set().union, (1).__add__, int.__add__, object.__init__, object.__new__, type.mro, int.from_bytes, (5).to_bytes, (1.5).hex, bytes, bytearray, complex, staticmethod, classmethod, Exception, ValueError, KeyError, OSError, StopIteration, BaseExceptionGroup, format, globals, locals, input]
for b in bs:
    if b in (print, input): continue
    for a, k in [((), {}), ((1, 2, 3, 4, 5, 6, 7), {}), ((), {"zz": 1}), ((1,), {"zz": 1}), ((object,), {})]:
        if b in (locals, globals, vars, dir, id, hash, repr, object) and not k: continue
        r = attempt(b, *a, **k)
        if isinstance(r, str) and "Error" in r: print(b.__qualname__, a, k, r)
        else: print(b.__qualname__, type(r))
# unpack errors
print(attempt(lambda: f1(*5)), attempt(lambda: f1(**5)), attempt(lambda: f1(**{1: 2})), attempt(lambda: f1(a=1, **{"a": 2})), attempt(lambda: fk(1, **{"a": 1})), attempt(lambda: f1(*[1], *5)), attempt(lambda: f1(**{"x": 1}, **{"x": 2})), attempt(lambda: len(**{1: 2})), attempt(lambda: dict(**{1: 2})), attempt(lambda: M(*1)), attempt(lambda: [].append(*5)), attempt(lambda: print(**5)))
class Map:
    def keys(self): return ["a"]
    def __getitem__(self, k): return k * 2
class BadMap:
    def keys(self): return 5
class BadMap2:
    def keys(self): return ["a"]
class BadKeys:
    def keys(self): raise ValueError("keys")
def kw(**k): return k
print(kw(**Map()), attempt(lambda: kw(**BadMap())), attempt(lambda: kw(**BadMap2())), attempt(lambda: kw(**BadKeys())), kw(**{"a b": 1, "": 2}), attempt(lambda: kw(**{"a": 1}, **Map())), {**Map()}, attempt(lambda: {**BadMap2()}))
class It:
    def __iter__(self): raise KeyError("iter")
class It2:
    def __iter__(self): return iter([1])
    def __len__(self): raise ValueError("len")
print(attempt(lambda: f1(*It())), attempt(lambda: [*It()]), attempt(lambda: f1(*It2())), attempt(lambda: list(It2())), attempt(lambda: [*It2()]))
def many(a0,a1,a2,a3,a4,a5,a6,a7,a8,a9,*,k0,k1,k2): pass
print(attempt(many), attempt(many, *range(9)), attempt(many, *range(11)), attempt(many, *range(10)), attempt(many, *range(10), k0=1), attempt(many, *range(11), k0=1, k1=2, k2=3), attempt(many, *range(11), k0=1, k1=2), attempt(many, *range(8), k0=1, k1=1, k2=2))
def dflt(a, b=[], c={}): b.append(a); return b
print(dflt(1), dflt(2), dflt.__defaults__)
order = []
def o(x): order.append(x); return x
def anyf(*a, **k): return a, k
print(anyf(o(1), *[o(2)], o(3), k=o(4), **{"z": o(5)}, y=o(6)), order)
