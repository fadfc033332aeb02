# Long texts in encodings of one byte a character, with a byte that has no character in any of their pieces.
# needs: stdlib
import codecs
import hashlib

SIZES = 0, 1, 2, 1 << 17, (1 << 17) + 1, 300000


def digest(s):
    return hashlib.sha256(s.encode("utf-16-le", "surrogatepass")).hexdigest()[:12]


for name, gap in ("cp1252", 0x81), ("cp1251", 0x98), ("koi8-r", None), ("iso8859-7", 0xAE), ("cp437", None), ("mac-roman", None), ("cp424", None), ("cp875", None):
    for size in SIZES:
        good = bytes(b for b in range(256) if b != gap and (name != "cp1252" or b not in (0x8D, 0x8F, 0x90, 0x9D)) and (name != "iso8859-7" or b not in (0xD2, 0xFF)))
        data = (good * (size // len(good) + 1))[:size]
        try:
            s = data.decode(name)
        except UnicodeDecodeError as e:
            print(name, size, e)
            continue
        print(name, size, len(s), digest(s), s.encode(name) == data)
        for at in (0, size // 2, size - 1):
            if gap is None or not 0 <= at < size:
                continue
            bad = data[:at] + bytes([gap]) + data[at + 1:]
            try:
                print(digest(bad.decode(name)))
            except UnicodeDecodeError as e:
                print(e)
            for errors in "ignore", "replace", "backslashreplace", "surrogateescape":
                s = bad.decode(name, errors)
                print(errors, len(s), digest(s))

table = "".join(map(chr, range(0x400, 0x480))) + "\ufffe\uffff" + "\uabcd" * 100
for data in b"\x00\x7f\x82", b"\x80", b"\x81", b"\x81\x82", b"\x80\x81", b"\xff", bytes(range(0x80)) * 3000 + b"\x81", bytes(range(0x80)) * 3000 + b"\x80":
    try:
        s, n = codecs.charmap_decode(data, "strict", table)
        print(len(s), n, ascii(s[-3:]))
    except UnicodeDecodeError as e:
        print(e)
    s, n = codecs.charmap_decode(data, "replace", table)
    print(len(s), n, ascii(s[-3:]))
