# needs: stdlib
# The codec utf-7: chosen and random inputs, error handlers, pieces.
import _codecs
import codecs
import zlib


def show(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__, str(e), getattr(e, "start", None), getattr(e, "end", None), getattr(e, "reason", None)


codecs.register_error("test.mid", lambda e: ("<%d,%d,%s>" % (e.start, e.end, e.reason), e.end))
codecs.register_error("test.step", lambda e: ("?", min(e.start + 1, len(e.object))))
for text in "", "a+b", "Hi Mom \u263a!", "\u65e5\u672c\u8a9e", "\U0001f600x", "~\\\0\t", "\ud800", "\u20ac-", "\u20acA", "\u20ac!", "\udc00\ud800a":
    raw = text.encode("utf-7")
    print(ascii(text), raw, ascii(show(raw.decode, "utf-7")))
for raw in b"+", b"+-", b"+A", b"+AA", b"+AAA", b"+AAA-", b"+AGE", b"+AGF-", b"+\xff", b"+AG\xff", b"a\xffb", b"+2AHcAA", b"+2AE-x", b"+2AE\xff", b"+!", b"+AOk+-":
    for errors in "strict", "replace", "test.mid":
        print(raw, errors, ascii(show(_codecs.utf_7_decode, raw, errors)), ascii(show(_codecs.utf_7_decode, raw, errors, True)))
for bad in (1,), (), ("a", 1), ("a", "strict", 2):
    print(show(_codecs.utf_7_encode, *bad), show(_codecs.utf_7_decode, *bad))
d = codecs.getincrementaldecoder("utf-7")()
print([ascii(d.decode(bytes([c]))) for c in "+2D3eAA-+AOk-x".encode()], ascii(d.decode(b"", True)))

for name in sorted(dir(_codecs)):
    if name.endswith(("_decode", "_encode")) and name[:4] not in ("mbcs", "oem_", "code"):
        all = []
        for a in (1,), ("a", 1), (b"a", 1), ("a",), (b"a",), (b"a", None), ("a", "strict"), (bytearray(b"a"), "x"):
            all.append(show(getattr(_codecs, name), *a)[:2])
        print(name, all[:4], zlib.crc32(repr(all).encode()))

seed = 1


def below(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % n


BYTES = b"+-/Aa9 \n\\~\x80\xff+A2D"
CHARS = [0x41, 0x2B, 0x2D, 0x2F, 0x7E, 0x5C, 0, 9, 0x7F, 0x80, 0xE9, 0x20AC, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0x10000, 0x10FFFF, 0x1F600, 0x20]
crc = 0
for i in range(1200):
    n = below(12)
    if i % 3 == 0:
        raw = bytes(BYTES[below(len(BYTES))] for _ in range(n))
    elif i % 3 == 1:
        raw = b"+" + bytes(b"ABCDEFGH2D89+/-\xe9 "[below(17)] for _ in range(n))
    else:
        text = "".join(chr(CHARS[below(len(CHARS))]) for _ in range(n))
        raw = _codecs.utf_7_encode(text)[0]
        crc = zlib.crc32(raw, crc)
    for errors in "strict", "replace", "ignore", "test.mid", "test.step", "surrogateescape", "backslashreplace":
        for final in False, True:
            crc = zlib.crc32(ascii(show(_codecs.utf_7_decode, raw, errors, final)).encode(), crc)
    if i % 100 == 99:
        print(i + 1, crc)
