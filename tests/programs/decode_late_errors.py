# Errors of decoding behind much valid text, under each handler: the place of the error and the text.
# needs: stdlib
from zlib import crc32


def show(data, encoding, errors):
    try:
        text = data.decode(encoding, errors)
    except UnicodeDecodeError as e:
        return "%s %d-%d %s %s" % (e.encoding, e.start, e.end, e.reason, e.object == data)
    return "%d %d %d" % (len(text), sum(map(ord, text[-40:])), hash(text) == hash(text[:100] + text[100:]))


bad = {
    "ascii": [b"\x80", b"\xe6\x88", b"\xffab\xfe"],
    "utf-8": [b"\x80", b"\xe6\x88", b"\xed\xa0\x80x", b"\xf0\x9f\x98"],
    "cp1252": [b"\x81", b"\x8fab\x8f", b"\xe9\x9d"],
    "koi8-r": [b"\x81"],
    "utf-16-le": [b"\x00\xd8", b"\x00\xdca\x00", b"a"],
    "utf-32-le": [b"\x00\x00\x11\x00", b"\x00\xd8\x00\x00a\x00\x00\x00", b"abc"],
}
for encoding, ends in bad.items():
    for size in 0, 1, 7, 8, 9, 4096, (1 << 17) + 5:
        for filling in "a", "é\x7f":
            try:
                good = (filling * size)[:size].encode(encoding)
            except UnicodeEncodeError:
                continue
            for end in ends:
                for data in good + end, good + end + good, end + good:
                    line = [show(data, encoding, e) for e in ("strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass")]
                    print(encoding, size, ascii(filling), ascii(end), line[0], line[1:] if size < 2 else crc32(repr(line).encode()))

data = bytearray(b"abc" * 30000 + b"\x81\xff")
for errors in "strict", "replace":
    print(show(data, "cp1252", errors), show(memoryview(data).tobytes(), "ascii", errors))

import codecs

codecs.register_error("mine", lambda e: ("<%d>" % e.start, e.end))
print(show(b"x" * 200000 + b"\x81y\x8d", "cp1252", "mine"), (b"x" * 9 + b"\x81y\x8d").decode("cp1252", "mine"), (b"x" * 9 + b"\x81y").decode("ascii", "mine"))
print(codecs.charmap_decode(b"abc\x00", "strict", "zyx" + "\ufffe" * 94 + "äöü"), codecs.charmap_decode(b"a\x01", "ignore", "z\ufffe" + "q" * 254))
for table in "ab\U0001f600" + "c" * 253, "ab" + "\ufffe" * 253:
    try:
        print(ascii(codecs.charmap_decode(b"\x00\x01\x02" * 3, "strict", table)), ascii(codecs.charmap_decode(b"\x00\x01" * 3, "strict", table)))
    except UnicodeDecodeError as e:
        print(e)
