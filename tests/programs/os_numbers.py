# What a descriptor's number stands for changes: closed and given again, dup2, file objects over it; os.read and os.write follow.
# needs: stdlib
# needs: process
import os
import tempfile

r, w = os.pipe()
print(os.write(w, b"abc"), os.read(r, 2), os.read(r, 100))

with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "f")
    f = os.open(path, os.O_RDWR | os.O_CREAT)
    print(os.write(f, b"0123456789"), os.lseek(f, 2, os.SEEK_SET), os.read(f, 3), os.read(f, 100), os.read(f, 100))

    # the number of a pipe's end becomes a file's, and the other way round
    os.write(w, b"in the pipe")
    p = os.dup(r)
    os.lseek(f, 0, os.SEEK_SET)
    os.dup2(f, p)
    print(os.read(p, 4), os.read(f, 4), os.read(p, 100))
    os.dup2(r, p)
    print(os.read(p, 4), os.read(r, 100))
    os.close(p)
    for call in os.close, os.fstat, os.fsync, lambda n: os.read(n, 1), lambda n: os.write(n, b"x"), lambda n: os.lseek(n, 0, 0):
        try:
            call(p)
        except OSError as e:
            print(e.errno, e.strerror)
    n = os.open(path, os.O_RDONLY)
    print(n == p, os.read(n, 3))
    try:
        os.write(n, b"x")
    except OSError as e:
        print(e.errno)
    os.close(n)
    a, b = os.pipe()
    print(n in (a, b))
    os.write(b, b"y" * 60000)
    print(len(os.read(a, 50000)), len(os.read(a, 1 << 20)))
    os.close(b)
    print(os.read(a, 10))
    os.close(a)

    # a file object over the number, and os.read beside it
    with open(path, "r+b", buffering=0) as o:
        print(os.read(o.fileno(), 3), o.read(3), os.write(o.fileno(), b"!"), o.tell())
        os.lseek(o.fileno(), 0, os.SEEK_SET)
        print(o.read())
        number = o.fileno()
    try:
        os.read(number, 1)
    except OSError as e:
        print(e.errno)
    with open(path, "rb", buffering=0) as o, open(path + "2", "wb") as o2:
        print(o.fileno() == number, os.read(number, 4))
        os.dup2(o2.fileno(), number)
        print(os.write(number, b"to the second"))
    print(open(path + "2", "rb").read())
    o = os.fdopen(os.open(path, os.O_RDONLY), "rb")
    print(os.read(o.fileno(), 2))
    os.close(o.fileno())
    try:
        o.close()
    except OSError as e:
        print(e.errno)
    big = os.open(path, os.O_RDWR)
    print(os.write(big, bytes(300000)), os.lseek(big, 0, 0), len(os.read(big, 65536)), len(os.read(big, 65537)), len(os.read(big, 1 << 20)), os.read(big, 0))
    os.close(big)
    os.closerange(r, w + 1)
    for n in r, w:
        try:
            os.read(n, 1)
        except OSError as e:
            print(e.errno)
r, w = os.pipe()
os.write(w, b"abc")
for n in -1, 1 << 62:
    try:
        os.read(r, n)
    except (OSError, MemoryError) as e:
        print(type(e), e)
print(os.read(r, 10))
for n in -1, 1000000:
    for call in os.close, lambda n: os.read(n, 1):
        try:
            call(n)
        except OSError as e:
            print(e.errno)
