# Formats of struct with runs of one code: every code, size and order of bytes, with the limits of each, and what does not fit.
import _struct as struct

data = bytes((k * 73 + k // 7) % 256 for k in range(300))
for order in "@", "<", ">":
    for code in "xcbB?hHiIlLqQnNefdspP":
        for count in "", "0", "13":
            fmt = order + count + code
            try:
                s = struct.Struct(fmt)
            except struct.error as e:
                print(fmt, e)
                break
            out = s.unpack_from(data), s.unpack_from(data, 3), next(s.iter_unpack(data[: s.size * 2]), None) if s.size else None
            if code in "efd":
                print(fmt, *[[v.hex() for v in o] for o in out if o is not None])
            else:
                print(fmt, *out)
            if code not in "efd?":
                for o in out:
                    if o is not None and len(s.pack(*o)) != s.size:
                        print("size", fmt)
            if code not in "efd?xp" and s.pack(*out[0]) != data[: s.size]:
                print("differs", fmt)

for order in "@", "<", ">":
    for code in "bBhHiIlLqQ" + "nNP" * (order == "@"):
        bits = 8 * struct.calcsize(order + code)
        for v in 0, -1, 2 ** (bits - 1) - 1, 2 ** (bits - 1), -(2 ** (bits - 1)), -(2 ** (bits - 1)) - 1, 2**bits - 1, 2**bits, True, 2**100, -(2**100), 1.5, None:
            try:
                r = struct.pack(order + "2" + code, 1, v).hex()
            except (struct.error, OverflowError) as e:
                r = type(e).__name__, str(e)
            print(order + code, v, r)

ones = b"\xff" * 64
print(struct.unpack("<8q", ones), struct.unpack(">8Q", ones), struct.unpack("16i", ones), struct.unpack(">32H", ones), struct.unpack("64b", ones))
print(struct.unpack("<2sxI3B?2h", b"ab!" + bytes(range(12))), struct.unpack("@bhiq", bytes(range(16))), struct.unpack(">bhiq", bytes(range(15))))
print([len(list(struct.iter_unpack(f, data))) for f in ("<5i", "10s", "<hhB", "Bx", "300c")])
for f, b in ("<2i", b"1234567"), ("8q", b""), ("<3H", b"1234567"):
    try:
        print(struct.unpack(f, b))
    except struct.error as e:
        print(e)
    try:
        print(struct.unpack_from(f, b, 1))
    except struct.error as e:
        print(e)
b = bytearray(40)
struct.pack_into(">3Q2h", b, 8, 2**63, 2**64 - 1, 1, -2, 3)
print(b.hex(), struct.unpack_from(">3Q2h", memoryview(b)[8:]))
