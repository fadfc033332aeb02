# Corner cases of scopes, cells, locals(), code objects and function attributes.
import sys
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
# cells, del, locals
def f(a, b=2, *c, d=4, **e):
    x = 1
    def inner(): return a, x
    print(sorted(locals().items(), key=lambda kv: kv[0])[:5])
    del x
    print(sorted(locals()), attempt(inner))
    x = 5
    return inner()
print(f(1), f(1, 2, 3, d=5, z=6))
def g():
    try: print(later)
    except UnboundLocalError as e: print(e, e.name)
    def h():
        return later
    try: h()
    except NameError as e: print(type(e).__name__, e, e.name)
    later = 1
    del later
    try: later
    except UnboundLocalError as e: print(e)
    try: del later
    except UnboundLocalError as e: print(e)
    later = 2
    def k():
        nonlocal later
        del later
        try: del later
        except NameError as e: print(type(e).__name__, e)
    k()
g()
print(attempt(lambda: undefined_thing))
def delglob():
    global zork
    try: del zork
    except NameError as e: print(e)
    zork = 1; del zork
delglob()
# locals() snapshot semantics (PEP 667)
def loc():
    a = 1
    l = locals()
    l["a"] = 2; l["new"] = 3
    print(a, l, locals() is l, locals())
    fl = sys._getframe().f_locals
    fl["a"] = 99
    print(a, type(fl).__name__, fl == locals(), list(fl), len(fl), "a" in fl, fl.get("zz", "d"))
    fl["extra"] = 1
    print(fl["extra"], "extra" in locals(), attempt(lambda: fl["nope"]))
    print(attempt(lambda: fl.pop("a")), attempt(lambda: fl.clear()), attempt(fl.__delitem__, "a") if hasattr(fl, "__delitem__") else "no del")
    fl.update({"a": 7, "k": 8}); print(a, fl.setdefault("q", 5), fl | {"z": 1} if hasattr(fl, "__or__") else 0)
    print(repr(fl)[:10])
loc()
class CL:
    y = 1
    print(sorted(k for k in locals() if not k.startswith("__")), locals() is locals())
    locals()["dyn"] = 5
    z = [dyn, y]
    def m(self): return __class__
print(CL.dyn, CL.z, CL().m())
print(globals() is locals(), "attempt" in globals(), vars() is globals())
print(attempt(vars, 5), vars(CL)["y"], attempt(vars, 1, 2))
globals()["made"] = 10; print(made)
# code objects
co = f.__code__
print(co.co_varnames, co.co_cellvars, co.co_freevars, co.co_argcount, co.co_kwonlyargcount, co.co_posonlyargcount, co.co_nlocals, co.co_flags, co.co_name, co.co_qualname, co.co_firstlineno, co.co_names, co.co_stacksize > 0)
fn = type(f)
h = fn((lambda x: x + glob).__code__, {"glob": 100}, "named", None, None); print(h(1), h.__name__, h.__globals__ is globals(), h.__module__)
def mk():
    v = 1
    def inner(): return v
    return inner
inner = mk()
print(inner.__closure__[0].cell_contents, attempt(fn, inner.__code__, {}), attempt(fn, inner.__code__, {}, "x", None, (5,)), attempt(fn, inner.__code__, {}, "x", None, ()), fn(inner.__code__, {}, "x", None, inner.__closure__)())
cell = type(inner.__closure__[0])
c = cell(); print(attempt(lambda: c.cell_contents), c, cell(5) == cell(5), cell(1) < cell(2), cell() == cell(), attempt(cell, 1, 2)) if False else print(attempt(lambda: c.cell_contents), cell(5) == cell(5), cell(1) < cell(2), cell() < cell(1), attempt(cell, 1, 2), attempt(hash, cell(1)))
c.cell_contents = 9; print(c.cell_contents); del c.cell_contents; print(attempt(lambda: c.cell_contents))
inner.__closure__[0].cell_contents = 42; print(inner())
exec(inner.__code__.replace(co_freevars=()) if False else "pass".__class__ and (lambda: print("exec'd")).__code__)
ns = {}
exec((lambda: globals().update(q=5)).__code__, ns); print(ns["q"], "__builtins__" in ns)
print(eval((lambda: 6 * 7).__code__), attempt(exec, inner.__code__), exec(inner.__code__, {}, closure=inner.__closure__), attempt(exec, inner.__code__, closure=(1,)), attempt(exec, 5), attempt(eval, 5), attempt(exec, (lambda x: x).__code__), attempt(exec, co, 5), attempt(exec, co, {}, 5))
# function attributes
def fa(a, b: int = 3, *, c: str = "x") -> float:
    "doc"
