# needs: stdlib
# Loops over files: lines that lie in memory, and what happens to the file meanwhile.
import io
import os
import tempfile

folder = tempfile.mkdtemp()
path = os.path.join(folder, "lines")
TEXT = "one\ntwo\r\nthree\rfour\n\n\u00e9\u0142\U0001f600\nlast"
with open(path, "w", encoding="utf-8", newline="") as f:
    f.write(TEXT * 40)


def lines(f):
    out = []
    for line in f:
        out.append(line)
    return out


def counted(f):
    n = 0
    for i, line in enumerate(f):
        n += i * len(line)
    return n


def zipped(f, g):
    out = []
    for a, b in zip(f, g):
        out.append((a, b))
    return out


def stripped(f):
    out = []
    for line in map(str.strip, f):
        out.append(line)
    return out


class Upper(io.TextIOWrapper):
    def readline(self, *args):
        return super().readline(*args).upper()


class Own(io.StringIO):
    def __next__(self):
        return "<" + super().__next__() + ">"


class Raw(io.RawIOBase):
    def __init__(self, data):
        self.data, self.pos = data, 0

    def readable(self):
        return True

    def readinto(self, b):
        part = self.data[self.pos:self.pos + min(len(b), 7)]
        b[:len(part)] = part
        self.pos += len(part)
        return len(part)


def makers():
    for newline in (None, "", "\n", "\r", "\r\n"):
        yield f"text {newline!r}", lambda: open(path, encoding="utf-8", newline=newline)
        yield f"StringIO {newline!r}", lambda: io.StringIO(TEXT, newline)
    yield "latin", lambda: open(path, encoding="latin-1")
    yield "small", lambda: io.TextIOWrapper(io.BytesIO(TEXT.encode()), "utf-8")
    yield "utf-16", lambda: io.TextIOWrapper(io.BytesIO(TEXT.encode("utf-16")), "utf-16")
    yield "binary", lambda: open(path, "rb")
    yield "unbuffered", lambda: open(path, "rb", buffering=0)
    yield "random", lambda: open(path, "r+b")
    yield "updated", lambda: open(path, "r+", encoding="utf-8")
    yield "BytesIO", lambda: io.BytesIO(TEXT.encode())
    yield "raw", lambda: io.BufferedReader(Raw(TEXT.encode()))
    yield "text over raw", lambda: io.TextIOWrapper(io.BufferedReader(Raw(TEXT.encode())), "utf-8")
    yield "Upper", lambda: Upper(io.BytesIO(TEXT.encode()), "utf-8")
    yield "Own", lambda: Own(TEXT)


for name, make in makers():
    for _ in range(4):
        with make() as f:
            a = lines(f)
            again = lines(f)
        with make() as f:
            b = counted(f)
        with make() as f, make() as g:
            c = zipped(f, g)
        with make() as f:
            d = len(list(f)), sum(1 for _ in f)
        with make() as f:
            e = f.readlines()
        with make() as f:
            first = next(f)
            rest = f.read()
    print(name, a[:7], len(a), again, b, len(c), c[-1], d, e == a, first, len(rest))
    if name != "unbuffered" and isinstance(a[0], str):
        with make() as f:
            print(stripped(f)[-3:])


def closes(f, n):
    out = []
    try:
        for i, line in enumerate(f):
            out.append(line)
            if i == n:
                f.close()
    except ValueError as e:
        out.append(str(e))
    return out[-2:]


def detaches(f):
    out = []
    try:
        for line in f:
            out.append(line)
            if len(out) == 2:
                f.detach()
    except ValueError as e:
        out.append(str(e))
    return out


def tells(f):
    out = []
    for line in f:
        try:
            out.append(f.tell())
        except OSError as e:
            out.append(str(e))
        if len(out) == 3:
            break
    rest = f.read(3)
    for line in f:
        pass
    out.append((rest, f.tell() > 0))
    return out


def seeks(f):
    out = []
    for line in f:
        out.append(line)
        if len(out) in (3, 5):
            f.seek(0)
        if len(out) > 9:
            break
    return out


def writes(f, what):
    out = []
    try:
        for line in f:
            out.append(line)
            if len(out) == 2:
                f.write(what)
            if len(out) > 6:
                break
    except (OSError, ValueError) as e:
        out.append(type(e).__name__)
    return out


def reconfigured():
    f = io.TextIOWrapper(io.BytesIO(b"a\nb\nc\n"), "ascii")
    out = []
    for line in f:
        out.append(line)
        try:
            f.reconfigure(newline="\r")
        except Exception as e:
            out.append(type(e).__name__)
    return out


for _ in range(4):
    results = [closes(open(path, encoding="utf-8"), 2), closes(open(path, "rb"), 1), closes(io.StringIO(TEXT), 1), closes(io.BytesIO(TEXT.encode()), 0),
               detaches(open(path, encoding="utf-8")), detaches(open(path, "rb"))]
    with open(path, encoding="utf-8") as f:
        results.append(tells(f))
    with open(path, "rb") as f:
        results.append(tells(f))
    results += [seeks(open(path, encoding="utf-8")), seeks(open(path, "rb")), seeks(io.StringIO(TEXT)), seeks(io.BytesIO(TEXT.encode()))]
    results += [writes(io.StringIO(TEXT), "inserted\n"), writes(io.BytesIO(TEXT.encode()), b"ins\nerted\n"), writes(open(path, encoding="utf-8"), "x")]
    copy = os.path.join(folder, "copy")
    with open(copy, "w") as f:
        f.write("abc\n" * 10)
    with open(copy, "r+b") as f:
        results.append(writes(f, b"XY\nZ"))
    with open(copy) as f:
        results.append(f.read())
    b = io.BytesIO(b"a\nb\nc\n")
    view = b.getbuffer()
    seen = []
    for line in b:
        view[2:3] = b"Q"
        seen.append(line)
    view.release()
    results += [seen, reconfigured()]
for r in results:
    print(r)


def wrong():
    out = []
    for make in (lambda: open(copy, "w"), lambda: open(copy, "ab"), lambda: io.TextIOWrapper.__new__(io.TextIOWrapper), lambda: io.StringIO.__new__(io.StringIO)):
        f = make()
        try:
            for line in f:
                out.append(line)
        except (ValueError, OSError) as e:
            out.append(f"{type(e).__name__}: {e}")
    return out


for _ in range(3):
    w = wrong()
print(w)


def bad(encoding, data):
    out = []
    try:
        for line in io.TextIOWrapper(io.BytesIO(data), encoding):
            out.append(line)
    except UnicodeDecodeError as e:
        out.append(str(e))
    return out


for _ in range(3):
    w = bad("utf-8", b"fine\nbad\xff\nmore\n"), bad("ascii", b"x" * 9000 + b"\n\xe9\n")
print([len(x) for x in w], w[0], w[1][-1])

for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)
