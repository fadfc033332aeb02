# Operators and conversions of classes, and of subclasses of built-in types.
import _operator as operator
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
# operators with reflected and subclass priority
ops = "add sub mul truediv floordiv mod pow lshift rshift and or xor matmul divmod".split()
def mk(name, base, ret):
    ns = {}
    for o in ops:
        for pre in ("", "r", "i"):
            if o == "divmod" and pre == "i": continue
            def f(self, other, *m, _n=f"__{pre}{o}__", _name=name):
                if ret == "NI": print("NI", _name, _n); return NotImplemented
                return f"{_name}{_n}"
            ns[f"__{pre}{o}__"] = f
    return type(name, base, ns)
X = mk("X", (), 1); Y = mk("Y", (X,), 1); N = mk("N", (), "NI"); I = mk("I", (int,), 1); NI = mk("NI", (int,), "NI"); Z = type("Z", (X,), {})
fs = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow, operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor, operator.matmul, divmod]
ifs = [operator.iadd, operator.isub, operator.imul, operator.itruediv, operator.ifloordiv, operator.imod, operator.ipow, operator.ilshift, operator.irshift, operator.iand, operator.ior, operator.ixor, operator.imatmul]
vals = [X(), Y(), Z(), N(), I(7), NI(3), 5, 2.0, "s", [1], (1,), None, True]
for a in vals:
    for b in vals:
        if type(a) in (int, float, bool, str, list, tuple, type(None)) and type(b) in (int, float, str, list, bool, tuple, type(None)): continue
        print(type(a).__name__, type(b).__name__, [attempt(f, a, b) for f in fs], [attempt(f, a, b) for f in ifs])
# comparisons
class L:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print("lt", self.v, getattr(o, "v", o)); return NotImplemented
    def __gt__(self, o): print("gt", self.v, getattr(o, "v", o)); return NotImplemented
    def __eq__(self, o): print("eq", self.v, getattr(o, "v", o)); return NotImplemented
class L2(L):
    def __lt__(self, o): print("L2 lt"); return "L2lt"
    __hash__ = None
a, b, c = L(1), L(2), L2(3)
for f in (operator.lt, operator.gt, operator.eq, operator.ne, operator.le, operator.ge):
    for x, y in ((a, b), (a, c), (c, a), (a, 5), (5, a), (a, a)):
        print(f.__name__, attempt(f, x, y))
print(attempt(hash, a), attempt(hash, c), L.__hash__, attempt(lambda: {a: 1}))
class E1:
    def __ne__(self, o): return "ne"
class E2:
    def __eq__(self, o): return "eq"
print(E1() == E1(), E1() != E1(), E2() == 1, E2() != 1, 1 == E2(), E2() in [1], [E2()] == [1], E2.__hash__)
class H:
    def __init__(s, h): s.h = h
    def __hash__(s): return s.h
for h in (5, -1, 2**61-1, 2**61, 2**64, -2**70, 1.5, "x", None):
    print(h, attempt(hash, H(h)))
# unary and conversions
class U:
    def __init__(s, r): s.r = r
    def __bool__(s): return s.r
    def __len__(s): return s.r
    def __int__(s): return s.r
    def __float__(s): return s.r
    def __complex__(s): return s.r
    def __index__(s): return s.r
    def __str__(s): return s.r
    def __repr__(s): return s.r
    def __bytes__(s): return s.r
    def __format__(s, sp): return s.r
    def __dir__(s): return s.r
    def __iter__(s): return s.r
    def __reversed__(s): return s.r
    def __round__(s, *n): return (s.r, n)
    def __trunc__(s): return s.r
    def __length_hint__(s): return s.r
    def __contains__(s, k): return s.r
    def __hash__(s): return 1
class IntSub(int): pass
class StrSub(str): pass
for r in (1, 0, -1, 2**70, 1.5, "a", None, StrSub("z"), [], ["b", "a"], 1j):
    u = U(r)
    print(repr(r), [attempt(f, u) for f in (bool, len, int, float, complex, operator.index, str, repr, format, dir, round, hex, chr, range, operator.length_hint, lambda u: [1, 2, 3][u], lambda u: 1 in u, lambda u: [0] * u, lambda u: f"{u}", lambda u: f"{u!r}", lambda u: f"{u:x}", lambda u: not u)])
class LenOnly:
    def __init__(s, n): s.n = n
    def __len__(s): return s.n
