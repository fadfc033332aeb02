# Suggestions, exceptions' attributes, groups and contexts.
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
# suggestions need uncaught display
import sys
class A:
    def __init__(self): self.value = 1; self.other_thing = 2
    def method(self): pass
    def t1(self): return valu
    def t2(self): return value
    __slots__ = ("value", "other_thing", "__dict__")
def s1(): A().vlaue
def s2(): A().metod()
def s3(): prnt(1)
def s4(): lenght = 1; return lenght_
def s5(): A().t2()
def s6(): import sys; sys.exti()
def s7(): from sys import exti
def s8(): [].appendd(1)
def s9(): "".uper()
def s10(): A.vlaue
def s11(): int.from_byte
def s12(): abcdefghijklmnop = 1; return abcdefghijklmnpo
def s13(): return x_
def s14(): Ture
def s15(): foo.bar
def s16(): A().a
def s17():
    def g(keyword=1): pass
    g(keywrod=2)
def s18(): sorted([], kye=1)
def s19(): int(bas=5)
def s20(): print(1, edn="")
def s21(): A(valu=1)
def s22(): (1).bit_lenght()
def s23(): math.sqrt(1)
def s24(): return asyncio
def s25(): super_long_name_that_is_unknown_xyz
class Dir:
    def __dir__(self): return ["alpha", "beta", 5]
    def __getattr__(self, n): raise AttributeError("custom text", name=n, obj=self)
class Dir2:
    def __dir__(self): raise ValueError
def s26(): Dir().alpah
def s27(): Dir2().foo
def s28(): import collectons
def s29():
    raise NameError("name 'prin' is not defined", name="prin")
def s30():
    raise AttributeError("txt", name="appendx", obj=[])
def s31():
    raise ImportError("cannot import name 'x'", name="sys", path="p", name_from="exi")
for i in range(1, 32):
    print("--", i, file=sys.stderr)
    try: globals()[f"s{i}"]()
    except Exception as e: sys.excepthook(type(e), e, e.__traceback__)
# attributes
try: A().nope
except AttributeError as e: print(e.name, type(e.obj).__name__)
try: nope_global
except NameError as e: print(e.name)
try: import nope_mod.sub
except ImportError as e: print(e.name, e.path, e.msg)
try: from sys import zzz
except ImportError as e: print(e.name, e.name_from, e)
# BaseException stuff
e = ValueError(1, 2)
print(e.args, repr(e), str(e), e.__cause__, e.__context__, e.__suppress_context__, e.__traceback__, attempt(setattr, e, "args", 5), attempt(setattr, e, "__cause__", 5), attempt(setattr, e, "__context__", 5), attempt(setattr, e, "__traceback__", 5), attempt(delattr, e, "__cause__"), attempt(delattr, e, "args"), attempt(e.with_traceback, 5), attempt(e.add_note, 5), attempt(BaseException, a=1), attempt(BaseException.__init__))
e.args = [3]; print(e.args, repr(e)); e.__notes__ = 5; print(attempt(e.add_note, "x"))
e.x = 1; print(e.__dict__); e.__setstate__({"y": 2}); print(e.__dict__, e.__reduce__())
for cls, args in ((OSError, (2, "x")), (OSError, (2,)), (OSError, (2, "x", "f")), (OSError, (13, "x", "f", None, "g")), (OSError, ("a", "b")), (OSError, (17, "e")), (OSError, (1, 2, 3, 4, 5, 6)), (StopIteration, (1, 2)), (SystemExit, (1, 2)), (SystemExit, ()), (KeyError, ("a",)), (KeyError, (1, 2)), (ImportError, ("m",)), (SyntaxError, ("m",)), (SyntaxError, ("m", ("f", 1, 2, "t"))), (SyntaxError, ("m", (1, 2))), (UnicodeEncodeError, ("a", "b", 1, 2, "c")), (UnicodeEncodeError, (1, 2)), (UnicodeTranslateError, ("b", 0, 1, "c")), (NameError, ("n",)), (ExceptionGroup, ("m", [ValueError()])), (ExceptionGroup, ("m", [])), (ExceptionGroup, ("m", [5])), (ExceptionGroup, ("m", [KeyboardInterrupt()])), (BaseExceptionGroup, ("m", [KeyboardInterrupt()])), (BaseExceptionGroup, ("m", [ValueError()])), (ExceptionGroup, (5, [ValueError()])), (ExceptionGroup, ("m",)), (ExceptionGroup, ("m", 5))):
    try: x = cls(*args)
    except Exception as err: print(cls.__name__, args, "ERR", type(err).__name__, err); continue
    print(type(x).__name__, repr(x), str(x), x.args, {k: getattr(x, k) for k in ("errno", "strerror", "filename", "filename2", "value", "code", "name", "msg", "lineno", "offset", "text", "start", "end", "reason", "message") if hasattr(x, k)})
