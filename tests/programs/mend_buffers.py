# Everything that writes to another object's bytes asks whether it may: read-only views, bytes, views that do not lie in one piece.
# needs: stdlib
import array
import io
import os
import socket
import struct
import tempfile

b = bytes(bytearray(b'abcdefgh'))


def show(what, f):
    try:
        print(what, f())
    except Exception as e:
        print(what, type(e).__name__ + ':', e)


path = os.path.join(tempfile.mkdtemp(), 'x')
with open(path, 'wb') as f:
    f.write(b'ZZZZ')


def opened(mode, buffering, method, target):
    with open(path, mode, buffering) as f:
        return getattr(f, method)(target)


class Raw(io.RawIOBase):
    def readable(self):
        return True

    def readinto(self, into):
        into[:2] = b'ZZ'
        return 2


class Base(io.BufferedIOBase):
    def read(self, n=-1):
        return b'ZZ'

    read1 = read


def received(target):
    one, two = socket.socketpair()
    with one, two:
        two.send(b'ZZZZ')
        return one.recv_into(target)


class Own(bytes):
    pass


class OwnArray(bytearray):
    pass


released = memoryview(bytearray(4))
released.release()
a = array.array('i', [1, 2, 3])
targets = [b, Own(b), memoryview(b), memoryview(Own(b)), memoryview(bytearray(b)).toreadonly(), memoryview(b)[2:], memoryview(b)[::-1], memoryview(b).cast('H'), memoryview(memoryview(b)),
           memoryview(b).cast('B', [2, 4]), memoryview(a).toreadonly(), 'str', 5, None, [1], memoryview(bytearray(8))[::2], io.BytesIO(), released,
           bytearray(b), OwnArray(b), memoryview(bytearray(b)), memoryview(bytearray(b))[2:7], memoryview(bytearray(b)).cast('i'), memoryview(bytearray(b)).cast('H', [2, 2]), a, memoryview(a)]
for target in targets:
    print('-', type(target).__name__)
    for cls in (io.BytesIO, lambda x: io.BufferedReader(io.BytesIO(x)), lambda x: io.BufferedRandom(io.BytesIO(x)), lambda x: io.BufferedRWPair(io.BytesIO(x), io.BytesIO()),
                lambda x: Base()):
        show('readinto', lambda: cls(b'ZZZZ').readinto(target))
        show('readinto1', lambda: cls(b'ZZZZ').readinto1(target))
    show('raw', lambda: opened('rb', 0, 'readinto', target))
    for mode in ('rb', 'r+b'):
        show('buffered', lambda: opened(mode, -1, 'readinto', target))
        show('buffered', lambda: opened(mode, -1, 'readinto1', target))
    show('pack_into', lambda: struct.pack_into('4s', target, 0, b'ZZZZ'))
    show('Struct', lambda: struct.Struct('4s').pack_into(target, 0, b'ZZZZ'))
    show('socket', lambda: received(target))
    show('item', lambda: target.__setitem__(0, 1))
    show('slice', lambda: target.__setitem__(slice(0, 1), b'Z'))
    show('slice', lambda: target.__setitem__(slice(0, 1), target[:1]))
    if isinstance(target, (bytes, bytearray, array.array)) or isinstance(target, memoryview) and target is not released:
        print(bytes(target))
    a[:] = array.array('i', [1, 2, 3])
print(b, Raw().read(4))
os.remove(path)
os.rmdir(os.path.dirname(path))
