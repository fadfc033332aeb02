# The native module _pickle: reducers, names, memos, persistent ids, files, buffers, damaged pickles.
# needs: stdlib
import _pickle
import copyreg
import io
import pickle

assert pickle.dumps is _pickle.dumps


def tr(f, *a, **k):
    try:
        r = f(*a, **k)
        print(repr(r)[:300] if not hasattr(r, "tobytes") else ("view", r.tobytes(), r.readonly))
    except BaseException as x:
        print(type(x).__name__, x)


class A:
    def __init__(self, **k):
        self.__dict__.update(k)

    def __repr__(self):
        return "A" + repr(self.__dict__)

    class Inner:
        pass


class R:
    def __init__(self, r):
        self.r = r

    def __reduce_ex__(self, p):
        return self.r


def setter(o, state):
    o.state = state


for r in (5, (), (1, 2), (int, 2), (int, (), None, 5), (int, (), None, None, 5), (int, (), None, None, None, 5), (int, (), None, None, iter([1])), tuple(range(7)),
          (copyreg.__newobj__, ()), (copyreg.__newobj__, (1,)), (copyreg.__newobj__, (int,)), (copyreg.__newobj_ex__, (int,)),
          (copyreg.__newobj_ex__, (1, (), {})), (copyreg.__newobj_ex__, (int, 1, {})), (copyreg.__newobj_ex__, (int, (), 1)),
          (copyreg.__newobj_ex__, (int, (), {"x": 1}))):
    for p in 0, 2, 4:
        tr(pickle.dumps, R(r), p)


def outer():
    class C:
        pass
    return C


tr(pickle.dumps, outer())

A.Inner.__qualname__ = "Foo.Bar"
tr(pickle.dumps, A.Inner)
A.Inner.__module__ = "nowhere"
tr(pickle.dumps, A.Inner)
A.Inner.__module__, A.Inner.__qualname__ = "__main__", "tr"
tr(pickle.dumps, A.Inner)
A.Inner.__qualname__ = "tr\xe9"
globals()["tr\xe9"] = A.Inner
for p in range(6):
    tr(pickle.dumps, A.Inner, p)
copyreg.add_extension("__main__", "A", 0x1234)
for p in 1, 2, 4:
    tr(pickle.dumps, A, p)
    tr(lambda: pickle.loads(pickle.dumps(A, p)) is A)
copyreg.remove_extension("__main__", "A", 0x1234)


class P(pickle.Pickler):
    dispatch_table = {complex: lambda c: (complex, (c.real, 5.0))}

    def persistent_id(self, o):
        return "id:%d" % o if isinstance(o, int) and o > 10**6 else None

    def reducer_override(self, o):
        return NotImplemented if not isinstance(o, A) else (A, ())


class U(pickle.Unpickler):
    def persistent_load(self, i):
        return ["from", i]

    def find_class(self, m, n):
        print("find", m, n)
        return super().find_class(m, n)


for p in range(6):
    f = io.BytesIO()
    k = P(f, p)
    k.dump([10**7, 1j, A(x=1), "shared"])
    first = f.tell()
    k.dump(["shared", 3])
    print(f.getvalue()[:first] if p else b"", len(f.getvalue()), k.bin, k.fast, sorted(n for n, o in k.memo.copy().values())[:3])
    f.seek(0)
    u = U(f)
    tr(u.load)
    tr(u.load)
    print(len(u.memo.copy()) > 0)
    k.clear_memo()
    print(k.memo.copy())
k = pickle.Pickler(io.BytesIO())
u = pickle.Unpickler(io.BytesIO())
for v in 1, {}, {1: 2}, {1: (1, 2)}, {1: ("a", 2)}, {-1: 2}, {"a": 2}, k.memo, u.memo:
    tr(setattr, k, "memo", v)
    tr(setattr, u, "memo", v)
tr(delattr, k, "memo")
k.fast = True
tr(k.dump, [[1], {2: [3]}])
loop = []
loop.append(loop)
try:
    k.dump(loop)
except ValueError as x:
    print(str(x).partition(" at ")[0])


class NoInit(pickle.Pickler):
    def __init__(self):
        pass


class NoInitU(pickle.Unpickler):
    def __init__(self):
        pass


tr(lambda: NoInit().dump(1))
tr(lambda: NoInitU().load())
tr(pickle.Pickler, 1)
tr(pickle.Unpickler, 1)
tr(pickle.Pickler, io.BytesIO(), 7)
tr(pickle.dumps, 1, 4, buffer_callback=print)
tr(pickle.dumps, 1, -1)


class Again(pickle.Unpickler):
    def persistent_load(self, i):
        return i


class File:
    def __init__(self, b, n=3):
        self.b, self.n = b, n

    def read(self, n):
        r, self.b = self.b[:n], self.b[n:]
        return r

    def readline(self):
        i = self.b.find(b"\n") + 1
        return self.read(i)


big = {"k": b"q" * 140000, "l": bytearray(b"r" * 140000), "m": list(range(30))}
for p in range(6):
    b = pickle.dumps(big, p)
    print(pickle.load(File(b)) == big == pickle.load(io.BufferedReader(io.BytesIO(b))) == pickle.load(io.BytesIO(b)))
for b in b"PBabc", b"":
    tr(pickle.load, File(b))