print(attempt(OSError, 2, "x", foo=1), attempt(ImportError, "m", foo=1), ImportError("m", name="n", path="p").path, attempt(NameError, "m", foo=1), NameError("m", name="n").name, AttributeError("m", name="n", obj=1).obj)
# groups
eg = ExceptionGroup("top", [ValueError(1), TypeError(2), ExceptionGroup("in", [ValueError(3), KeyError(4)])])
print(eg, repr(eg), eg.message, eg.exceptions)
print(eg.split(ValueError), eg.subgroup(KeyError), eg.split((TypeError, KeyError)), eg.subgroup(lambda e: isinstance(e, ValueError) and e.args[0] == 3), eg.split(OSError), attempt(eg.split, 5), attempt(eg.subgroup, ("a",)), eg.derive([ValueError(9)]))
class MyEG(ExceptionGroup):
    def derive(self, excs): return MyEG(self.message + "!", excs)
m = MyEG("my", [ValueError(1), KeyError(2)]); m.add_note("n")
a, b = m.split(ValueError); print(repr(a), repr(b), a.__notes__, b.__notes__ is m.__notes__)
def star(f):
    try:
        try: f()
        except* ValueError as e: print("VE", repr(e), repr(e.__cause__))
        except* (TypeError, OSError) as e: print("TE", repr(e)); raise
        except* KeyError: raise RuntimeError("new")
        else: print("else")
        finally: print("finally")
    except BaseException as e: print("out", repr(e), repr(getattr(e, "exceptions", None)), repr(e.__context__))
def r(e):
    def f(): raise e
    return f
star(r(eg)); star(r(ValueError("naked"))); star(r(KeyError("k"))); star(lambda: 0); star(r(ExceptionGroup("only", [ValueError(1)]))); star(r(ZeroDivisionError())); star(r(ExceptionGroup("t", [TypeError(1), KeyError(2)])))
def badstar():
    try: raise ValueError
    except* ExceptionGroup: pass
print(attempt(badstar))
def badstar2():
    try: raise ValueError
    except* 5: pass
print(attempt(badstar2))
def badexc():
    try: raise ValueError
    except 5: pass
print(attempt(badexc))
def badexc2():
    try: raise ValueError
    except (5, ValueError): pass
print(attempt(badexc2))
# sys.exc_info, nested, reraising
def nest():
    try: raise ValueError(1)
    except ValueError:
        print(sys.exc_info()[1])
        try: raise TypeError(2)
        except TypeError: print(sys.exc_info()[1], sys.exception().__context__)
        print(sys.exc_info()[1])
        try: raise
        except ValueError as e2: print("re", e2, e2.__context__)
    print(sys.exc_info())
nest()
def noexc(): raise
print(attempt(noexc))
def gen():
    try: yield sys.exc_info()[1]
    except Exception as e: yield (repr(e), repr(e.__context__), sys.exc_info()[1])
    yield sys.exc_info()[1]
try: raise ValueError("outer")
except ValueError:
    g = gen(); print(next(g)); print(g.throw(KeyError("thrown")))
print(next(g))
def loopret():
    for i in range(3):
        try: continue
        finally:
            if i == 1: return i
print(loopret())
def fin():
    try: return "try"
    finally: return "finally"
print(fin())
def e_deleted():
    try: raise ValueError
    except ValueError as e: pass
    return e
print(attempt(e_deleted))
class CtxErr(Exception): pass
def ctx_cycle():
    try: raise ValueError("a")
    except ValueError as a:
        try: raise TypeError("b")
        except TypeError as b:
            raise a
try: ctx_cycle()
except ValueError as e: print(repr(e), repr(e.__context__), repr(e.__context__.__context__))
tb = None
def t():
    raise ValueError
try: t()
except ValueError as e:
    tb = e.__traceback__
    while tb: print(tb.tb_lineno, tb.tb_frame.f_code.co_name, tb.tb_lasti); tb = tb.tb_next
    print(attempt(setattr, e.__traceback__, "tb_next", e.__traceback__), attempt(setattr, e.__traceback__, "tb_next", 5))
class E(Exception):
    def __init__(self, a, b): self.a = a
    def __str__(self): return "E str"
    def __repr__(self): return "E repr"
try: raise E(1, 2)
except E as e: print(e, repr(e), e.args)
def raise_cls():
    raise E
print(attempt(raise_cls))
class NotExc:
    def __new__(cls): return 5
class WeirdExc(Exception):
    def __new__(cls, *a): return 5
def rw(): raise WeirdExc
print(attempt(rw))
def rc(): raise ValueError from WeirdExc
print(attempt(rc))
