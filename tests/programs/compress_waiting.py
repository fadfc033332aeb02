# Input that waits in decompressors while their output is limited: given as objects of several kinds, which change afterwards.
# needs: stdlib
import bz2
import gzip
import io
import lzma
import random
import zlib

random.seed(17)
text = b"".join(random.choice([b"the ", b"quick ", b"line\n", bytes([random.randrange(256)])]) for _ in range(1800))

MAKERS = [
    ("zlib", zlib.compress, lambda: zlib._ZlibDecompressor()),
    ("gzip", lambda b: gzip.compress(b, mtime=0), lambda: zlib._ZlibDecompressor(wbits=31)),
    ("bz2", bz2.compress, bz2.BZ2Decompressor),
    ("xz", lzma.compress, lzma.LZMADecompressor),
]
KINDS = [bytes, bytearray, lambda b: memoryview(bytearray(b))]


def run(name, packed, make, kind, piece, limit):
    d, out, at, calls = make(), [], 0, 0
    while not d.eof:
        calls += 1
        if d.needs_input or random.randrange(9) == 0:
            data = kind(packed[at:at + piece])
            at += len(data)
        else:
            data = b""
        got = d.decompress(data, limit)
        assert limit < 0 or len(got) <= limit
        if kind is not bytes and len(data):
            for i in range(len(data)):
                data[i] = 0xAA
        out.append(got)
        del data
    return b"".join(out), d.unused_data + packed[at:]


for name, pack, make in MAKERS:
    packed = pack(text) + b"what follows"
    for piece in [700, 5000, 100000]:
        for limit in [100, 4096, -1]:
            for kind in KINDS:
                assert run(name, packed, make, kind, piece, limit) == (text, b"what follows"), (name, piece, limit)
    d = make()
    first = d.decompress(packed, 10)
    print(name, first == text[:10], d.needs_input, d.eof, d.unused_data)
    print(d.decompress(b"", 0), d.decompress(b"", 5) == text[10:15], d.needs_input)
    print(d.decompress(b" and more") == text[15:], d.needs_input, d.eof, d.unused_data)
    try:
        d.decompress(b"")
    except EOFError as e:
        print(e)
    # An error while input waits.
    d = make()
    broken = packed[:-30] + bytes(10) + packed[-20:]
    for data in [broken] + [b""] * 40:
        try:
            got = d.decompress(data, 1000)
        except Exception as e:
            print(type(e).__name__)
            break

for module, pack in [(gzip, gzip.compress), (bz2, bz2.compress), (lzma, lzma.compress)]:
    with module.open(io.BytesIO(pack(text) + pack(text)), "rb") as f:
        assert f.read(10) == text[:10]
        assert f.seek(len(text) - 5) == len(text) - 5
        print(f.read(10) == text[-5:] + text[:5], f.read() == text[5:], f.seek(3), f.read(20) == text[3:23])
        f.seek(0)
        print(sum(len(line) for line in f) == 2 * len(text))
