# Iterables that raise TypeErrors of their own, or whose __iter__ returns no iterator: which functions say what.
import _operator as operator
class A:
    def __iter__(self): return 10
class B:
    def __iter__(self): raise TypeError('mine')
class C:
    __iter__ = None
class D: pass
class S(TypeError): pass
class F:
    def __iter__(self): raise S('sub')
class G:
    def __iter__(self): raise ValueError('sub')
class H:
    def __iter__(self): yield from 5
for c in A, B, C, D, F, G, H:
    for f in lambda o: 1 in o, lambda o: operator.contains(o, 1), lambda o: operator.countOf(o, 1), lambda o: operator.indexOf(o, 1), lambda o: [*o], lambda o: (lambda *a: 0)(*o), lambda o: list(o), lambda o: set(o), lambda o: dict(o), lambda o: [].extend(o), lambda o: ''.join(o), lambda o: max(o), lambda o: zip(o), lambda o: map(id, o), lambda o: b''.join(o), lambda o: bytes(o), lambda o: (lambda a, b: 0)(*o), lambda o: {**o}, lambda o:tuple(o), lambda o:bytearray(o), lambda o: sum(o), lambda o: any(o), lambda o: {1}.issubset(o), lambda o: {1} .union(o), lambda o:{}.fromkeys(o), lambda o: {1}.update(o), lambda o:{}.update(o):
        try: f(c())
        except Exception as e: print(c.__name__, f.__code__.co_names, type(e).__name__, e, repr(e.__context__), repr(e.__cause__))
    try: a, b = c()
    except Exception as e: print(c.__name__, type(e).__name__, e)
    try:
        for i in c(): pass
    except Exception as e: print(c.__name__, type(e).__name__, e)
class Old:
    def __getitem__(self, i): return [1, 2][i]
class B1(bytearray):
    def __bytes__(self): return b'x'
class B2(bytes):
    def __bytes__(self): return b'\x05'
class K:
    def keys(self): return A()
    def __getitem__(self, k): return 1
class Twice:
    n = 0
    def __iter__(self): print('iter'); return self
    def __next__(self):
        Twice.n += 1
        if Twice.n % 3 == 0: raise StopIteration
        return 'ab'
for e in "int.from_bytes(Old())", "int.from_bytes(B1(b'abc'))", "int.from_bytes(B2(b'abc'))", "int.from_bytes(A())", "int.from_bytes([2**70])", "int.from_bytes([1, 2])", "int.from_bytes('ab')", "int.from_bytes(5)", "dict(K())", "{**K()}", "dict([A()])", "dict([B()])", "dict([5])", "','.join(Twice())", "dict([Twice()])", "bytes(Old())", "bytes(B1(b'abc'))", "bytes(B2(b'abc'))":
    try: print(e, eval(e))
    except Exception as x: print(e, type(x).__name__, x)
l = [1, 2, 3]
for f in A, B, D, F, G, Twice:
    try: l[::2] = f()
    except Exception as x: print(f, type(x).__name__, x)
    try: l[:] = f(); print(l); l = [1, 2, 3]
    except Exception as x: print(f, type(x).__name__, x)


class OwnFilter(filter):
    def __next__(self):
        return "own", super().__next__()


class OwnMap(map):
    def __next__(self):
        return "own", super().__next__()


class OwnEnumerate(enumerate):
    def __next__(self):
        return "own", super().__next__()


def last(it):
    for x in it:
        pass
    return x


# A loop over iterators of many classes, then over classes that redefine what a built-in iterator's steps do.
for _ in range(400):
    ends = [last(it) for it in ([1], {2: 3}, "ab", (4,), (x for x in "c"), {5}, range(6), zip("d", "e"), b"f", map(abs, (7,)), filter(None, (8,)),
                                OwnFilter(None, (9,)), OwnMap(abs, (10,)), OwnEnumerate("g"), enumerate(OwnFilter(None, (11,))), zip(OwnMap(abs, (12,))))]
print(ends)
