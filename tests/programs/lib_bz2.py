# needs: stdlib
# The module bz2: compressed bytes are libbzip2's; pieces, limits, errors.
import bz2, hashlib, io, threading


def show(f, *a):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)


def text(n):
    x, b = 1, bytearray()
    while len(b) < n:
        x = x * 1103515245 + 12345 & 0x7FFFFFFF
        b += b"word%d " % (x >> 20) if x >> 16 & 3 else b"aaaaaaaaaaaaaaaaaaaaaa"
    return bytes(b[:n])


data = text(120000)
for level in range(1, 10):
    z = bz2.compress(data, level)
    print(level, len(z), hashlib.sha256(z).hexdigest()[:16], bz2.decompress(z) == data)
for d in (b"", b"a", b"a" * 300, bytes(range(256)) * 3, b"ab" * 20000):
    z = bz2.compress(d)
    print(len(z), hashlib.sha256(z).hexdigest()[:16], bz2.decompress(z) == d)

c = bz2.BZ2Compressor(2)
z = b"".join([c.compress(data[i : i + 777]) for i in range(0, len(data), 777)] + [c.flush()])
print(z == bz2.compress(data, 2))
show(c.compress, b"x")
show(c.flush)
for level in (0, 10, -1, "x", 1.5):
    show(bz2.BZ2Compressor, level)
show(bz2.BZ2Compressor().compress, "text")

d = bz2.BZ2Decompressor()
print(d.needs_input, d.eof, d.unused_data)
out = b""
for i in range(0, len(z), 100):
    out += d.decompress(z[i : i + 100])
print(out == data, d.eof, d.needs_input, d.unused_data)
show(d.decompress, b"")
d = bz2.BZ2Decompressor()
out, rest = [], z + b"rest"
while not d.eof:
    out.append(d.decompress(rest, 5000))
    rest = b""
print(max(map(len, out)), b"".join(out) == data, d.unused_data)
d = bz2.BZ2Decompressor()
print(d.decompress(z, max_length=0), d.needs_input, d.eof)
show(d.decompress)
show(d.decompress, "x")
show(d.decompress, b"", "x")

for bad in (b"", b"B", b"BZh0", b"x" * 20, z[:-1], z[:50], z[:100] + b"zzzz" + z[104:]):
    show(bz2.decompress, bad)
d = bz2.BZ2Decompressor()
show(d.decompress, b"not bzip2")
show(d.decompress, b"not bzip2")

print(bz2.decompress(bz2.compress(b"one") + bz2.compress(b"two") + b"garbage"))
with bz2.open(io.BytesIO(z), "rt") as f:
    print(f.read(20), sum(1 for _ in f))
show(bz2.BZ2Compressor.__reduce_ex__, bz2.BZ2Compressor(), 2)

# Threads share a compressor.
c, got = bz2.BZ2Compressor(1), []
threads = [threading.Thread(target=lambda: got.append(c.compress(b"x" * 300000))) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(bz2.decompress(b"".join(got) + c.flush()) == b"x" * 1200000)