for n in (0, 1, -1, 2**63, 2**63-1, 1.0, "x", True): print(n, attempt(bool, LenOnly(n)), attempt(len, LenOnly(n)))
# subclass of builtins: results
class MyInt(int):
    def __add__(s, o): return MyInt(int(s) + o)
    def __repr__(s): return f"MyInt({int(s)})"
class MyStr(str):
    def __repr__(s): return "MyStr" + str.__repr__(s)
class MyList(list): pass
class MyDict(dict):
    def __missing__(s, k): return f"missing {k}"
class MyTuple(tuple):
    def __new__(c, *a): return super().__new__(c, a)
class MyFloat(float): pass
class MySet(set): pass
class MyFS(frozenset): pass
print(MyInt(3) + 4, MyInt(3) - 1, -MyInt(3), 2 + MyInt(3), sum([MyInt(1), MyInt(2)]), MyInt("12"), MyInt(3) == 3, {MyInt(3): 1}[3], MyInt(5).bit_length(), abs(MyInt(-3)), type(MyInt(3) * 1), int(MyInt(3)), type(int(MyInt(3))), f"{MyInt(3)} {MyInt(3):03}", str(MyInt(4)))
print(MyStr("ab") + "c", type(MyStr("ab") + "c"), MyStr("ab").upper(), repr(MyStr("a")), str(MyStr("a")), type(str(MyStr("a"))), f"{MyStr('x')!r}", MyStr("ab")[0], type(MyStr("ab")[:]), {MyStr("k"): 1}["k"], MyStr("a") == "a", "%s" , [MyStr("q")])
print(type(MyList([1]) + [2]), type(MyList([1])[:]), type(MyList([1]).copy()), MyList([1]) == [1], MyList("ab"), type(MyList([1]) * 2), repr(MyList([MyList()])))
d = MyDict(a=1); print(d["a"], d["zz"], d.get("zz"), d, type(d.copy()), MyDict.fromkeys("ab"), type(MyDict.fromkeys("a")), {**d}, type(d | {}), d == {"a": 1})
t = MyTuple(1, 2); print(t, type(t), type(t[:]), type(t + ()), t == (1, 2), hash(t) == hash((1, 2)), {t: 1}[(1, 2)])
print(MyFloat(1.5) + 1, type(MyFloat(1) + 1), MyFloat("2.5"), repr(MyFloat(2)), MyFloat.fromhex("0x1p1"), type(MyFloat.fromhex("0x1p1")), MyFloat(2).is_integer())
print(MySet([1]), type(MySet([1]) | {2}), MyFS([1]), type(MyFS([1]) & {1}), type(MySet([1]).copy()), MySet([1]) == {1}, repr(MySet()))
class BoolLike(int):
    def __eq__(s, o): return True
    __hash__ = int.__hash__
print(5 == BoolLike(3), BoolLike(3) == 5, 5 != BoolLike(3), [5] == [BoolLike(2)], (BoolLike(1),) == (2,))
class K(str):
    def __eq__(s, o): print("K eq"); return str.__eq__(s, o)
    def __hash__(s): print("K hash"); return str.__hash__(s)
d = {"a": 1}; print(d[K("a")], d.get(K("b")), K("a") in d)


# What has no __delitem__: an index is first made a number. In-place operators of sequences and their subclasses.
class Right:
    def __radd__(self, o):
        return "radd"

    def __rmul__(self, o):
        return "rmul"

    def __iter__(self):
        return iter("ab")


class L(list):
    pass


class S(str):
    pass


class Ba(bytearray):
    pass


def delitem(o, k):
    del o[k]


def setitem(o, k):
    o[k] = 1


def iadd(a, b):
    a += b
    return a


def imul(a, b):
    a *= b
    return a


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for o in (1,), "a", b"a", range(3), 5, None, Right(), {1}, 1.5, [1].__iter__(), {}.keys(), type.__dict__:
    for k in 0, slice(0, 1), "k", 1 << 70:
        print(type(o).__name__, attempt(delitem, o, k), attempt(setitem, o, k))
for t in list, L, tuple, str, S, bytearray, Ba:
    o = t()
    print(t.__name__, attempt(iadd, o, o), attempt(iadd, t(), Right()), attempt(imul, t(), Right()))
b = bytearray(b"abc")
print(attempt(iadd, b, b), b.extend(b), b)
print(type(iter(S("a"))).__name__, type(iter("a")).__name__)
l = L([1, 2])
print(attempt(iadd, l, l), l.extend(l), len(l))
