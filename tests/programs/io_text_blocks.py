# Lines and places of longer text files in several encodings: what is decoded in blocks is what is decoded piece by piece.
# needs: stdlib

import io
import zlib

LINES = ["plain line %d", "Zeile %d: Straße, façade", "строка %d", "行 %d 🙂", ""]
for encoding, kinds in ("utf-8", 5), ("utf-16", 5), ("utf-16-be", 5), ("utf-32", 5), ("latin-1", 2), ("cp1251", 3), ("cp1252", 2), ("koi8-r", 1), ("utf-8-sig", 5):
    text = "".join([(LINES[n * n % kinds] + "\n").replace("%d", str(n)) for n in range(300)])
    if encoding == "cp1251":
        text = text.replace("ß", "s").replace("ç", "c")
    data = text.encode(encoding)
    assert data.decode(encoding) == text
    raw = io.BytesIO()
    with io.TextIOWrapper(raw, encoding, newline="\n") as f:
        for line in text.splitlines(True):
            f.write(line)
        f.flush()
        assert raw.getvalue() == data, encoding
    for newline in None, "", "\n":
        for size in 64, 700, 8192:
            f = io.TextIOWrapper(io.BytesIO(data), encoding, newline=newline)
            f._CHUNK_SIZE = size
            places, n = [], 0
            while line := f.readline():
                if n % 7 == 0:
                    places.append(f.tell() & (1 << 60) - 1)
                n += 1
            f.seek(0)
            assert f.read() == text
            if encoding not in ("utf-16", "utf-32", "utf-8-sig"):
                f.seek(places[20])
                assert f.readline() == text.splitlines(True)[141]
        print(encoding, newline, n, f.newlines, zlib.crc32(repr(places).encode()))
for data in b"", b"a", "é\n".encode(), b"a\r\nb\rc\n", b"\xff\n", "🙂".encode() * 500:
    for newline in None, "", "\n":
        f = io.TextIOWrapper(io.BytesIO(data), "utf-8", "replace", newline)
        print(ascii(f.read()[:9]), f.newlines, f.tell() & (1 << 60) - 1, f.read() == "")
