# Imports of packages: what is found, in which order it runs, and what is said when it fails.
import sys
def t(code):
    try: code()
    except BaseException as e: print(type(e).__name__, e, getattr(e, "name", "-"), getattr(e, "path", "-") if not isinstance(e, ImportError) else (e.path or "").rsplit("/",1)[-1])
def c1(): import pkg; print(pkg.name, pkg.a.va, pkg.deep.x, pkg.sub)
def c2(): import pkg.b as q; print(q.vb)
def c3(): import pkg.nope
def c4(): import pkg.a.nope
def c5(): from pkg import nope
def c6(): from pkg.a import nope
def c7(): import nope
def c8(): import nope.x
def c9(): import circ1
def c10(): import circ3
def c11(): import boom
def c12(): import boom
def c13(): import mod; mod.f()
def c14(): import repl; print(repl)
def c15(): import rel
def c16(): import rel2
def c17(): from pkg.bad import z
def c18(): from . import q
def c19(): from .q import z
def c20(): import dyn; print(dyn.dyn); dyn.foo
def c21(): from dyn import dyn; print(dyn)
def c22(): from dyn import foo
def c23():
    ns = {}
    print(__import__("pkg.sub.deep").__name__, __import__("pkg.sub.deep", fromlist=["x"]).__name__)
    print(__import__("pkg", globals(), None, ["b"], 0).b.vb)
def c24(): __import__("")
def c25(): __import__("x", level=-1)
def c26(): __import__(3)
def c27(): __import__("pkg", fromlist=[3])
def c28():
    sys.modules["blocked"] = None
    import blocked
def c29(): import sys as s, mod as m; print(s is sys, m.__name__, m.__spec__ is not None)
def c30(): import sys.foo
def c31(): from sys import nope
def c32(): from mod import F
def c33(): import nsp.inner; print(nsp.inner.v, nsp.__spec__.origin, nsp.__package__, nsp.__file__)
def c34(): 
    sys.path.insert(0, "/nonexistent"); import mod2
def c35(): sys.meta; 
def c36():
    import mod; del mod.__name__ ; mod.xyz
def c37():
    import pkg.a; del sys.modules["pkg.a"]; import pkg.a; print("reimported")
def c38():
    import mod; print(sorted(mod.__dict__.keys() - {"f"}), mod.__cached__.rsplit("/",2)[1:], mod.__doc__)
def c39():
    from pkg import sub as s, a as aa; print(s.__name__, aa.__name__)
for k in range(1, 40): print("#", k); t(globals()["c%d" % k])
from pkg import *
print(a, b.vb, name)
import pkg.circa
