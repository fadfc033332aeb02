# mmap: a file as bytes in memory.
# needs: stdlib
import mmap, tempfile, os
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "f")
    open(p, "wb").write(b"line one\nline two\n" * 3)
    with open(p, "r+b") as f:
        with mmap.mmap(f.fileno(), 0) as m:
            print(len(m), m.readline(), m.tell(), m.find(b"two"), m.rfind(b"two"), m[0], m[2:6], bytes(m[-4:]))
            m[0:4] = b"LINE"; m.seek(9); m.write(b"LINE"); m.flush(); print(m.size(), m.read(5), m.closed)
        print(m.closed, open(p, "rb").read()[:14])
        try: m.read()
        except ValueError as e: print(e)
        with mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as m:
            print(bytes(memoryview(m))[:4], memoryview(m).readonly)
            for bad in [lambda: m.write(b"x"), lambda: m.__setitem__(0, 1)]:
                try: bad()
                except TypeError as e: print(e)
        m = mmap.mmap(f.fileno(), 8, access=mmap.ACCESS_COPY); m[0] = 120; print(m[:], open(p, "rb").read(1)); m.close(); m.close()
    for bad in [lambda: mmap.mmap(-1, -1), lambda: mmap.mmap(-1, 10, access=9), lambda: mmap.mmap(-1, 10, flags=2, access=1)]:
        try: bad()
        except Exception as e: print(repr(e))
m = mmap.mmap(-1, 13); m.write(b"Hello world!"); m.seek(0); print(m.read(5), m.readline(), m.seek(0, 2), len(m))
