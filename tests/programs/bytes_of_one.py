# Bytes objects of one byte are shared by what makes many of them.
# needs: stdlib
import struct

data = bytes(range(256)) * 2
for fmt in ("512c", "c" * 512, "1s" * 512, "s" * 512, ">512c", "@255cxh254c"):
    got = struct.unpack(fmt, data)
    print(fmt[:8], len(got), got[0], got[-1], got[254], got[:254] == tuple(data[i:i + 1] for i in range(254)), got[5] is struct.unpack("c", b"\5")[0])
print(b"".join(struct.unpack("4c", b"spam")), list(struct.iter_unpack("cB", b"a1b2")), struct.unpack("0s1s2s0s", b"abc"))
print({c: i for i, c in enumerate(struct.unpack("26c", bytes(range(97, 123))))}[b"q"], hash(struct.unpack("c", b"x")[0]) == hash(b"x"))
x = struct.unpack("s", b"x")[0]
y = x
y += b"y"
print(x, y, bytearray(x) + b"!", x * 3, struct.unpack("c", b"x"), memoryview(x)[0])
print([data[i:i + 1] for i in (0, 65, 255, 256, 511, 512)], data[3:4] == b"\3")


def hot(n):
    total = 0
    for i in range(n):
        a, b, c = struct.unpack("cc1s", data[i % 500:i % 500 + 3])
        total += a[0] + b[0] * 2 + ord(c) * 3 + (a + b)[1] + (data[i % 512:i % 512 + 1] == a)
    return total


print(hot(3000))
