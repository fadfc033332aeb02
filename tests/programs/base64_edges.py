# Base64 with padding, line ends and strays at every place, strict and not.
# needs: stdlib
import base64, binascii, collections, hashlib, random

random.seed(1)
kinds, all_of_it = collections.Counter(), hashlib.sha256()
for n in (0, 1, 2, 3, 5, 100, 1001):
    d = random.randbytes(n)
    for s in (binascii.b2a_base64(d), base64.encodebytes(d), base64.b64encode(d)[:-1], base64.b64encode(d) + b"=", base64.b64encode(d) + b"A"):
        for strict in (False, True):
            for at in (None, 0, 1, 2, 3, 4, 7, len(s) // 2, len(s) - 1, len(s) - 2):
                for stray in (b"=", b"\n", b"==", b"*", b"A"):
                    x = s if at is None else s[:at] + stray + s[at:]
                    try:
                        r = binascii.a2b_base64(x, strict_mode=strict)
                        kinds["decoded"] += 1
                    except binascii.Error as e:
                        r = str(e).encode()
                        kinds[str(e)] += 1
                    all_of_it.update(r + b"|")
for kind, n in sorted(kinds.items()):
    print(n, kind)
print(all_of_it.hexdigest())
big = random.randbytes(100_000)
print(base64.b64decode(base64.b64encode(big)) == big, base64.decodebytes(base64.encodebytes(big)) == big)
print(binascii.b2a_base64(b""), binascii.b2a_base64(b"", newline=False), binascii.b2a_base64(bytearray(b"abcd"), newline=False))
