# needs: stdlib
# The module lzma: formats, filters, checks, pieces, limits, errors. What compressed data look like is liblzma's own; only their use is compared.
import _lzma, io, lzma, threading


def show(f, *a, **k):
    try:
        r = f(*a, **k)
        print("made" if isinstance(r, (lzma.LZMACompressor, lzma.LZMADecompressor)) else r if len(r) < 1000 else len(r))
    except Exception as e:
        print(type(e).__name__, e)


def text(n):
    x, b = 1, bytearray()
    while len(b) < n:
        x = x * 1103515245 + 12345 & 0x7FFFFFFF
        b += b"word%d " % (x >> 20) if x >> 16 & 3 else b"\xe8\x10\x00\x00\x00aaaaaaaaaaaaaaaaaa"
    return bytes(b[:n])


data = text(30000)
for preset in (0, 3, 4, 6, 9, 1 | lzma.PRESET_EXTREME):
    print(preset, lzma.decompress(lzma.compress(data, preset=preset)) == data)
for check in (lzma.CHECK_NONE, lzma.CHECK_CRC32, lzma.CHECK_CRC64, lzma.CHECK_SHA256):
    z = lzma.compress(data, check=check)
    d = lzma.LZMADecompressor()
    print(d.check, d.decompress(z) == data, d.check, d.eof, lzma.is_check_supported(check))
raw = [{"id": lzma.FILTER_LZMA2, "preset": 1, "lc": 1, "lp": 2, "pb": 0, "dict_size": 5000, "nice_len": 20, "mf": lzma.MF_BT2, "depth": 5}]
for id in (lzma.FILTER_X86, lzma.FILTER_POWERPC, lzma.FILTER_IA64, lzma.FILTER_ARM, lzma.FILTER_ARMTHUMB, lzma.FILTER_SPARC):
    chain = [{"id": id, "start_offset": 16}, {"id": lzma.FILTER_DELTA, "dist": 5}] + raw
    z = lzma.compress(data, lzma.FORMAT_RAW, filters=chain)
    print(id, lzma.decompress(z, lzma.FORMAT_RAW, filters=chain) == data, lzma.decompress(lzma.compress(data, filters=chain)) == data)
z = lzma.compress(data, lzma.FORMAT_ALONE)
print(z[:5], z[5:13], lzma.decompress(z) == data, lzma.decompress(z, lzma.FORMAT_ALONE) == data)
print(lzma.compress(b"").hex(), lzma.compress(b"", lzma.FORMAT_ALONE).hex())
print(lzma.decompress(lzma.compress(b"one") + lzma.compress(b"two")))

z = lzma.compress(data)
d = lzma.LZMADecompressor()
print(d.check, d.needs_input, d.eof, d.unused_data)
out = b""
for i in range(0, len(z), 100):
    out += d.decompress(z[i : i + 100])
print(out == data, d.eof, d.needs_input, d.unused_data, d.check)
show(d.decompress, b"")
d = lzma.LZMADecompressor()
out, rest = [], z + b"rest"
while not d.eof:
    out.append(d.decompress(rest, 5000))
    rest = b""
print([len(x) for x in out], b"".join(out) == data, d.unused_data)
d = lzma.LZMADecompressor()
print(d.decompress(z, max_length=0), d.needs_input, d.eof)

for bad in (b"", b"x", b"\xfd7zXZ", b"\xfd7zXZ\0\0\4\0\0\0\0", z[:-1], z[:60], z[:100] + b"zzzz" + z[104:], z[:-6] + b"\7" + z[-5:]):
    show(lzma.decompress, bad)
show(lzma.decompress, z, memlimit=1000)
show(lzma.decompress, z, lzma.FORMAT_ALONE)
for k in (
    dict(preset=-1), dict(preset=10), dict(preset="x"), dict(preset=2**40), dict(format=9), dict(check=5), dict(check=99), dict(format=2, check=4),
    dict(format=3), dict(format=2, preset=11), dict(preset=1, filters=[]), dict(filters=[]), dict(filters=5), dict(filters={}), dict(filters=[5]),
    dict(filters=[{}]), dict(filters=[{"id": -1}]), dict(filters=[{"id": 77}]), dict(filters=[{"id": 33, "lc": 5}]), dict(filters=[{"id": 33, "x": 5}]),
    dict(filters=[{"id": 33, "preset": 12}]), dict(filters=[{"id": 33}] * 5), dict(filters=[{"id": 33}] * 2), dict(filters=[{"id": 3}]),
    dict(filters=[{"id": 3, "dist": 300}, {"id": 33}]), dict(filters=[{"id": 5, "start_offset": 1}, {"id": 33}]), dict(format=2, filters=[{"id": 33}]),
    dict(filters=[{"id": 33, "nice_len": 2}]),
):
    show(lzma.LZMACompressor, **k)
for k in (dict(format=9), dict(format=3), dict(format=3, memlimit=5), dict(filters=[]), dict(memlimit=-1), dict(format=3, filters=[{"id": 3}])):
    show(lzma.LZMADecompressor, **k)
for spec in ({"id": 33, "dict_size": 100000}, {"id": lzma.FILTER_LZMA1}, {"id": 3, "dist": 9}, {"id": 4}, {"id": 4, "start_offset": 5}, {"id": 3, "dist": 0}):
    show(_lzma._encode_filter_properties, spec)
for id, props in ((33, b"\x16"), (33, b"\x29"), (33, b""), (3, b"\3"), (4, b""), (4, bytes(4)), (4, b"1111"), (lzma.FILTER_LZMA1, b"]\0\0\x10\0"), (77, b"")):
    show(_lzma._decode_filter_properties, id, props)
c = lzma.LZMACompressor()
c.flush()
show(c.flush)
show(c.compress, b"")
d = lzma.LZMADecompressor()
show(d.decompress, b"no stream at all")
show(d.decompress, b"no stream at all")
print(lzma.LZMAError.__module__, lzma.LZMAError.__mro__)

with lzma.open(io.BytesIO(z), "rb") as f:
    print(f.read(20), sum(1 for _ in f), f.seek(10), f.read(5))

# Threads share a compressor.
c, got = lzma.LZMACompressor(preset=0), []
threads = [threading.Thread(target=lambda: got.append(c.compress(b"x" * 100000))) for _ in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(len(lzma.decompress(b"".join(got) + c.flush())))
