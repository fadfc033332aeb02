# Objects whose __buffer__ runs Python code stand among the buffers of one call.
# needs: stdlib
# needs: process
import os

class Buf:
    def __init__(self, data, do=None):
        self.data, self.do, self.log = data, do, []
    def __buffer__(self, flags):
        self.log.append("get")
        if self.do:
            self.do()
        return memoryview(self.data)
    def __release_buffer__(self, view):
        self.log.append("release")
        view.release()

r, w = os.pipe()
b = Buf(bytearray(b"middle"))
print(os.writev(w, [b"first ", b, bytearray(b" last")]), b.log)
print(os.read(r, 100))

into = [bytearray(4), Buf(bytearray(4)), bytearray(8)]
os.write(w, b"abcdefghij")
print(os.readv(r, into), bytes(into[0]), bytes(into[1].data), bytes(into[2]), into[1].log)
b.data.extend(b"!")  # it was given back
into[1].data.clear()

# one buffer asks that another goes: its bytes do not lie about
old = bytearray(b"x" * 100_000)
def drop():
    try:
        old.clear()
    except BufferError:
        pass
    global keep
    keep = [bytes([i]) * 100_000 for i in range(50)]
evil = Buf(bytearray(10), drop)
os.write(w, b"z" * 5000)
n = os.readv(r, [old, evil])
print(all(k == bytes([i]) * 100_000 for i, k in enumerate(keep)), n in (10, 5000))

def bad():
    raise ValueError("no")
try:
    os.writev(w, [b"a", Buf(b"b", bad)])
except ValueError as e:
    print("ValueError", e)
try:
    os.writev(w, [b"a", 1])
except TypeError as e:
    print("TypeError", e)
