# Places in text files with wrong bytes, byte order marks amid a stream, the pieces that buffers and raw files of a program's are given.
# needs: stdlib

import io


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# Where a reader is, and what it reads again from there.
DATA = b"a\xffb\xc3\xa9\xe2\x82\nc\xf0\x9f\x99\x82\x80\xed\xa0\x80d\r\ne\xe2\x82\xacf\n"
for encoding in "utf-8", "ascii", "cp1252", "utf-16-le":
    for errors in "replace", "surrogateescape":
        for newline in None, "\n":
            f = io.TextIOWrapper(io.BytesIO(DATA), encoding, errors, newline)
            f._CHUNK_SIZE = 64
            out = []
            for n in 1, 2, 1, 3:
                try:
                    text, at = f.read(n), f.tell()
                    if at < 1 << 60:
                        f.seek(at)
                    out.append((text, at))
                except UnicodeError as e:
                    out.append(str(e))
                    break
            print(encoding, errors, newline and len(newline), ascii(out))

# After an error what stood before it is gone.
f = io.TextIOWrapper(io.BytesIO(b"one\ntwo" + b"x" * 20 + b"\xff\nend"), "ascii")
f._CHUNK_SIZE = 16
print([attempt(f.readline) for _ in range(4)])

# UTF-16 and UTF-32 need a mark.
for encoding in "utf-16", "utf-32":
    for data in b"", b"a", b"ab\0\0", b"\xff\xfea\0", b"\xfe\xff\0a", b"\xff\xfe\0\0a\0\0\0", b"\0\0\xfe\xff\0\0\0a":
        print(encoding, data, ascii(attempt(io.TextIOWrapper(io.BytesIO(data), encoding).read)), attempt(io.TextIOWrapper(io.BytesIO(data), encoding, "replace").readline).isascii())


class Sink(io.BytesIO):
    def __init__(self, can):
        super().__init__()
        self.can = can

    def seekable(self):
        return self.can


for can in True, False:
    for before in "", "abc\n":
        raw = Sink(can)
        t = io.TextIOWrapper(raw, "ascii", newline="\n")
        t.write(before)
        for encoding in "utf-8-sig", "utf-16", "utf-8":
            t.reconfigure(encoding=encoding)
            t.write("é")
        t.flush()
        print(can, raw.getvalue())
t = io.TextIOWrapper(io.BytesIO(), "ascii")
print(attempt(t.reconfigure, encoding="locale\0"), attempt(t.reconfigure, line_buffering=1.5), attempt(t.reconfigure, write_through=1 << 200), t.line_buffering)
print(attempt(t.reconfigure, line_buffering=2, write_through=False), t.line_buffering, t.write_through)


# What is as long as a chunk is a piece of its own for a buffer.
class Buffer(io.RawIOBase):
    def __init__(self):
        self.pieces, self.extra = [], None

    def writable(self):
        return True

    def write(self, b):
        if self.extra:
            extra, self.extra = self.extra, None
            t.write(extra)
        self.pieces.append(len(b))
        return len(b)


for extra in None, "more":
    b = Buffer()
    b.extra = extra
    t = io.TextIOWrapper(b)
    size = t._CHUNK_SIZE
    for n in 3, 3, size, 5, size - 5, size - 6, 8, 1, 2 * size:
        t.write("x" * n)
    t.flush()
    print(b.pieces)


# A raw file is read by readinto.
class Raw(io.RawIOBase):
    def __init__(self, gives):
        self.gives = list(gives)

    def readable(self):
        return True

    def readinto(self, b):
        print(type(b).__name__, len(b), b.readonly, end=" ")
        g = self.gives.pop(0) if self.gives else 0
        if isinstance(g, bytes):
            b[:len(g)] = g
            return len(g)
        return g

    def read(self, n=-1):
        raise AssertionError("read")


print(io.BufferedReader(Raw([b"abc", b"d\nef", None]), 16).readline())
for bad in -1, 17, b"", "x", None, 1.5:
    r = io.BufferedReader(Raw([bad]), 16)
    try:
        print(r.read(3))
    except Exception as e:
        print(type(e).__name__, e, repr(e.__cause__))
