# needs: stdlib
# Joins of short and long texts, which are copied in words: of all widths, with all lengths, next to the end.
import random
from binascii import crc32

random.seed(7)
alphabets = ["abc", "a\xe9", "a\u0416\u4e2d", "a\U0001f600\u0416"]

pools = {alphabet: "".join(random.choice(alphabet) for i in range(100)) for alphabet in [*alphabets, "abc"]}


def text(alphabet, n):
    at = random.randrange(60)
    return pools[alphabet][at:at + n]


def joined(sep, items):
    r = items[0] if items else sep[:0]
    for x in items[1:]:
        r = r + sep + x
    return r


for n in range(40):
    for alphabet in alphabets:
        for sep in ("", ",", "\u0416", ", ", "0123456789abcdefghij"):
            for count in (1, 2, 3, 7):
                items = [text(alphabet, n) for i in range(count)]
                assert sep.join(items) == joined(sep, items), (sep, items)
                assert sep.join(x for x in items) == joined(sep, items)
        items = [text(random.choice(alphabets), random.randrange(n + 1)) for i in range(30)]
        assert "".join(items) == joined("", items)
        assert "-".join(tuple(items)) == joined("-", items)
    for sep in (b"", b",", b"0123456789abcdefghij"):
        for count in (1, 2, 3, 7):
            items = [random.randbytes(n) for i in range(count)]
            assert sep.join(items) == joined(sep, items)
            assert bytearray(sep).join(items) == joined(sep, items)
            items[0] = bytearray(items[0])
            items[-1] = memoryview(items[-1])
            assert sep.join(items) == joined(sep, [bytes(x) for x in items])
    s = text("abc", n)
    print(n, crc32("".join([s, s, "x"]).encode()), crc32(b"".join([s.encode()] * 3)))

# strs that grew in place, parts of strs, and cached ones
s = ""
parts = []
for i in range(50):
    s += chr(97 + i % 26)
    parts.append(s)
print("".join(parts)[-60:], len("".join(parts)), "".join(parts[-1][i] for i in range(50)), "|".join(["", "", ""]), b"".join([b"", b"a", b""]))


class S(str):
    pass


print("".join([S("ab"), "c", S("")]), type("".join([S("ab")])), "".join([S("\u0416")] * 3))
for bad in ([1], ["a", None], ["a", b"b"], [b"a"], ["a" * 20, "b", 3.5]):
    for sep in ("", b""):
        try:
            print(sep.join(bad))
        except TypeError as e:
            print(e)
