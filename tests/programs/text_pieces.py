# Text files whose pieces end inside characters: of every length, with every handler of errors, by lines and by characters.
# needs: stdlib
import io
import random
import zlib

random.seed(5)
WORDS = ["status", "naïve", "Straße", "東京", "данные", "🙂", "\u0100", "\x7f\x80", "\uffff", "a" * 20]


def text(n, words=WORDS):
    return "".join(random.choice(words) + random.choice([" ", " ", "\n", "\r\n", "\r"]) for _ in range(n))


def summary(lines):
    joined = "|".join(lines)
    return len(lines), zlib.crc32(joined.encode("utf-8", "surrogatepass"))


for size in [1, 3, 8, 31]:
    for newline in [None, "", "\n", "\r", "\r\n"]:
        t = io.TextIOWrapper(io.BytesIO(text(20).encode()), encoding="utf-8", newline=newline)
        t._CHUNK_SIZE = size
        lines = list(t)
        t.seek(0)
        parts = []
        while part := t.read(random.randrange(1, 30)):
            parts.append(part)
        assert "".join(parts) == "".join(lines)
        print(size, repr(newline), *summary(lines))

# Bytes that are wrong, in the middle and at the end of what is read at once.
BAD = [b"\x80", b"\xc3", b"\xe6\x9d", b"\xf0\x9f\x99", b"\xed\xa0\x80", b"\xff", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xe0\x80"]
for errors in ["strict", "ignore", "replace", "surrogateescape", "surrogatepass", "backslashreplace"]:
    for size in [1, 8, 50]:
        good, found = [], []
        for bad in BAD:
            for data in [text(5).encode() + bad + text(5).encode(), text(5).encode() + bad]:
                t = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors=errors)
                t._CHUNK_SIZE = size
                try:
                    good += list(t)
                except UnicodeDecodeError as e:
                    found.append((e.reason, e.end - e.start))
        print(errors, size, *summary(good), len(found), sorted(set(found)))

# What stands for a byte is longer than what is read at once.
for data, size in [(b"a\x80\n\x80\n\xc3\xa9", 4), (b"\xe6\x9d\n\x80\nabc\xc3", 2)]:
    t = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", errors="backslashreplace")
    t._CHUNK_SIZE = size
    print(list(t))

# Strings of every kind are written, line after line, with surrogates among them.
for words in [["abc", "de"], ["naïve", "abcdefghijk"], ["東京", "abcdefghijk", "é"], WORDS]:
    b = io.BytesIO()
    t = io.TextIOWrapper(b, encoding="utf-8", newline="")
    whole = text(100, words)
    for line in whole.splitlines(True):
        t.write(line)
    t.flush()
    assert b.getvalue() == whole.encode() == b"".join(c.encode() for c in whole)
    print(len(whole), zlib.crc32(b.getvalue()))
for at in range(0, 12, 3):
    s = "abcdefghijkl"[:at] + "\udc80" + "mnopqrstuvwx東"[at:]
    b = io.BytesIO()
    t = io.TextIOWrapper(b, encoding="utf-8", errors="surrogateescape")
    t.write(s)
    t.flush()
    try:
        s.encode()
    except UnicodeEncodeError as e:
        print(at, b.getvalue(), e.start, s.encode("utf-8", "surrogatepass"), len(s.encode("utf-8", "replace")))
