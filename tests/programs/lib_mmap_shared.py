# mmap where memory is shared: with other processes, with a file that others change, of several sizes.
# needs: stdlib
# needs: process
import mmap, os, subprocess, sys, tempfile

def tell(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)

page = mmap.PAGESIZE
with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "f")
    with open(name, "w+b") as f:
        f.write(b"abc" * page)
        f.flush()
        m = mmap.mmap(f.fileno(), 0)
        other = mmap.mmap(f.fileno(), page, offset=page)
        m[page:page + 3] = b"XYZ"
        print(other[:4], os.pread(f.fileno(), 3, page), repr(m), m.size(), len(other))
        os.pwrite(f.fileno(), b"12", 1)
        print(m[:4], m.find(b"XYZ"), m.rfind(b"c", 0, 100), m.find(b"a", -4), m.find(b""), m.rfind(b"", 3, 1))
        child = "import mmap,sys; f = open(sys.argv[1], 'r+b'); m = mmap.mmap(f.fileno(), 0); m[7] = 33; print(m[:9])"
        print(subprocess.run([sys.executable, "-c", child, name], capture_output=True, text=True).stdout, m[7])
        m.move(0, page, 3)
        m.madvise(mmap.MADV_RANDOM)
        print(m[:3], m.flush(), m.flush(0, page), m.read_byte(), m.tell())
        m.write_byte(64)
        print(m[:3], list(m[:3]), [b for b in mmap.mmap(-1, 3)], b"\0" in mmap.mmap(-1, 3), m[10:0:-3], m[3:3])
        for bad in [lambda: m.flush(1), lambda: m.flush(0, page * 9), lambda: m.move(0, 0, page * 9), lambda: m.madvise(0, -1), lambda: m.write_byte(256),
                    lambda: m.write_byte("a"), lambda: m[page * 9], lambda: m["a"], lambda: m.__setitem__(0, 256), lambda: m.__setitem__(0, b"a"),
                    lambda: m.__setitem__(slice(0, 2), b"abc"), lambda: m.__delitem__(0), lambda: m.__delitem__(slice(1)), lambda: m.seek(-1),
                    lambda: m.seek(1, 9), lambda: m.find(), lambda: m.find("a"), lambda: m.resize(-1)]:
            tell(bad)
        view = memoryview(m)
        tell(m.close)
        tell(m.resize, 10)
        view.release()
        m.resize(4 * page)
        m[4 * page - 1] = 5
        print(len(m), m.size(), os.path.getsize(name), m[4 * page - 1], m[2])
        m.resize(100)
        print(len(m), os.path.getsize(name), m[2], m)
        m.close()
        m.close()
        print(m, m.closed)
        for gone in [lambda: m[0], lambda: len(m), lambda: memoryview(m), lambda: m.size(), lambda: m.__enter__(), lambda: m.resize(3)]:
            tell(gone)
        with mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY) as c:
            c[0] = 1
            print(c[0], os.pread(f.fileno(), 1, 0), c)
            tell(c.resize, 10)
        with mmap.mmap(f.fileno(), 0, trackfd=False) as u:
            tell(u.size)
            tell(u.resize, 10)
        for bad in [lambda: mmap.mmap(f.fileno(), page * 9), lambda: mmap.mmap(f.fileno(), 1, offset=1), lambda: mmap.mmap(f.fileno(), 1, offset=-1),
                    lambda: mmap.mmap(f.fileno(), 0, offset=page), lambda: mmap.mmap(99, 10), lambda: mmap.mmap(-2, 10), lambda: mmap.mmap(-1, 0),
                    lambda: mmap.mmap(-1, None), lambda: mmap.mmap(f.fileno(), 1, access=9)]:
            tell(bad)
    with open(name, "rb") as f:
        tell(mmap.mmap, f.fileno(), 0)
        r = mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ)
        tell(r.__setitem__, 0, 1)
        tell(r.write, b"a")
        tell(r.resize, 5)
        print(r, memoryview(r).readonly)
a = mmap.mmap(-1, 10)
tell(a.size)
tell(a.resize, page * 2)
p = mmap.mmap(-1, 10, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
p[:] = b"0123456789"
p.resize(page * 3)
print(p[:12], len(p))

class Closing:
    def __init__(self, m): self.m = m
    def __index__(self): self.m.close(); return 1
for use in [lambda m, i: m[i], lambda m, i: m[i:], lambda m, i: m.__setitem__(i, 1), lambda m, i: m.__setitem__(0, i), lambda m, i: m.find(b"", i),
            lambda m, i: m.seek(i), lambda m, i: m.write_byte(i), lambda m, i: m.move(i, 0, 1)]:
    m = mmap.mmap(-1, 10)
    tell(use, m, Closing(m))
