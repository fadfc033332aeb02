# Reading files with buffers: pieces of all sizes, through the buffer and beside it, between seeks and writes.
# needs: stdlib
# needs: process

import hashlib
import io
import os
import random
import shutil
import tempfile

random.seed(1)
folder = tempfile.mkdtemp()
name = os.path.join(folder, "f")
data = random.randbytes(70001)
with open(name, "wb") as f:
    f.write(data)
for size in (1, 2, 16, 1000, 8192, 100000):
    with open(name, "rb", size if size > 1 else 2) as f:
        at = 0
        for _ in range(30):
            op = random.randrange(6)
            k = random.choice([0, 1, 5, size, size * 2, 20000, 70001, 200000])
            if op < 3:
                got = f.read(k)
                assert got == data[at : at + k], (size, op, k, at)
                at += len(got)
            elif op == 3:
                f.seek(at := random.randrange(75000))
            elif op == 4:
                by = random.randrange(-min(at, 3000), 3000)
                assert f.seek(by, 1) == at + by
                at += by
            else:
                assert f.tell() == at
                assert f.peek(1)[:1] == data[at : at + 1]
with open(name, "r+b", 64) as f:
    for _ in range(30):
        at = random.randrange(60000)
        f.seek(at)
        w = bytes([random.randrange(256)]) * random.randrange(100)
        f.write(w)
        d = bytearray(data)
        d[at : at + len(w)] = w
        data = bytes(d)
        if random.random() < 0.5:
            f.seek(at - 10 if at > 10 else 0)
            p = f.tell()
            assert f.read(500) == data[p : p + 500]
        else:
            assert f.read(200) == data[at + len(w) : at + len(w) + 200]
with open(name, "rb") as f:
    assert f.read(10**8) == data
    assert f.read(10**8) == b""
with open(name, "ab+") as f:
    f.seek(0)
    assert f.read(100000) == data
for p in ("/proc/self/status", "/dev/null"):  # files that do not say how long they are
    if os.path.exists(p):
        with open(p, "rb") as f:
            a = f.read(100000)
            assert f.read(1 << 30) == b"" and (a or p == "/dev/null")
if os.path.exists("/dev/zero"):
    with open("/dev/zero", "rb") as f:
        assert f.read(100000) == bytes(100000) and len(f.read(20)) == 20
r, w = os.pipe()
os.write(w, b"x" * 5000)
os.close(w)
with open(r, "rb") as f:
    print(len(f.read(100000)))
try:
    open(name, "rb").read(-5)
except ValueError as e:
    print(e)
with open(name, "rb") as f:
    f.read(3)
    f.close()
    try:
        f.read(10000)
    except ValueError as e:
        print(e)
with open(name, "rb") as f:
    print(hashlib.file_digest(f, "md5").hexdigest() == hashlib.md5(data).hexdigest())
with open(name, "wb") as f:
    try:
        f.read(100000)
    except io.UnsupportedOperation as e:
        print(e)
shutil.rmtree(folder)
print("ok")
