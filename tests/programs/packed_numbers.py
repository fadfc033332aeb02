# How numbers become bytes: struct, array and marshal, their limits and the texts of their errors; arguments of codecs.
import _struct as struct
import array
import marshal
import math


def show(what, f):
    try:
        r = f()
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(what, r)


# A NaN has the same bytes wherever it comes from.
for x in math.nan, -math.nan, float("nan"), abs(-math.nan):
    print(struct.pack("<d", x).hex(), struct.pack(">f", x).hex(), struct.pack(">e", x).hex(),
          array.array("d", [x]).tobytes().hex(), array.array("f", [x]).tobytes().hex(), marshal.dumps(x).hex())
b = bytearray(8)
memoryview(b).cast("d")[0] = math.nan
print(b.hex())

for f, v in ("e", 10**30), ("e", 1e10), ("<f", 1e300), ("<f", 10**60), ("d", 10**400), ("d", "x"), ("d", 1j):
    show(f, lambda: struct.pack(f, v))
for c in "bBhHiIlLqQ":
    for v in 2**7, 2**8, 2**15, 2**16, 2**31, 2**32, 2**63, 2**64, -1, -2**7 - 1, -2**15 - 1, -2**31 - 1, -2**63 - 1, 1.5, None:
        show(f"{c} {v}", lambda: array.array(c, [v]))
for v in 1, "ab", "", None:
    show("w", lambda: array.array("w", [v]))
a = array.array("i", [1, 2])
for f in (lambda: a.insert(2**70, 1), lambda: a.pop(2**70), lambda: a.pop(2**62), lambda: a[2**70], lambda: a.pop(-3), lambda: a.pop(-2)):
    show("index", f)
a = array.array("w")
a.frombytes(b"\x41\xc3\x22\x41")
show("item", lambda: a[0])
for f in "%d", "%i", "%u", "%x":
    show(f, lambda: f % "q")
    show(f, lambda: f.encode() % b"q")
for a in ("\ud800", 5), ("a\0", 5), (5, "\ud800"), ("utf8", "\ud800"), ("utf8", "a\0"):
    show("arguments", lambda: "a".encode(*a))
    show("arguments", lambda: str(b"a", *a))
