# Corner cases of pattern matching.
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
class P:
    __match_args__ = ("x", "y")
    def __init__(s, x, y): s.x, s.y = x, y
class Q(P):
    __match_args__ = ("x", "y", "z")
    z = 9
class Bad: __match_args__ = ["x"]
class Bad2: __match_args__ = (5,)
class Dup: __match_args__ = ("a", "a"); a = 1
class NoArgs: pass
class MyInt(int): __match_args__ = ("real",)
class MyStr(str): pass
class Seq:
    def __len__(s): return 2
    def __getitem__(s, i): return i
class Prop:
    __match_args__ = ("p",)
    @property
    def p(s): raise ValueError("prop")
    @property
    def q(s): raise AttributeError("none")
def m(v):
    match v:
        case 0 | False: return "zero"
        case -1: return "neg"
        case 1.5 | 2j: return "num"
        case "a" | b"b": return "lit"
        case None: return "None"
        case True: return "True"
        case []: return "empty"
        case [x]: return ("one", x)
        case [1, *rest]: return ("starts1", rest)
        case [*init, 9]: return ("ends9", init)
        case (a, [b, *c], *_): return ("nested", a, b, c)
        case [a, b]: return ("two", a, b)
        case {"k": 1, **rest}: return ("k1", rest)
        case {"k": {"j": [x, _]}}: return ("kj", x)
        case {1: _, "two": y}: return ("1,two", y)
        case {}: return "mapping"
        case Q(1, z=w): return ("Q1", w)
        case Q(a, b, c): return ("Q", a, b, c)
        case P(x=1, y=2): return "P12"
        case P(x, y) if x == y: return ("Peq", x)
        case P(x, y=P(a, b)): return ("PP", x, a, b)
        case int(n) | float(n): return ("number", n)
        case str(s): return ("str", s)
        case bytes() as b: return ("bytes", b)
        case set() | frozenset(): return "set"
        case NoArgs(): return "noargs"
        case _: return "other"
for v in (0, False, 0.0, -1, 1.5, 2j, "a", b"b", None, True, [], (), [5], (5,), [1, 2, 3], [1], [2, 3, 9], [9, 9], (1, 2), [3, [4, 5], 6], {"k": 1}, {"k": 1, "z": 2}, {"k": {"j": [1, 2]}}, {1: 2, "two": 3}, {}, {"x": 1}, Q(1, 2), Q(2, 3), P(1, 2), P(4, 4), P(1, P(5, 6)), P(1, 3), 5, 7.5, "xyz", "", b"zz", {1}, frozenset(), NoArgs(), Seq(), range(2), range(0), iter([]), MyInt(4), MyStr("q"), "ab", bytearray(b"x") if "bytearray" in dir(__builtins__) else None, object):
    print(repr(m(v)) if not isinstance(v, (Seq, P)) or True else "")
def m2(v, k):
    match k:
        case 0:
            match v:
                case Bad(1): return 1
        case 1:
            match v:
                case Bad2(1): return 1
        case 2:
            match v:
                case Dup(1, 1): return 1
        case 3:
            match v:
                case NoArgs(1): return 1
        case 4:
            match v:
                case P(1, 2, 3): return 1
        case 5:
            match v:
                case P(1, x=2): return 1
        case 6:
            match v:
                case int(1, 2): return 1
        case 7:
            match v:
                case Prop(p=1): return 1
        case 8:
            match v:
                case Prop(q=1): return 1
        case 9:
            match v:
                case NotAClass(): return 1
        case 10:
            x = 5
            match v:
                case x(): return 1
        case 11:
            match v:
                case MyInt(3): return "MyInt3"
        case 12:
            match v:
                case P(): return "P"
    return "none"
for k, v in enumerate((Bad(), Bad2(), Dup(), NoArgs(), P(1, 2), P(1, 2), 1, Prop(), Prop(), 1, 1, MyInt(3), Q(1, 1))):
    print(k, attempt(m2, v, k))
class NS: A = 1; B = "b"
class Map(dict):
    def get(s, k, d=None): print("get", k); return super().get(k, d)
    def __missing__(s, k): return "miss"
def m3(v):
    match v:
        case NS.A: return "A"
        case {NS.B: x}: return ("B", x)
        case [NS.B, *_]: return "list B"
        case (1 | 2 | 3) as n: return n
        case [(4 | 5) as a, [6 as b] | [_, 7 as b]]: return a, b
        case str() as s if s.startswith("z"): return s
        case {"x": None | True as t}: return t
        case -1.5 | 1 + 2j | -3 - 4j: return "cplx"
        case _ if v == "q": return "guard"
print([m3(v) for v in (1, {"b": 5}, ["b", 1], 3, [4, [6]], [5, [0, 7]], "zed", {"x": None}, {"x": True}, {"x": 1}, 1 + 2j, -3 - 4j, "q", Map(b=1), Map(x=True), Map())])
def m4(v):
    match v:
        case {"a": 1, "b": b, **r}: print(b, r)
        case [a, b, *c, d]: print(a, b, c, d)
        case x: print("x", x)
    try: return sorted(locals())
    except Exception: pass
print(m4({"a": 1, "b": 2, "c": 3}), m4([1, 2, 3]), m4("abc"), m4([1, 2]))
def dupkeys(k):
    match {"a": 1}:
        case {NS.B: 1, "b": 2}: return 1
        case {k.x: 1, k.y: 2}: return 2
class K: x = "a"; y = "a"
print(attempt(dupkeys, K))
match (1, 2):
    case (aa, bb): print(aa, bb)
match 1, *[2, 3]:
    case 1, *r: print(r)
match {"z": [{"q": (1, {"w": [10, 20, 30]})}]}:
    case {"z": [{"q": (_, {"w": [*_, last]})}]}: print(last)
