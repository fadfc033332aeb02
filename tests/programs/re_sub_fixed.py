# needs: stdlib
# re.sub with a replacement that is the same for each match: widths, empty matches, counts, identity, subclasses, bytes.
import re
import sys
import zlib


class S(str):
    pass


class B(bytes):
    pass


TEXTS = ["", "a", "abc", "a b  c", "é à", "привет мир", "日本 語", "\U0001F600 x \U0001F601", "日 a b", "a日", "\U0001F600a b", "x" * 40 + " " + "я" * 40, "привет " * 10]
REPLS = ["", "_", "--", "é", "я", "日", "\U0001F600", "longer than that, much longer than that"]
PATTERNS = ["", " ", r"\s+", "x*", "a", r"\w+", ".", ".*", r"\b", "я|$", "^", r"(?=\s)", "[^a-z ]", "[^a-z ]+", "(?s).+"]
hash = 0
for pattern in PATTERNS:
    for text in TEXTS:
        for repl in REPLS:
            for count in 0, 2, -1:
                r = re.subn(pattern, repl, text, count=count)
                hash = zlib.crc32(ascii(r).encode(), hash)
                # the width of a str shows in its size
                hash = zlib.crc32(b"%d" % (sys.getsizeof(r[0]) - sys.getsizeof("")) if r[0].isascii() else b"", hash)
                assert r[0] == re.sub(pattern, lambda m: repl, text, count=count)
    print(ascii(pattern), hash)

# The same object, or another one.
text, repl = "привет мир", "слово слово"
for pattern in "z", ".+", "^.*$", "$", "^", r"\bпривет мир\b", "(?s).*", "м":
    r = re.sub(pattern, repl, text)
    print(ascii(pattern), r is text, r is repl, ascii(r))
    r = re.sub(pattern, "", text)
    print(r is text, ascii(r))
print(re.sub("x", "y", "") == "", re.sub("", repl, "") is repl, re.sub("a", repl, "a") is repl, re.sub("a", repl, "aa") == repl * 2)
for text in "abc", S("abc"), S("прив"), S(""), S("b"):
    for repl in "б", S("б"), "abc", S("abc"), S(""):
        for pattern in "z", "b", "abc", ".*", "", "прив":
            r = re.sub(pattern, repl, text)
            print(type(r).__name__, ascii(r), r is text, r is repl, end="; ")
    print()
print(ascii(re.sub("a", r"\\", "bab")), ascii(re.sub("и", r"\n", "приив")), ascii(re.sub("(и)", r"\1\1", "приив")))

for text in b"abc", B(b"abc"), bytearray(b"abc"), memoryview(b"abc"), b"", bytearray(b""):
    for repl in b"x", B(b"xy"), bytearray(b"z"), memoryview(b"w"), b"":
        for pattern in b"b", b"z", b"abc", b"", b".*":
            r = re.subn(pattern, repl, text)
            print(type(r[0]).__name__, r, r[0] is text, r[0] is repl, end="; ")
    print()
for pattern, repl, text in ("a", b"x", "abc"), (b"a", "x", b"abc"), ("a", 3, "abc"), ("a", None, "abc"), ("z", b"x", "abc"), ("z", 3, "abc"), ("a", "x", b"abc"), (b"a", b"x", "abc"):
    try:
        print(re.sub(pattern, repl, text))
    except TypeError as e:
        print(e)
long = "слово и ещё одно слово, and some more\n" * 3000
for pattern in " ", r"\w", r"\w+", "о", "[aeiou]", ".":
    for repl in "", "_", "яя", "\U0001F600":
        r = re.subn(pattern, repl, long)
        print(r[1], len(r[0]), zlib.crc32(r[0].encode()))
