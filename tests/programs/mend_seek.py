# needs: stdlib
# A buffered reader that is moved within what it has read asks its raw stream for nothing.
import io
import random


class Raw(io.RawIOBase):
    data = bytes(i * 7 % 251 for i in range(40000))

    def __init__(self):
        self.at = 0
        self.log = []

    def readable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, b):
        piece = self.data[self.at:self.at + len(b)]
        b[:len(piece)] = piece
        self.at += len(piece)
        self.log.append(len(piece))
        return len(piece)

    def seek(self, offset, whence=0):
        self.log.append((offset, whence))
        self.at = (0, self.at, len(self.data))[whence] + offset
        return self.at

    def tell(self):
        return self.at


raw = Raw()
b = io.BufferedReader(raw, 1024)
for step in (512, 600, 100, 1535, 1536, 30000, 30001, 30500, 29999, 31022, 31023):
    print(b.seek(step), b.read(4), b.tell(), raw.log)
    raw.log.clear()
for by in (-8, 0, 1000, -1000, 20, 1024, -3000):
    print(b.seek(by, 1), b.read(4), b.tell(), raw.log)
    raw.log.clear()
print(b.seek(-3, 2), b.read(4), b.seek(39998), b.read(), raw.log)

r = random.Random(5)
for kind in (io.BufferedReader, io.BufferedRandom):
    f = kind(io.BytesIO(Raw.data), 64)
    seen = 0
    for _ in range(1500):
        op = r.randrange(7)
        n = r.randrange(150)
        try:
            if op == 0:
                x = f.seek(r.randrange(40500))
            elif op == 1:
                x = f.seek(f.tell() + n - 60)
            elif op == 2:
                x = f.seek(n - 75, 1)
            elif op == 3:
                x = f.read(n)
            elif op == 4:
                x = f.peek(3)[:1]
            elif op == 5:
                x = f.readline(n)
            else:
                x = f.write(bytes([n]) * (n % 7)) if f.writable() else f.readinto(bytearray(n))
        except ValueError as e:
            x = type(e).__name__
        except OSError as e:
            x = type(e).__name__
        seen = (seen * 31 + len(str(x)) + f.tell()) & 0xFFFFFFFF
    print(kind.__name__, seen, f.tell(), f.seek(0), sum(f.read()))
