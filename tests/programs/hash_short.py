# needs: stdlib
# Hashes of short data have no state until more comes: begun empty, added to, copied, with every kind of buffer, by subclasses of bytes.

import gc
import hashlib
import hmac

NAMES = "md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512_256", "sha3_256", "blake2b", "blake2s", "ripemd160", "sm3"


class Octets(bytes):
    pass


def shown(h):
    return h.name, h.digest_size, h.block_size, h.hexdigest()[:12], h.digest().hex()[-6:]


for name in NAMES:
    for size in 0, 1, 63, 64, 511, 512, 513, 3000:
        data = bytes(i % 251 for i in range(size))
        made = [hashlib.new(name, data), hashlib.new(name)]
        if name in ("sha512_256", "ripemd160", "sm3"):
            made.append(hashlib.new(name, bytearray(data)))
        else:
            made.append(getattr(hashlib, name)(Octets(data)))
            made.append(getattr(hashlib, name)(memoryview(data)))
        made[1].update(data)
        print(name, size, shown(made[0]), len({h.hexdigest() for h in made}))
        copies = [h.copy() for h in made]
        for h in copies:
            h.update(b"")
            h.update(b"more")
            h.update(bytearray(b" and more"))
        print(shown(copies[0]), len({h.hexdigest() for h in copies}), len({h.hexdigest() for h in made}))
        again = hashlib.new(name, b"")
        again.update(data)
        again.update(data)
        print(again.hexdigest() == hashlib.new(name, data + data).hexdigest())

for name in "md5", "sha256":
    h = hashlib.new(name)
    for bad in "text", None, 5, [1]:
        try:
            h.update(bad)
        except TypeError as e:
            print(e)
        try:
            hashlib.new(name, bad)
        except TypeError as e:
            print(e)
    print(shown(h))
    buffer = bytearray(b"abc")
    h.update(buffer)
    buffer[0] = 0
    print(h.hexdigest() == hashlib.new(name, b"abc").hexdigest())
    h = hmac.new(b"key", b"text", name)
    print(h.name, h.digest_size, h.block_size, h.hexdigest()[:12], h.copy().hexdigest() == h.hexdigest())

kept = [hashlib.sha256(b"%d" % i) for i in range(3000)]
gc.collect()
junk = [b"%d" % (-i) for i in range(3000)]
print(all(h.digest() == hashlib.sha256(str(i).encode()).digest() for i, h in enumerate(kept)))
for h in kept:
    h.update(b"x")
gc.collect()
print(all(h.digest() == hashlib.sha256(b"%dx" % i).digest() for i, h in enumerate(kept)))
