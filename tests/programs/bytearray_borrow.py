# needs: stdlib
# A bytearray may share the contents of a large bytes object until one of the two would be seen to change.
import array
import gc
import io
import struct
import sys

N = 100_000
DATA = bytes(i * 7 & 255 for i in range(N))
KEPT = bytes(bytearray(DATA))


def fresh():
    b = bytearray()
    b.extend(DATA)
    return b


def show(name, b, want):
    print(name, len(b), bytes(b) == bytes(want), DATA == KEPT)


def plain():
    x = list(DATA)
    return x


# Everything that writes to a bytearray.
def item(b):
    b[5] = 1

def last(b):
    b[-1] = 200

def same_slice(b):
    b[10:20] = b"0123456789"

def longer_slice(b):
    b[10:20] = b"0123456789" * 3

def shorter_slice(b):
    b[10:20] = b"01"

def front_slice(b):
    b[:20] = b"01"

def front_same(b):
    b[:3] = b"abc"

def stepped(b):
    b[::2] = bytes(len(b[::2]))

def delete_middle(b):
    del b[100:200]

def delete_front(b):
    del b[:100]

def delete_end(b):
    del b[-100:]

def delete_most(b):
    del b[10:]

def delete_step(b):
    del b[::3]

def delete_item(b):
    del b[7]

def append(b):
    b.append(3)

def extend(b):
    b.extend([1, 2, 3])

def extend_twice(b):
    b.extend(DATA)

def plus(b):
    b += DATA

def times(b):
    b *= 2

def times_one(b):
    b *= 1

def insert(b):
    b.insert(0, 9)

def pop(b):
    b.pop()

def pop_first(b):
    b.pop(0)

def remove(b):
    b.remove(7)

def reverse(b):
    b.reverse()

def clear(b):
    b.clear()

def init(b):
    b.__init__(b"new" * 3)

def view_item(b):
    with memoryview(b) as m:
        m[3] = 99

def view_slice(b):
    with memoryview(b) as m:
        m[3:6] = b"xyz"

def view_of_view(b):
    with memoryview(b)[10:] as m:
        m[3:6] = b"xyz"

def view_stepped(b):
    with memoryview(b) as m:
        m[::1000] = bytes(100)

def view_cast(b):
    with memoryview(b).cast("I") as m:
        m[1] = 0xFFFFFFFF

def view_self(b):
    with memoryview(b) as m:
        m[10:20] = m[15:25]

def read_into(b):
    print(io.BytesIO(b"hello").readinto(b))

def read_into_view(b):
    with memoryview(b) as m:
        print(io.BytesIO(b"hello").readinto(m[4:]))

def pack_into(b):
    struct.pack_into("<IH", b, 6, 1, 2)

def array_into(b):
    with memoryview(b) as m:
        m[:8] = array.array("B", range(8))


def front_and_item(b):
    del b[:50]
    b[0] = 255

def front_and_view(b):
    del b[:50]
    with memoryview(b) as m:
        m[0] = 254

def front_and_append(b):
    del b[:50]
    b.append(1)

def ends(b):
    del b[:50]
    del b[-50:]
    b[-1:] = b"zz"


for f in (item, last, same_slice, longer_slice, shorter_slice, front_slice, front_same, stepped, delete_middle, delete_front,
          delete_end, delete_most, delete_step, delete_item, append, extend, extend_twice, plus, times, times_one, insert, pop,
          pop_first, remove, reverse, clear, init, view_item, view_slice, view_of_view, view_stepped, view_cast, view_self,
          read_into, read_into_view, pack_into, array_into, front_and_item, front_and_view, front_and_append, ends):
    own = bytearray(plain())
    f(own)
    b = fresh()
    f(b)
    show(f.__name__, b, own)
    b = fresh()
    copy = bytes(memoryview(b))
    f(b)
    show("after a copy", b, own)
    print(copy == KEPT)


# Taking out what was put in.
def stream(sizes, take):
    b = bytearray()
    total = 0
    out = []
    for n in sizes:
        chunk = DATA[:n]
        b.extend(chunk)
        data = bytes(memoryview(b)[:take])
        del b[:take]
        total += len(data)
        out.append(data)
        b.extend(b"")
    out.append(bytes(b))
    return b"".join(out)


for take in (1000, 5000, 50_000, N, N + 1):
    sizes = [N, 5000, 70_000, 10, 4096, 4095, 65_536, 0, N]
    print(take, stream(sizes, take) == b"".join(DATA[:n] for n in sizes))

b = fresh()
chunk = memoryview(b)[:N].tobytes()
print(chunk == KEPT, type(chunk))
part = bytes(memoryview(b)[1:])
print(part == KEPT[1:])
del b[:1]
print(bytes(b) == KEPT[1:], bytes(memoryview(b)) == KEPT[1:])
del b[:1]
del b[-1:]
print(bytes(b) == KEPT[2:-1], b.find(KEPT[500:600]), b.count(b"\x07"), b[:10], b[-10:])
m = memoryview(b)
try:
    b.append(1)
except BufferError as e:
    print("BufferError", e)
m.release()
b.append(1)
print(len(b), b[-1])


class Bytes(bytes):
    pass


class Array(bytearray):
    pass


b = bytearray()
b.extend(Bytes(DATA))
print(type(bytes(b)), bytes(b) == KEPT)
b = Array()
b += DATA
b[0] = 77
print(type(b), b[:3], DATA == KEPT)
x = Bytes(fresh())
print(type(x), x == KEPT)

# Sizes, and what gc tells.
for k in (0, 10, 60_000):
    b = fresh()
    del b[:k]
    print(sys.getsizeof(b) >= len(b), b.__alloc__() >= len(b), gc.get_referents(b))

# A loop that stores items.
def fill(b, n):
    for i in range(n):
        b[i] = i & 15
    return b


for k in range(3):
    b = fresh()
    fill(b, 20_000)
    print(sum(b), DATA == KEPT)
for k in range(300):
    b = fresh()
    fill(b, 100)
    if k % 100 == 0:
        print(sum(b), DATA == KEPT)

# Many that share one, some of which change.
many = [fresh() for _ in range(50)]
for i, b in enumerate(many):
    if i % 2:
        b[i] = 0
gc.collect()
print(sum(sum(b) for b in many), DATA == KEPT)
del DATA
gc.collect()
print(all(bytes(b) == KEPT for b in many[::2]))
