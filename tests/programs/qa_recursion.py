# Recursion limits in every kind of method.
import sys
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
def r(n): return r(n + 1)
print(attempt(r, 0))
class R:
    def __repr__(s): return repr(s)
    def __str__(s): return str(s)
    def __eq__(s, o): return s == o
    def __hash__(s): return hash(s)
    def __getattr__(s, n): return getattr(s, n + "x")
    def __lt__(s, o): return s < o
    def __bool__(s): return bool(s)
    def __len__(s): return len(s)
    def __iter__(s): return iter(s)
    def __call__(s): return s()
    def __contains__(s, k): return k in s
    def __getitem__(s, k): return s[k]
    def __add__(s, o): return s + o
    def __format__(s, f): return format(s, f)
    def __index__(s): return s.__index__()
    def __del__(s): pass
    def __get__(s, o, t): return s.__get__(o, t)
    def __instancecheck__(s, c): return isinstance(c, s)
x = R()
for f in (repr, str, lambda x: x == x.__class__(), hash, lambda x: x.foo, lambda x: x < 1, bool, len, iter, lambda x: x(), lambda x: 1 in x, lambda x: x[0], lambda x: x + 1, lambda x: f"{x}", lambda x: [1][x], lambda x: isinstance(1, x)):
    print(attempt(f, x)[:60])
l = []
for _ in range(20000): l = [l]
print(attempt(repr, l)[:80]); print(attempt(lambda: l == l), attempt(lambda: l == [[[]]]))
l2 = []
for _ in range(20000): l2 = [l2]
print(attempt(lambda: l == l2)[:60]); print(attempt(lambda: l < l2)[:60])
d = {}
for _ in range(20000): d = {1: d}
print(attempt(repr, d)[:80])
t = ()
for _ in range(20000): t = (t,)
print(attempt(repr, t)[:80]); print(attempt(hash, t) if False else "skip")
del l, l2, d, t
sys.setrecursionlimit(200)
def depth(n=0):
    try: return depth(n + 1)
    except RecursionError: return n
print(depth() > 150)
def cnt():
    c = [0]
    def f():
        c[0] += 1; f()
    try: f()
    except RecursionError as e: print(e)
    return c[0]
print(cnt())
sys.setrecursionlimit(50000)
def down(n): return 0 if n == 0 else 1 + down(n - 1)
print(down(40000))
sys.setrecursionlimit(1000)
print(attempt(sys.setrecursionlimit, 1), sys.getrecursionlimit())
class P(property): pass
class Chain:
    def __getattribute__(self, n): return object.__getattribute__(self, n) if n == "ok" else self.__getattribute__(n)
print(attempt(lambda: Chain().x)[:50])
def gen(n):
    yield n
    yield from gen(n + 1)
def dr():
    for i, v in enumerate(gen(0)): pass
print(attempt(dr))
f = lambda x: x
for _ in range(5000): f = (lambda g: lambda x: g(x))(f)
print(attempt(f, 1))
def key(x): return sorted([1, 2], key=key)
print(attempt(key, 1))
class M(type):
    def __call__(c, *a): return c(*a)
class MC(metaclass=M): pass
print(attempt(MC))
def trymany():
    for i in range(50):
        try: r(0)
        except RecursionError: pass
    return "ok"
print(trymany())
def fin(n):
    try: fin(n + 1)
    finally: pass
print(attempt(fin, 0))
e = None
for i in range(3000):
    n = ValueError(i); n.__context__ = e; e = n
try: raise e
except ValueError as z: print(z, z.__context__)
