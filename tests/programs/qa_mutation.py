# Sets, dicts, deques, generators and classes changed by what they call.
def f():
    try:
        raise KeyError('a')
    except Exception:
        yield
gen = f(); gen.send(None)
try: gen.throw(ValueError)
except ValueError as e: print(repr(e.__context__))
def g():
    try: raise KeyError("a")
    except Exception: yield from f()
gen = g(); next(gen)
try: gen.throw(ValueError)
except ValueError as e: print(repr(e.__context__), repr(e.__context__.__context__))
def h():
    try: yield
    finally: print("fin")
gen = h(); next(gen)
try:
    try: raise KeyError
    except KeyError: gen.throw(ValueError)
except ValueError as e: print(repr(e.__context__))
try:
    try: raise KeyError
    except KeyError: h().throw(ValueError)
except ValueError as e: print(repr(e.__context__))
d = {0: 0}
try:
    for i in d: del d[0]; d[0] = 0
except RuntimeError as e: print(e)
for n in range(1, 12):
    d = dict.fromkeys(range(n)); k = 0
    try:
        for i in d:
            k += 1
            del d[i]; d[i] = 0
            if k > 20: break
    except RuntimeError as e: print(n, k, e)
def mutating(a, b):
    class E:
        def __hash__(s): return 1
        def __eq__(s, o):
            a.clear(); b.clear(); return True
    return E
for op in ("__isub__", "__iand__", "__ixor__", "__ior__", "__sub__", "__and__", "__or__", "__xor__", "__eq__", "__le__", "__lt__", "__ge__", "isdisjoint", "update", "difference_update", "intersection_update", "symmetric_difference_update", "issubset", "union"):
    for mk in (lambda: (set(), set()),):
        a, b = mk()
        E = mutating(a, b)
        for i in range(3): set.add(a, E())
        a2 = [E() for i in range(3)]
        try:
            b.update(a2)
            r = getattr(a, op)(b)
        except Exception as e: print(op, type(e).__name__)
        else: print(op, type(r).__name__)
def f(a, b): return a in b
s = {frozenset("ab")}
for i in range(30): f(1, {1})
print(f(set("ab"), s), set("ab") in s)
for i in range(30): f(set("ab"), s)
class M(type):
    def mro(cls):
        try: print(super(cls, cls).xxx)
        except AttributeError as e: print(e)
        print(cls.__mro__, cls.__name__, cls.__bases__, cls.__base__)
        return type.mro(cls)
class A(metaclass=M): foo = 1
class Base: pass
class Meta2(Base, type): pass
class E(metaclass=Meta2): pass
print(type(E.__dict__))
class Turn(type):
    ready = False
    def mro(cls):
        if Turn.ready and cls.__name__ == "C":
            Turn.ready = False
            C.__bases__ = (B2,)
        return type.mro(cls)
class A(metaclass=Turn): pass
class B1(A): pass
class B2(A): pass
class C(A): pass
Turn.ready = True
C.__bases__ = (B1,)
B1.__bases__ = (C,)
print(C.__bases__, B1.__bases__)
class Turned(type):
    def mro(cls): return type.mro(cls)[::-1]
class A: pass
class X(A, metaclass=Turned): pass
print(X.__mro__)
def sect2(a):
    try:
        l2 = [(lambda: x)() for x in a]
    except Exception as e:
        print(92)
    try:
        match a:
            case {1: x, **rest}:
                print(x)
    except Exception as e:
        print(e)
    return l2
print(sect2([1,2]))
from _collections import deque
class Mutate:
    def __init__(s, d, r): s.d, s.r = d, r
    def __eq__(s, o): s.d.clear(); return s.r
for r in (True, False):
    d = deque(["ab"]); d.extend([Mutate(d, r), "c"])
    try: d.remove("c")
    except IndexError as e: print(e, d)
d = deque(); it = iter(d); d.append(1)
try: next(it)
except RuntimeError as e: print(e)