print(fa.__defaults__, fa.__kwdefaults__, fa.__annotations__, fa.__doc__, fa.__name__, fa.__qualname__, fa.__module__, fa.__dict__, fa.__closure__, fa.__type_params__)
fa.__defaults__ = (10, 20); print(attempt(fa), fa.__defaults__); fa.__kwdefaults__ = None; print(attempt(fa)); fa.__code__ = (lambda *a, **k: (a, k)).__code__; print(fa(1, x=2)); fa.attr = 1; print(fa.__dict__)
print(attempt(setattr, fa, "__code__", 5), attempt(setattr, fa, "__defaults__", 5), attempt(setattr, fa, "__name__", 5), attempt(setattr, fa, "__kwdefaults__", 5), attempt(setattr, fa, "__dict__", 5), attempt(setattr, fa, "__code__", inner.__code__), attempt(setattr, fa, "__globals__", {}), attempt(setattr, fa, "__annotations__", 5), attempt(delattr, fa, "__code__"), attempt(delattr, fa, "nope"))
m = CL().m
print(m.__self__.__class__.__name__, m.__func__ is CL.m, m.__name__, attempt(setattr, m, "x", 1), m == CL().m, m == m.__self__.m, hash(m) == hash(m.__self__.m), repr(CL.m)[:17], attempt(type(m), 5, 1), attempt(type(m), print, None), type(m)(print, 1)())
# nonlocal chains
def outer():
    x = "outer"
    def mid():
        nonlocal x
        x += "-mid"
        class C:
            x = "class"
            def get(self): return x
            lst = [x for _ in "a"]
        def inn():
            nonlocal x
            x += "-inn"
            return lambda: x
        return inn()(), C().get(), C.lst
    return mid(), x
print(outer())
x = "glob"
class S:
    x = x + "-cls"
    def f(self): return x
    def g(self, x=x): return x
    [print(x, end=" ") for _ in range(1)]
    print(*(x for _ in range(1)), (lambda: x)())
print(S().f(), S().g())
def cond(flag):
    if flag: v = 1
    return v
print(cond(True), attempt(cond, False))
def loopclos(): return [lambda i=i: i for i in range(3)], [lambda: j for j in range(3)]
a, b = loopclos(); print([q() for q in a], [q() for q in b])
try: raise ValueError
except ValueError as exc: pass
print(attempt(lambda: exc), "exc" in globals())
for loopv in []: pass
print(attempt(lambda: loopv))
def deepclosure():
    a = 1
    def l1():
        def l2():
            def l3():
                nonlocal a
                a += 1
                return a
            return l3
        return l2
    f = l1()()
    return f(), f(), a
print(deepclosure())
def star(*, a, **kw): return a, kw
print(attempt(star), attempt(star, 1), attempt(star, a=1, b=2))
__builtins__.custom_builtin = 5 if not isinstance(__builtins__, dict) else 5
print(custom_builtin)
fr = sys._getframe(); print(fr.f_code.co_name, fr.f_back, fr.f_lineno, fr.f_globals is globals(), fr.f_locals is globals(), fr.f_trace, fr.f_trace_lines, attempt(setattr, fr, "f_lineno", 3))
def getline(): return sys._getframe(1).f_lineno, sys._getframe().f_code.co_name, attempt(sys._getframe, 100)
print(getline(),
      getline())
