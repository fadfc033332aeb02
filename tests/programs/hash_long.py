# Hashes of long data: in pieces that begin and end anywhere, copies on the way.
# needs: stdlib

import hashlib
import hmac

data = bytes(i * i % 251 for i in range(70000)) * 3
for name in ("sha512", "sha384", "sha512_224", "sha512_256", "sha256", "blake2b", "blake2s"):
    h = hashlib.new(name)
    at, step = 0, 1
    while at < len(data):
        h.update(data[at:at + step])
        at += step
        step = step * 5 % 90001 + 2047
        if step % 3 == 0:
            c = h.copy()
            c.update(b"x")
    same = h.digest() == hashlib.new(name, data).digest()
    print(name, h.hexdigest(), c.hexdigest()[:16], same)
    print(*(hashlib.new(name, data[:n]).hexdigest()[:8] for n in (0, 127, 128, 129, 2047, 2048, 2049, 65535, 65536, 65537)))
    print(hmac.new(b"key", data, name).hexdigest())
print(hashlib.pbkdf2_hmac("sha512", data[:5000], data[:3000], 7).hex())
for n, r, p in ((2, 1, 1), (16, 1, 1), (64, 3, 2), (128, 8, 1)):
    print(hashlib.scrypt(b"password", salt=b"salt", n=n, r=r, p=p, dklen=40).hex())

# What a SHA-3 tells of its state.
import _sha3

for name in ('sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256'):
    h = getattr(_sha3, name)(b'x')
    print(name, h._capacity_bits, h._rate_bits, h._suffix, h.block_size)
    try:
        h._suffix = b''
    except AttributeError as e:
        print(e)
