# needs: stdlib
# Buffered files over pipes: threads at both ends, descriptors that do not wait, raw files that misbehave.
import io
import os
import threading

r, w = os.pipe()
got = []


def read():
    with open(r, "rb") as f:
        got.append(len(f.read()))


t = threading.Thread(target=read)
t.start()
with open(w, "wb") as f:
    f.write(b"x" * 1_000_000)
    f.write(b"y" * 10)
t.join()
print(got)

r, w = os.pipe()
t = threading.Thread(target=read)
t.start()
with open(w, "w") as f:
    for i in range(30_000):
        print(i, file=f)
t.join()
print(got)

r, w = os.pipe()
os.set_blocking(r, False)
os.set_blocking(w, False)
reader, writer = open(r, "rb"), open(w, "wb")
print(reader.read(), reader.read(5), reader.read1(5), reader.readinto(bytearray(3)))
sent = 0
try:
    while True:
        writer.write(b"z" * 9999)
        sent += 9999
except BlockingIOError as e:
    sent += e.characters_written
    print(e.errno, e, e.characters_written < 9999)
received = len(reader.read())
while True:
    try:
        writer.flush()
        break
    except BlockingIOError as e:
        print(e.characters_written)
        received += len(reader.read())
received += len(reader.read())
print(received == sent, reader.read())
writer.close()
print(reader.read())
reader.close()


class Raw(io.RawIOBase):
    def __init__(self, *parts):
        self.parts, self.taken = list(parts), []

    def readable(self):
        return True

    writable = seekable = readable

    def readinto(self, b):
        if not self.parts:
            return 0
        part = self.parts.pop(0)
        if part is None:
            return None
        b[: len(part)] = part
        return len(part)

    def write(self, b):
        self.taken.append(len(b))
        return min(len(b), 3) if len(self.taken) < 4 else None

    def seek(self, pos, whence=0):
        return -1

    tell = lambda self: -1


f = io.BufferedReader(Raw(b"abc", b"d", None, b"efg", None, None))
print(f.read(6), f.read(1), f.read(), f.peek(1), f.read(), f.read())
f = io.BufferedReader(Raw(b"abc", b"de", b"fgh", b"jkl"), 10)
b = bytearray(2)
print(f.peek(3), f.readinto1(b), b, f.readinto1(b), b, f.readinto1(b), b)
b = bytearray(20)
print(f.peek(3), f.readinto1(b), b)
for what in f.tell, lambda: f.seek(0):
    try:
        what()
    except OSError as e:
        print(e)
raw = Raw()
f = io.BufferedWriter(raw, 8)
try:
    print(f.write(b"12345678"), f.write(b"123456789abcdefghijklmnop"))
except BlockingIOError as e:
    print(e.characters_written, raw.taken)
f.close = raw.close = lambda: None
f.detach = None

f = io.BufferedRandom(io.BytesIO(b"A" * 10), 100)
print(f.read(2), f.truncate(), f.write(b"BB"), f.truncate())
f = io.TextIOWrapper(io.BytesIO(b"text in small pieces\n" * 3))
print(f._CHUNK_SIZE)
f._CHUNK_SIZE = 4
print(f.readline(), f.tell())
for size in 0, -1, "x":
    try:
        f._CHUNK_SIZE = size
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
f = open(os.devnull, "rb", buffering=0)
f.close()
for what in f.flush, f.fileno:
    try:
        what()
    except ValueError as e:
        print(e)
f = open(os.devnull, "rb", buffering=0)
f.flush = lambda: 1 / 0
try:
    f.close()
except ZeroDivisionError as e:
    print(e, f.closed)
