# needs: stdlib
# The codec utf-7 in long texts: the borders of pieces, pairs of surrogates, errors, incremental decoding of pieces at each cut.
import codecs
import zlib


def show(f, *args):
    try:
        return f(*args)
    except UnicodeError as e:
        return type(e).__name__, e.start, e.end, e.reason


def crc(x, old=0):
    return zlib.crc32(x if isinstance(x, bytes) else ascii(x).encode(), old)


codecs.register_error("text", lambda e: ("<%d>" % e.start, e.end))
for at in range(0, 0x10000, 0x2000):
    text = "".join(map(chr, range(at, at + 0x2000, 3)))
    data = text.encode("utf-7")
    print(hex(at), len(data), crc(data), data.decode("utf-7") == text)
text = "".join(map(chr, range(0x10000, 0x110000, 97)))
data = text.encode("utf-7")
print(len(data), crc(data), data.decode("utf-7") == text)

ODD = ["a", "+", "-", "+-", "~\\", "\0", "é", "\U0001F600", "\ud800", "\udc00", "\ud83d\ude00", "\ud800a", "A", "/", "!", "\uffff", "\U0010FFFF\u20ac", "\n"]
hash = 0
for fill in "a", "я", "日", "\U0001F600", "日a", "日本", "привет ", "+":
    for odd in ODD:
        for size in (0, 1, 2, 3, 253, 254, 255, 256, 257, 511, 1023):
            text = (fill * size)[:size] + odd + fill + odd
            data = text.encode("utf-7")
            hash = crc(data, hash)
            hash = crc(show(data.decode, "utf-7"), hash)
    print(ascii(fill), hash)

# A text in pieces, cut at each place, and at two.
text = "Привет+мир - 日本語\U0001F600x\ud800я~\\и-!/"
data = text.encode("utf-7")
print(data, data.decode("utf-7") == text)
for first in range(len(data) + 1):
    for second in first, min(first + 5, len(data)), min(first + 11, len(data)):
        d = codecs.getincrementaldecoder("utf-7")()
        parts = [d.decode(data[:first]), d.decode(data[first:second]), d.decode(data[second:]), d.decode(b"", True)]
        if "".join(parts) != text:
            print(first, second, ascii(parts))
        hash = crc(parts, hash)
print(hash)
for size in 1, 2, 3, 7, 8, 9, 16:
    e = codecs.getincrementalencoder("utf-7")()
    parts = [e.encode(text[i:i + size]) for i in range(0, len(text), size)] + [e.encode("", True)]
    hash = crc(b"|".join(parts), hash)
print(hash)

# Bytes that are wrong, within and behind digits.
for handler in "strict", "replace", "ignore", "text":
    hash = 0
    for at in range(len(data)):
        for bad in b"\xff", b"+", b"=", b"-", b"A", b"\x00", b"+!":
            wrong = data[:at] + bad + data[at + 1:]
            hash = crc(show(wrong.decode, "utf-7", handler), hash)
            hash = crc(show(wrong[:at + 2].decode, "utf-7", handler), hash)
            hash = crc(show(codecs.utf_7_decode, wrong[:at + 2], handler), hash)
    print(handler, hash)
