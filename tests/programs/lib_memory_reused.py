# Streams that have ended give their memory to others; sorted lists, encodings and normal forms take short ways.
# needs: stdlib
import bisect
import bz2
import codecs
import heapq
import unicodedata
import zlib


def tries(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__, str(e)


# A stream that has ended, and others of other sizes and formats beside it.
data = b"".join(b"line %d of %d\n" % (i, i * i % 97) for i in range(300))
streams = [zlib.compressobj(level, zlib.DEFLATED, wbits) for level, wbits in ((6, 15), (9, -15), (1, 31), (0, 15), (6, 12))]
for turn in range(3):
    parts = [[] for _ in streams]
    for i in range(0, len(data), 700):
        for s, p in zip(streams, parts):
            p.append(s.compress(data[i:i + 700]))
    copies = [s.copy() for s in streams]
    for s, c, p, wbits in zip(streams, copies, parts, (15, -15, 31, 15, 12)):
        end, other = s.flush(), c.flush()
        print(turn, end == other, zlib.decompress(b"".join(p) + end, wbits) == data, zlib.crc32(b"".join(p) + end))
    for s in streams[:2]:
        print(tries(s.compress, b"x"), tries(s.flush), tries(s.copy), tries(s.flush, zlib.Z_NO_FLUSH))
    streams = [zlib.compressobj(level, zlib.DEFLATED, wbits) for level, wbits in ((6, 15), (9, -15), (1, 31), (0, 15), (6, 12))]
print(sum(len(zlib.compress(data[:i])) for i in range(0, 3000, 100)))
with_dict = zlib.compressobj(zdict=data[:500])
print(zlib.crc32(with_dict.compress(data) + with_dict.flush()))
plain = zlib.compressobj()
print(zlib.crc32(plain.compress(data) + plain.flush()), zlib.crc32(zlib.compress(data)))

packed = bz2.compress(data)
d = bz2.BZ2Decompressor()
print(d.decompress(packed[:50]), d.eof, d.needs_input)
print(d.decompress(packed[50:] + b"rest") == data, d.eof, d.needs_input, d.unused_data, tries(d.decompress, b""), tries(d.decompress, b"x", 0))
d = bz2.BZ2Decompressor()
print(d.decompress(packed, 10), d.eof, len(d.decompress(b"", 4000)), d.eof, d.decompress(b"", 10**6) == data[4010:], d.eof)
print(bz2.decompress(packed + packed + b"junk") == data * 2, tries(d.decompress, b"x"))

# Lists that change while they are searched, other sequences, keys.
class Shrinks:
    def __init__(self, of):
        self.of = of
    def __lt__(self, other):
        del self.of[1:]
        return False
    def __gt__(self, other):
        return self.__lt__(other)


items = list(range(20))
print(tries(bisect.bisect_right, items, Shrinks(items)), items)
items = list(range(20))
print(tries(bisect.bisect_left, items, Shrinks(items)), items)
items = list(range(20))
print(tries(bisect.insort, items, Shrinks(items), 3), len(items))


class Mine(list):
    def insert(self, i, x):
        print("insert", i, x)
        super().insert(i, x)
    def __getitem__(self, i):
        print("get", i)
        return super().__getitem__(i)


m = Mine([1, 3, 5])
bisect.insort(m, 4)
print(list(m), bisect.bisect((1, 2, 2, 3), 2), bisect.bisect_left("abcd", "c"), bisect.bisect(range(0, 100, 7), 30))
items = []
for x in (3.5, 1, float("inf"), -2.0, 2**70, 0.0, -0.0, 1.0, True, float("-inf")):
    bisect.insort(items, x)
print(items)
bisect.insort_left(items, 1.0)
print(items, bisect.bisect(items, 1), bisect.bisect_left(items, 1), tries(bisect.bisect, items, "x"), tries(bisect.insort, None, 1), tries(bisect.bisect, items, 1, -1), tries(bisect.bisect, [1, 2], 3, 0, 5))
nan = float("nan")
print(bisect.bisect([1.0, nan, 2.0], 1.5), bisect.bisect_left([nan] * 3, nan), heapq.nsmallest(2, [nan, 1.0, 0.5]), min(nan, 1.0), max(1.0, nan), [nan].index(nan), nan in [nan], tries([nan].index, float("nan")))
heap = []
for x in (3.5, 1.25, 2, 2.0, -1.5, 0.0, -0.0, 2**60, 1e18):
    heapq.heappush(heap, x)
print(heap, [heapq.heappop(heap) for _ in range(len(heap))])
heap = []
for x in range(30):
    heapq.heappush(heap, (x * 7 % 10 / 4, x))
print([heapq.heappop(heap) for _ in range(len(heap))])

# Encodings.
texts = ["", "a", "plain text, " * 20, "caf\xe9 " * 30, "\u20ac and \u20ac " * 20, "x" * 100 + "\u4e2d" + "y" * 50, "\ud7ff\ue000\uffff" * 3, "abcd\u8000efgh", "abc\U0001f600defghijkl", "abcdefgh\ud800ijkl"]
for s in texts:
    for name in ("cp1252", "koi8-r", "iso8859-15", "utf-16", "utf-16-le", "utf-16-be"):
        for errors in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "surrogatepass"):
            b = tries(s.encode, name, errors)
            if isinstance(b, tuple):
                print(ascii(s[:8]), name, errors, ascii(b))
            elif errors != "strict" and name != "koi8-r":
                print(ascii(s[:8]), name, errors, zlib.crc32(b))
            if isinstance(b, bytes) and name.startswith("utf"):
                print(tries(b.decode, name, "surrogatepass") == s, ascii(tries(b[:-1].decode, name, "replace"))[-20:], ascii(tries(b[2:].decode, name, "ignore"))[:30])
for big in (False, True):
    for i in range(13):
        b = [0x61] * 12
        b[i:i + 1] = [0xdc01]
        raw = b"".join(x.to_bytes(2, "big" if big else "little") for x in b)
        print(ascii(tries(raw.decode, "utf-16-be" if big else "utf-16-le")), ascii(raw.decode("utf-16-be" if big else "utf-16-le", "replace")))
table = {i: i + 1 for i in range(90, 300)}
print(tries(codecs.charmap_encode, "a" * 70 + "\x80", "strict", table), tries(codecs.charmap_encode, "\xff" * 70, "strict", table), tries(codecs.charmap_encode, "Z!" * 40, "ignore", table))

# Normal forms.
for s in ("caf\xe9 na\xefve \u0237\u024f", "cafe\u0301", "\xa0\xbd\xaa", "\u0340\u0341\u0344", "e\u0323\u0301", "\u212b", "\u1e9b\u0323", "ab\u0301c\u0327d", "\uac00\u11a8", "\u1100\u1161\u11a8", "\u02ff\u0300"):
    print(ascii(s), *(ascii(unicodedata.normalize(f, s)) for f in ("NFC", "NFD", "NFKC", "NFKD")), *(unicodedata.is_normalized(f, s) for f in ("NFC", "NFD", "NFKC", "NFKD")), ascii(unicodedata.ucd_3_2_0.normalize("NFC", s)))
s = "caf\xe9"
print(unicodedata.normalize("NFC", s) is s, unicodedata.normalize("NFC", "abc") == "abc")
