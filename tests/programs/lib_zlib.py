# zlib: errors, attributes, pieces, dictionaries; and what it compresses it gives back.
# needs: stdlib
import zlib
c = zlib.compressobj(); d=zlib.decompressobj(); 
def t(f,*a,**k):
    try: print(f.__name__, a, k, repr(f(*a,**k))[:100])
    except Exception as e: print(f.__name__, a, k, type(e), e)
D=zlib.decompress
z = b'x\x9c\xcbH\xcd\xc9\xc9\xcf\x18%F\x12\x01\x00^\xad\xcf\xd1'
t(D,z); t(D,z[:-1]); t(D,z[:-5]); t(D,b""); t(D,b"abc"); t(D,z+b"xx"); t(D,b"\x78\x9c\xff"); t(D,z,-15); t(D,z,31); t(D,z,47); t(D,z,9); t(D, z[:-1]+b"x"); t(D,z,bufsize=0); t(D,z,bufsize=-1); t(D,z,99); t(D,"x")
t(zlib.compress,b"x",10); t(zlib.compress,b"x",-2); t(zlib.compress,b"x",wbits=3); t(zlib.compressobj,0,3); t(zlib.compressobj,wbits=3); t(zlib.decompressobj,wbits=3); t(zlib.compressobj, zdict="x"); t(zlib.decompressobj, zdict=4); t(zlib.compressobj, 1,8,15,0);t(zlib.compressobj, 1,8,15,8,9)
d=zlib.decompressobj(); t(d.decompress,z,-1); t(d.decompress,z,0); print(d.eof,d.unused_data,d.unconsumed_tail); t(d.flush); t(d.flush,0); t(d.flush,-1); t(d.decompress,b"a"); print(d.eof,d.unused_data,d.unconsumed_tail)
d=zlib.decompressobj(); t(d.decompress,z+b"tail",3); print(d.eof,d.unused_data,d.unconsumed_tail); t(d.decompress,d.unconsumed_tail); print(d.eof,d.unused_data,d.unconsumed_tail); print(d.copy().eof)
c=zlib.compressobj(zdict=b"hello"); c.compress(b"hellohello")+c.flush(); y=b"x\xbb\x06,\x02\x15\xcb\x80\x13\x00\x16\xbc\x04)"; t(D,y); d=zlib.decompressobj(); t(d.decompress,y); d=zlib.decompressobj(zdict=b"bad"); t(d.decompress,y); d=zlib.decompressobj(zdict=b"hello"); t(d.decompress,y)
t(c.flush); t(c.compress,b"a"); t(c.copy); c=zlib.compressobj(); t(c.flush,99); t(c.flush,0); t(c.flush,2)
d=zlib._ZlibDecompressor(); t(d.decompress,z,10); print(d.eof,d.needs_input,d.unused_data); t(d.decompress,b""); print(d.eof,d.needs_input,d.unused_data); t(d.decompress,b"");

import random, gzip
r = random.Random(1)
text = b"".join(bytes([r.randrange(65, 91)]) * r.randrange(1, 9) + b"some words " * r.randrange(3) for _ in range(20000))
def inflate(packed, wbits):
    d, got, at = zlib.decompressobj(wbits), [], 0
    while at < len(packed):
        got.append(d.decompress(d.unconsumed_tail + packed[at:at + 5000], 70000))
        at += 5000
    got.append(d.flush())
    return b"".join(got), d.eof
for level in (-1, 0, 1, 9):
    for wbits in (15, -15, 31, 9):
        for strategy in (0, 2):
            c, packed, at = zlib.compressobj(level, wbits=wbits, strategy=strategy), b"", 0
            while at < len(text):
                n = r.randrange(1, 200000)
                packed += c.compress(text[at:at + n])
                at += n
                if n & 1: packed += c.flush(2 + (n >> 1 & 1))
            other = c.copy()
            packed, same = packed + c.flush(), packed + other.flush()
            print(level, wbits, strategy, inflate(packed, wbits) == (text, True), packed == same, len(packed) < len(text) * 1.01)
print(gzip.decompress(gzip.compress(text)) == text, zlib.crc32(text), zlib.adler32(text))

# Compressed bytes are zlib's.
import hashlib
sample = text[:150000] + bytes(i * i >> 3 & 255 for i in range(40000)) + bytes(30000)
for level in range(-1, 10):
    print(level, hashlib.sha256(zlib.compress(sample, level)).hexdigest()[:16])
for level, wbits, memory, strategy in ((1, 15, 1, 0), (3, -9, 9, 1), (6, 31, 5, 2), (9, 12, 8, 3), (4, -15, 3, 4), (0, 10, 2, 0)):
    c = zlib.compressobj(level, 8, wbits, memory, strategy, *[sample[:5000]] * (wbits < 16))
    packed = b""
    for i, flush in enumerate((zlib.Z_NO_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_BLOCK)):
        packed += c.compress(sample[i * 40000:i * 40000 + 40000]) + c.flush(flush) + c.flush(flush)
        c = c.copy()
    packed += c.flush()
    print(level, wbits, memory, strategy, len(packed), hashlib.sha256(packed).hexdigest()[:16])
t(zlib.compressobj, wbits=31, zdict=b"x"); t(zlib.compressobj().flush, 6)
