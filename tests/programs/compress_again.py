# needs: stdlib
# Many streams of zlib and bz2 one after the other and at once: what a stream leaves behind does not show in the next one.
import bz2
import zlib

seed = 1


def below(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % n


def text(n, kinds):
    return bytes(below(kinds) * 7 & 255 for _ in range(n))


TEXTS = [b"", b"a", b"ab" * 300, text(10, 3), text(300, 256), text(300, 2), text(1500, 40), text(3000, 256), b"line of text %d\n" * 100, text(700, 5) * 3]
hash = 0
for level in -1, 0, 1, 3, 4, 6, 9:
    for strategy in range(5):
        for t in TEXTS:
            c = zlib.compressobj(level, zlib.DEFLATED, 15, 8, strategy)
            half = c.compress(t[:len(t) // 2])
            twin = c.copy()
            other = zlib.compress(TEXTS[below(len(TEXTS))], level)
            z = half + c.compress(t[len(t) // 2:]) + c.flush()
            y = half + twin.compress(t[len(t) // 2:]) + twin.flush()
            assert z == y and zlib.decompress(z) == t
            hash = zlib.crc32(z, zlib.crc32(other, hash))
    print(level, hash)
for mode in zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_BLOCK:
    c = zlib.compressobj(6, zlib.DEFLATED, 15)
    parts = []
    for t in TEXTS:
        parts += [c.compress(t), c.flush(mode)]
    z = b"".join(parts) + c.flush()
    assert zlib.decompress(z) == b"".join(TEXTS)
    print(mode, len(z), zlib.crc32(z))
for size in 1, 2, 7, 20, 100:
    d = zlib.decompressobj()
    out = [d.decompress(z[i:i + size]) for i in range(0, len(z), size)]
    lengths = zlib.crc32(repr([len(o) for o in out[:-1]]).encode()) if size > 0 else 0
    print(size, b"".join(out) + d.flush() == b"".join(TEXTS), d.eof, lengths)

streams = [bz2.compress(t, level) for t in TEXTS for level in (1, 5, 9)]
print(zlib.crc32(b"".join(streams)), [len(s) for s in streams[::3]])
for i, s in enumerate(streams):
    assert bz2.decompress(s) == TEXTS[i // 3]
    for bad in range(5):
        at = below(len(s))
        wrong = s[:at] + bytes([s[at] ^ 1 << below(8)]) + s[at + 1:]
        d = bz2.BZ2Decompressor()
        try:
            r = d.decompress(wrong), d.eof, d.needs_input, d.unused_data
        except (OSError, EOFError) as e:
            r = type(e).__name__, str(e)
        hash = zlib.crc32(repr(r).encode(), hash)
print(hash)
# several at once, in turns
many = [bz2.BZ2Compressor(1 + i % 9) for i in range(len(TEXTS))]
out = [[] for _ in many]
for at in range(0, 3000, 100):
    for c, o, t in zip(many, out, TEXTS):
        o.append(c.compress(t[at:at + 100]))
for c, o in zip(many, out):
    o.append(c.flush())
    for f in c.flush, lambda: c.compress(b"a"):
        try:
            f()
        except ValueError as e:
            hash = zlib.crc32(str(e).encode(), hash)
streams = [b"".join(o) for o in out]
print(zlib.crc32(b"".join(streams)), hash)
many = [bz2.BZ2Decompressor() for _ in streams]
out = [[] for _ in many]
for at in range(0, 4000, 37):
    for d, o, s in zip(many, out, streams):
        if not d.eof:
            o.append(d.decompress(s[at:at + 37], 50) + d.decompress(b"", 10) if not d.needs_input else d.decompress(s[at:at + 37]))
for d, o, t in zip(many, out, TEXTS):
    print(d.eof, b"".join(o) == t, end=" ")
print()
big = text(150000, 30)
for level in 1, 2:
    z = bz2.compress(big, level)
    print(len(z), zlib.crc32(z), bz2.decompress(z) == big, bz2.decompress(streams[4]) == TEXTS[4], bz2.compress(TEXTS[6]) == bz2.compress(TEXTS[6], 9))
