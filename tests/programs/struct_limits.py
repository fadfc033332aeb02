# struct.pack at the limits of every code, order and size, and what it says beyond them.

from _struct import Struct, calcsize, error, pack, pack_into, unpack


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Int(int):
    pass


values = []
for bits in (7, 8, 15, 16, 31, 32, 48, 49, 62, 63, 64, 65):
    for x in (2**bits - 1, 2**bits, 2**bits + 1):
        values += [x, -x]
values += [0, 1, -1, True, Int(255), Int(-129), Index(65535), Index(-32769), Index(2**64), Index(-(2**64))]


def limits(prefix, code):
    out = []
    for v in values:
        try:
            out.append(pack(prefix + code, v).hex())
        except (error, OverflowError) as e:
            out.append(type(e).__name__ + str(e))
    return out


def total(rows):
    n = 0
    for row in rows:
        for c in row:
            n = (n * 31 + ord(c)) % 1000000007
    return n


for prefix in ("", "@", "=", "<", ">", "!"):
    for code in "bBhHiIlLqQnNP":
        if code in "nNP" and prefix not in ("", "@"):
            continue
        rows = limits(prefix, code)
        print(prefix, code, total(rows), rows[6], rows[-3:], rows[::19])


def mixed(n):
    s = Struct("<IHBbq2x3s?d")
    out = bytearray(40)
    got = []
    for i in range(n):
        data = s.pack(i, i & 0xFFFF, i & 0xFF, -(i & 0x7F), -i << 40, b"abcd"[: i % 4], i & 1, i / 3)
        pack_into("<IHBbq2x3s?d", out, 4, i, i & 0xFFFF, i & 0xFF, -(i & 0x7F), -i << 40, b"abcd"[: i % 4], i & 1, i / 3)
        assert out[4 : 4 + s.size] == data
        got.append(s.unpack(data))
    return got


print(mixed(5))
for i, row in enumerate(mixed(200)):
    assert row == (i, i, i & 0xFF, -(i & 0x7F), -i << 40, (b"abcd"[: i % 4] + b"\0\0\0")[:3], bool(i & 1), i / 3), row


# What was begun and failed leaves nothing behind; Python code may run in the midst of it.
class Nested:
    def __init__(self, depth):
        self.depth = depth

    def __index__(self):
        if self.depth == 0:
            raise KeyError("deep")
        return len(pack("<BIB", 1, Nested(self.depth - 1) if self.depth > 5 else self.depth, 2))


for depth in (1, 5, 9, 0):
    try:
        print(pack(">HIH", 1, Nested(depth), 2))
    except KeyError as e:
        print("KeyError", e)
for args in (("B", 1, 2), ("BB", 1), ("B", 1.5), ("B", "1"), ("b", None), ("0s", b""), ("",), ("3x",), ("1000000xB", 7)):
    try:
        r = pack(*args)
        print(args, len(r), r[-4:], calcsize(args[0]))
    except error as e:
        print(args, e)
