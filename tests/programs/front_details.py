# Details of the front end, and of what runs its code, that differ only where one looks closely.
# needs: stdlib
import ast, warnings, collections.abc as c

print("-- ~True is deprecated, computed early or not")
for s in ("~True", "-True", "x=~False\ny=~True\n", "~(not x)", "(1,~True)"):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        code = compile(s, "<s>", "exec")
        print(repr(s), [x.category.__name__ for x in w], code.co_consts)
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("error")
        code = compile(s, "<s>", "exec")
        print(code.co_consts)

print("-- the frame of an exception raised again")
def f():
    try:
        for x in range(1):
            1 / 0
    except ValueError:
        pass
    finally:
        y = 1
        z = 2
class Manager:
    def __enter__(self): pass
    def __exit__(self, *a): pass
def g():
    with Manager() as x:
        raise KeyError
def generator():
    try:
        yield 1
    finally:
        a = 1
def h():
    g = generator()
    next(g)
    g.throw(ValueError)
for fn in (f, g, h):
    try:
        fn()
    except Exception as e:
        tb = e.__traceback__
        while tb := tb.tb_next:
            print(tb.tb_lineno, tb.tb_frame.f_lineno, tb.tb_frame.f_lasti)

print("-- keywords that are no strs, or come twice")
def f(**k): pass
for s in ["f(**{1: 3}, **{1: 5})", "f(**{1:3})", "f(a=1, **{'a':3})", "f(**{1:3}, **{2:4})", "dict(**{1:3},**{1:5})"]:
    try: eval(s)
    except Exception as e: print(s, type(e).__name__, e)

print("-- sequences that are mappings")
class A(c.Sequence, c.Mapping):
    def __getitem__(s,i): return i
    def __len__(s): return 2
class B(c.Mapping, c.Sequence):
    def __getitem__(s,i): return i
    def __len__(s): return 2
class C(list, c.Mapping): pass
class D: pass
c.Sequence.register(D)
c.Mapping.register(D)
class E0: pass
c.Mapping.register(E0)
c.Sequence.register(E0)
class F(c.Sequence):
    def __getitem__(s,i): return i
    def __len__(s): return 2
c.Mapping.register(F)
class G(F): pass
class H(dict, c.Sequence): pass
for k in (A,B,C,D,E0,F,G,H):
    try: o = k()
    except TypeError as e: print(k, e); continue
    r = []
    try:
        match o:
            case []: r.append("seq0")
            case [_, _]: r.append("seq2")
            case [*_]: r.append("seq")
            case {}: r.append("map")
            case _: r.append("none")
    except TypeError as e: r.append(str(e))
    try:
        match o:
            case {}: r.append("map")
            case [*_]: r.append("seq")
            case _: r.append("none")
    except TypeError as e: r.append(str(e))
    print(k.__name__, r, k.__flags__ & (3<<5))

print("-- co_lnotab")
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    f.__code__.co_lnotab
    print([str(x.message) for x in w])

print("-- type comments")
for s in ["x = lambda: (\n1 # type: int\n)\n", "x = (lambda a, # type: int\n b: 1)\n", "f(lambda a, # type: int\n b, # type: str\n c: 1)\n", "x = (lambda # type: int\n: 1)\n", "x = [\n1, # type: int\n2] # type: List\n", "lambda *a, # type: int\n **b: 1", "(lambda a, # type: int\n *, # type: str\n c: 1)\n", "(lambda a, # type: int\n /, # type: str\n c: 1)\n","(lambda a=1, # type: int\n c=2 # type: ignore\n : 1)\n"]:
    try: print(ast.dump(ast.parse(s, type_comments=True)))
    except SyntaxError as e: print(e, e.args)

print("-- globals of a subclass of dict")
class D(dict):
    def __missing__(s, k): 
        if k.startswith('__'): raise KeyError(k)
        return "missing "+k
d = D()
try:
    exec("print(x); y=1\ndef f(): return z\nprint(f()); print(y)", d)
except Exception as e: print(type(e), e)
class D2(dict):
    def __getitem__(s, k): 
        return dict.__getitem__(s,k)
d = D2()
try:
    exec("print(x); y=1\ndef f(): return z\nprint(f()); print(y)", d)
except Exception as e: print(type(e), e)
try:
    exec("y=1\ndef f(): return y, len\nfor i in range(20): f()\ntry:\n  zz\nexcept NameError as e: print(e)\ndef g():\n  zz\ng()", d)
except Exception as e: print(type(e), e)
d=D()
try:
    exec("print(x); y=1\nclass A:\n  print(q)\ndef f(): return z, len\nprint(f()); print(y)", {}, d)
except Exception as e: print(type(e), e)
class D3(dict):
    def __getitem__(s, k): 
        if k == 'x': raise ValueError(k)
        return dict.__getitem__(s,k)
for c in ["x", "(lambda: x)()", "class A:\n  x", "global x\nx=1\ndel x"]:
    for a in [(D3(),), ({}, D3()), (D3(), {})]:
        try: exec(c, *a); print("ok", c, [type(k) for k in a])
        except Exception as e: print(c, [type(k) for k in a],  type(e), e)

print("-- bytes that are not UTF-8")
for s in [b'f"{x}\xff"', b'f"\xff"', b'f"\xff{x}"', b'f"\\n\xff{x}"', b'f"\\n{x}\xff"', b'f"{x}\xff"\n', b'f"{x:\xff}"\n',b'f"{x:\xff}"', b'f"{x}" "\xff"\n', b'f"{x}" f"\xff"\n', b'f"{x}\xff', b'f"{x\xff}', b'f"{{\xff"\n', b'rf"\xff"\n', b'f"a{x}\xff{y}"\n', b'f"a{x}\xff{y}\n"\n', b'f"\xff\n']:
    try:
        exec(compile(s, "p", "exec"))
    except BaseException as e:
        print(s, type(e).__name__, e, getattr(e,'lineno',0), getattr(e,'offset',0), getattr(e,'end_lineno',0), getattr(e,'end_offset',0), ascii(getattr(e,'text',0)), e.args)
    else: print(s, "ok")

print("-- names of files that are no UTF-8")
c = compile("def f(): pass", "x\udc80.py", "exec")
print(ascii(c.co_filename), ascii(c.co_consts[0].co_filename))
for n in ("x\udc80.py", "x\ud800.py", b"a\xff.py", "é.py"):
    for s in ("1+", "x = '''", "return 1"):
        try: print(ascii(compile(s, n, "exec").co_filename))
        except (SyntaxError, UnicodeError) as e: print(type(e), ascii(e), ascii(e.args))

print("-- a module that is None in sys.modules; a tree that is no root")
import sys
sys.modules["q2"] = None
try: import q2.z
except ImportError as e: print(e, e.name)
try: compile(ast.AST(), "x", "exec")
except TypeError as e: print(e)
