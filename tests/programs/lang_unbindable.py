# Special methods that cannot be bound: a property of theirs raises. Some operators pass the error on, others do as if there was no method.
# needs: stdlib
import sys
class Oops(Exception): pass
def prop(exc, tag):
    def get(self):
        raise exc(tag)
    return property(get)
import operator, math
def aiter_(x):
    async def f():
        async for y in x: pass
    try: f().send(None)
    except StopIteration: return "stop"
async def aw(x):
    return await x
def await_(x):
    c = aw(x)
    try: return c.send(None)
    except StopIteration as e: return e.value
def anext_(x):
    class A:
        def __aiter__(self): return x
    return aiter_(A())
def with_(x):
    with x: pass
async def awith(x):
    async with x: pass
def awith_(x):
    try: awith(x).send(None)
    except StopIteration: return "stop"
def setit(x): x[0] = 1
def delit(x): del x[0]
def seta(x): x.q = 1
def dela(x): del x.q
def iadd(x): x += 1; return "ok"
OPS = {
 "__eq__": lambda x: x == x.__class__.other, "__ne__": lambda x: x != 1, "__lt__": lambda x: x < 1, "__gt__": lambda x: x > 1, "__le__": lambda x: x <= 1, "__ge__": lambda x: x >= 1,
 "__hash__": hash, "__repr__": lambda x: repr(x).split(" at ")[0], "__str__": lambda x: str(x).split(" at ")[0], "__bool__": bool, "__len__": len, "__iter__": iter, "__next__": next,
 "__contains__": lambda x: 1 in x, "__getitem__": lambda x: x[0], "__setitem__": setit, "__delitem__": delit, "__getattr__": lambda x: x.q, "__getattribute__": lambda x: x.q,
 "__setattr__": seta, "__delattr__": dela, "__call__": lambda x: x(), "__add__": lambda x: x + 1, "__radd__": lambda x: 1 + x, "__iadd__": iadd, "__neg__": lambda x: -x, "__int__": int, "__float__": float,
 "__index__": operator.index, "__complex__": complex, "__round__": round, "__trunc__": math.trunc, "__floor__": math.floor, "__ceil__": math.ceil, "__format__": format, "__bytes__": bytes,
 "__dir__": dir, "__sizeof__": lambda x: sys.getsizeof(x) > 0, "__reversed__": lambda x: type(reversed(x)).__name__, "__length_hint__": lambda x: operator.length_hint(x, 7), "__enter__": with_, "__exit__": with_,
 "__aenter__": awith_, "__aexit__": awith_, "__await__": await_, "__aiter__": aiter_, "__anext__": anext_, "__pow__": lambda x: x ** 2, "__rpow__": lambda x: 2 ** x, "__divmod__": lambda x: divmod(x, 2),
 "__rdivmod__": lambda x: divmod(2, x), "__abs__": abs, "__invert__": lambda x: ~x, "__matmul__": lambda x: x @ 1, "__instancecheck__": lambda x: isinstance(1, x), "__subclasscheck__": lambda x: issubclass(int, x),
 "__missing__": None, "__set_name__": None, "__fspath__": lambda x: __import__("os").fspath(x), "__get__": None, "__buffer__": memoryview, "__copy__": None, "__reduce_ex__": lambda x: __import__("copy").copy(x) is not None,
 "__iter__unpack": lambda x: [*x], "__iter__for": lambda x: [y for y in x], "__iter__in": lambda x: 1 in x, "__getitem__iter": lambda x: iter(x) is not None, "__hash__dict": lambda x: {x: 1}, "__eq__in": lambda x: 1 in [x],
 "__eq__list": lambda x: [x] == [1], "__lt__sort": lambda x: sorted([x, x]) and None, "__len__bool": lambda x: bool(x), "__repr__list": lambda x: repr([x]).split(" at ")[0], "__repr__fmt": lambda x: f"{x!r}".split(" at ")[0],
 "__del__": None, "__init__": None, "__new__": None, "__iter__tuple": tuple, "__iter__dict": dict, "__iter__yield": lambda x: list((lambda: (yield from x))()), "__class_getitem__": lambda x: type(x)[0], "__mro_entries__": lambda x: type("T", (object,), {}) and types_new(x),
 "__prepare__": None, "__iter__max": max, "__iter__join": lambda x: "".join(x), "__index__slice": lambda x: [1][x:], "__index__item": lambda x: [1][x], "__index__range": lambda x: range(x), "__float__sqrt": math.sqrt, "__str__print": lambda x: "%s" % x and None,
}
def types_new(x):
    class K(x): pass
for name, op in OPS.items():
    if op is None: continue
    real = name[:name.index("__", 2) + 2]
    for exc in AttributeError, TypeError, Oops:
        ns = {real: prop(exc, "from " + name)}
        if real == "__enter__": ns["__exit__"] = lambda *a: None
        if real == "__exit__": ns["__enter__"] = lambda *a: None
        if real in ("__aexit__",):
            async def ok(*a): pass
            ns["__aenter__"] = ok
        if real == "__reversed__":
            ns["__len__"] = lambda s: 0; ns["__getitem__"] = lambda s, i: 0
        try:
            C = type("C", (), ns)
            try: C.other = C()
            except Exception: pass
            r = op(C())
            print(name, exc.__name__, "->", r if isinstance(r, (str, int, bool, float, type(None))) else type(r).__name__)
        except Exception as e:
            c = e.__context__ or e.__cause__
            print(name, exc.__name__, "!!", type(e).__name__, e, "|", type(c).__name__ if c else None)
class D:
    __del__ = prop(ValueError, "del")
d = D(); del d
import gc; gc.collect()
for n in "__init__", "__new__":
    C = type("C", (), {n: prop(ValueError, n)})
    try: print(n, C())
    except Exception as e: print(n, type(e).__name__, e)
