# Views that write to a BytesIO and hold its size; classes with __buffer__.
# needs: stdlib
import io
import inspect
import struct
from collections.abc import Buffer


def attempt(f, *args, **kw):
    try:
        r = f(*args, **kw)
        print(type(r).__name__ if isinstance(r, memoryview) else repr(r))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


b = io.BytesIO(b"hello")
v = b.getbuffer()
print(v.readonly, type(v.obj), v.format, v.nbytes)
v[0] = ord("J")
v[1:3] = b"--"
print(b.getvalue())
attempt(b.write, b"x")
attempt(b.truncate, 2)
attempt(b.close)
attempt(b.__setstate__, (b"", 0, None))
print(b.seek(0), b.read(2), b.tell())
s = v[1:3]
v.release()
attempt(b.write, b"x")
s.release()
attempt(b.write, b"xyz")
w = b.getbuffer()
del w
b.seek(0, 2)
attempt(b.write, b"!")
print(b.getbuffer().tobytes())
with b.getbuffer() as v:
    attempt(b.write, b"!")
    io.BytesIO(b"12").readinto(v)
attempt(b.write, b"?")
print(b.getvalue())
b.close()
attempt(b.getbuffer)


class C:
    def __init__(self):
        self.data = bytearray(b"abcdef")
        self.log = []

    def __buffer__(self, flags):
        self.log.append(("get", flags))
        return memoryview(self.data)

    def __release_buffer__(self, view):
        self.log.append(("release", len(view)))
        view.release()


c = C()
m = memoryview(c)
print(m.readonly, bytes(m), c.log)
m[0] = 65
print(c.data)
m.release()
print(c.log)
c.log.clear()
attempt(io.BytesIO(b"12").readinto, c)
print(c.data, c.log)
c.log.clear()
attempt(lambda: b"1" + c)
attempt(b"".join, [c, c])
attempt(struct.unpack, "6s", c)
attempt(struct.pack_into, "2s", c, 1, b"zz")
print(c.data, [k for k, _ in c.log].count("get") == [k for k, _ in c.log].count("release"))
with memoryview(c) as m:
    print(m.tolist())
print(c.log[-1])


class R:
    def __buffer__(self, flags):
        return memoryview(b"ro")


attempt(memoryview, R())
attempt(io.BytesIO(b"12").readinto, R())
for f in bytes, bytearray, int, b"xro".endswith, b"xrox".split, b"ro".strip, b"".join, hash:
    attempt(f, R()) if f is not hash else attempt(hash(memoryview(R())).__eq__, hash(b"ro"))
print(R() == b"ro", memoryview(R()) == b"ro", b"a" + R())


class W:
    def __buffer__(self, flags):
        return b"no"


class E:
    def __buffer__(self, flags):
        raise ZeroDivisionError("x")


class N:
    __buffer__ = None


for x in W(), E(), N(), 3:
    attempt(memoryview, x)
    attempt(b"".join, [x])
print(isinstance(c, Buffer), isinstance(3, Buffer), isinstance(b"", Buffer), issubclass(N, Buffer), isinstance(io.BytesIO().getbuffer(), Buffer))

# The methods of built-in types.
print(int(inspect.BufferFlags.FULL_RO), list(inspect.BufferFlags)[:3])
attempt(b"abc".__buffer__, 0)
attempt(bytearray(b"abc").__buffer__, inspect.BufferFlags.WRITABLE)
attempt(b"abc".__buffer__, inspect.BufferFlags.WRITABLE)
attempt(b"".__buffer__, "x")
a = bytearray(b"abc")
m = a.__buffer__(0)
attempt(a.append, 1)
attempt(bytearray().__release_buffer__, m)
a.__release_buffer__(m)
attempt(m.tolist)
attempt(a.append, 1)
attempt(a.__release_buffer__, m)
attempt(a.__release_buffer__, 1)


class S(bytearray):
    def __buffer__(self, flags):
        print("S gives")
        return super().__buffer__(flags)

    def __release_buffer__(self, view):
        print("S takes back")
        super().__release_buffer__(view)


s = S(b"sss")
m = memoryview(s)
m[0] = 65
print(bytes(m), s)
m.release()
attempt(b"x".__add__, s)
C.__buffer__ = lambda self, flags: memoryview(b"changed")
print(bytes(C()))
del C.__buffer__
attempt(memoryview, C())
