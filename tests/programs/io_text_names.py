# needs: stdlib
# needs: process
# Names of encodings and of error handlers that are no UTF-8, files without their buffer, openers that give descriptors nobody has.

import io
import os


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


for kw in (dict(encoding="\udcfe"), dict(encoding="utf-8", errors="\udcfe"), dict(encoding="no-such"), dict(errors="no\udc80such"),
           dict(encoding="latin-1", errors="replace"), dict(encoding=5), dict(errors=5), dict(newline="\udcfe"), dict(newline=5)):
    print(ascii(kw), tried(lambda: io.TextIOWrapper(io.BytesIO(), **kw).encoding) if "encoding" in kw else "")
    print("  ", tried(lambda: io.TextIOWrapper(io.BytesIO(), "utf-8").reconfigure(**kw)))

for buffer in io.BytesIO(), io.BufferedReader(io.BytesIO()), io.BufferedWriter(io.BytesIO()):
    text = io.TextIOWrapper(buffer, "ascii")
    print(text.detach() is buffer, repr(text), text.encoding, text.errors, text.line_buffering, text.write_through, tried(lambda: text.newlines))
    text.mode = "x"
    print(repr(text), tried(text.detach), tried(text.read), tried(text.flush), tried(text.readline), tried(lambda: text.closed))
buffer = io.BufferedReader(io.BytesIO())
buffer.detach()
print(repr(buffer))

file = io.FileIO(os.devnull)
print(file._blksize == os.fstat(file.fileno()).st_blksize)
file._blksize = 100
print(file._blksize, type(io.FileIO.__dict__["_blksize"]).__name__)
print(tried(lambda: setattr(file, "_blksize", "x")))


def gone():
    fd = os.open(os.devnull, os.O_RDONLY)
    os.close(fd)
    return fd


for fd in -1, gone(), "text":
    print(tried(lambda: open("foo", opener=lambda name, flags: fd)))
print(tried(lambda: open("foo", opener=lambda name, flags: os.open(os.curdir, flags)))[0])