bufs = []
x = [pickle.PickleBuffer(b"ro"), pickle.PickleBuffer(bytearray(b"rw"))]
b = pickle.dumps(x, 5, buffer_callback=bufs.append)
print(b, [m.raw().tobytes() for m in bufs])
r = pickle.loads(b, buffers=[b"ro", bytearray(b"rw")])
print(r)
tr(pickle.loads, b)
tr(pickle.loads, b, buffers=[])
print(pickle.dumps(x, 5), pickle.loads(pickle.dumps(x, 5)))
tr(pickle.dumps, x[0], 4)
tr(pickle.dumps, pickle.PickleBuffer(memoryview(b"abcdef")[::2]), 5)
tr(pickle.PickleBuffer(memoryview(b"abcdef")[::2]).raw)
tr(pickle.PickleBuffer, 5)
tr(pickle.PickleBuffer)
tr(pickle.PickleBuffer(memoryview(b"abcdefgh").cast("H")).raw)
m = pickle.PickleBuffer(bytearray(b"abc"))
print(memoryview(m).readonly, bytes(m), len(memoryview(m)), type(memoryview(m).obj))
m.release()
tr(m.raw)
tr(memoryview, m)
tr(pickle.dumps, m, 5)
tr(pickle.loads, b"\x97\x98.", buffers=[bytearray(b"x")])
tr(pickle.loads, b"\x97\x98.", buffers=[5])
for b in (b"", b"\x80", b"\x80\x04", b"\x80\x04\x95", b"Pabc\n.", b"P\xff\n.", b"I1\nQ.", b"cbuiltins\nxyz\n.", b"\x80\x04cbuiltins\nxyz.abc\n.",
          b"\x80\x04cbuiltins\nint.<locals>.abc\n.", b"\x80\x03cbuiltins\nint.abc\n.", b"\x80\x04cnonex\nint.abc\n.", b"c\nx\n.", b"I", b"I\n", b"I1x\n.", b"I010\n.",
          b"I0x1f\n.", b"I00\n.", b"I01\n.", b"I 12\n.", b"I1_0\n.", b"I99999999999999999999\n.", b"L1x\n.", b"L\xff\n.", b"L0x1fL\n.", b"L12\n.", b"Fx\n.", b"F1x\n.",
          b"F1e999\n.", b"F 1\n.", b"F1.5\n.", b"Fnan\n.", b"K\x01K\x02R.", b"K\x01)R.", b"K\x01)\x81.", b"ctypes\nFunctionType\n)\x81.", b"cbuiltins\nint\nK\x01\x81.",
          b"\x82\x00.", b"\x82\x01.", b"\x84\xff\xff\xff\xff.", b"g5\n.", b"gx\n.", b"h\x05.", b"j\x05\0\0\0.", b"Np-1\n.", b"Nq\x05h\x05.", b"Nr\xff\xff\x00\x00j\xff\xff\x00\x00.", b"Nr\x88\x13\x00\x00j\x88\x13\x00\x00.",
          b"\x80\x09.", b"N}b.", b"}Nb.", b"}K\x01b.", b"}N]\x86b.", b"(N", b"(.", b".", b"N0.", b"(0N.", b"0.", b"2.", b"N2\x86.", b"N\x93.", b"NN\x93.", b"\x8a\x00.",
          b"\x8a\x01\xff.", b"\x8a\x09" + b"\xff" * 9 + b".", b"\x8b\xff\xff\xff\xff.", b"Sabc\n.", b"S'abc\\n'\n.", b"S'abc\\xff'\n.", b"U\x01\xff.", b"T\x01\0\0\0a.",
          b"\x8e" + b"\xff" * 8 + b".", b"\x8d" + b"\xff" * 8 + b".", b"\x95" + b"\xff" * 8 + b".", b"\x96" + b"\xff" * 8 + b".", b"\xff.", b"\x27.", b"Z.", b"(NNNd.",
          b"(NN}u.", b"}(NNNu.", b"}(NNu.", b"}NNs.", b"NNs.", b"}]Ns.", b"](NNe.", b"]Na.", b"Na.", b"(Ne.", b"NNa.", b"\x8f(K\x01\x90.", b"N(K\x01\x90.", b"](\x90.",
          b"(K\x01\x91.", b"(]\x91.", b"(cbuiltins\nlist\no.", b"(o.", b"(ibuiltins\nint\n.", b"(I5\nibuiltins\nint\n.", b"(1N.", b"1.", b"t.", b"(NNt.", b"\x85.",
          b"N\x86.", b"c__builtin__\nunicode\n.", b"\x80\x03c__builtin__\nunicode\n.", b"V\\u20ac\\x\n.", b"V\\u20a\n.", b"X\x03\0\0\0\xed\xa0\x80.", b"X\x01\0\0\0\xff.",
          b"\x95\x01\0\0\0\0\0\0\0N.", b"\x95\x09\0\0\0\0\0\0\0N.", b"C\x05ab.", b"N)}\x92.", b"cbuiltins\nint\n)}\x92.", b"cbuiltins\nint\nN}\x92.", b"cbuiltins\nint\n)N\x92."):
    tr(pickle.loads, b)
tr(pickle.loads, b"U\x01\xff.", encoding="bytes")
tr(pickle.loads, b"U\x01\xff.", encoding="latin-1")
tr(pickle.loads, b"U\x01\xff.", errors="replace")
tr(pickle.loads, b"c__builtin__\nunicode\n.", fix_imports=False)
tr(pickle.loads, "a")
tr(pickle.loads, b"N.", buffers=5)
tr(pickle.loads, bytearray(b"]."))
tr(pickle.loads, memoryview(b"x].")[1:])


deep = b"(" + b"]" * 5 + b"aaaa."
tr(pickle.loads, deep)
x = []
for i in range(300):
    x = [x]
print(len(pickle.dumps(x)))
y = A()
y.y = y
y.loop = [y]
for p in range(6):
    z = pickle.loads(pickle.dumps(y, p))
    print(z.y is z, z.loop[0] is z, list(z.__dict__))
