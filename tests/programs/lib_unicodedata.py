# The Unicode Character Database: samples of all its facts, and normal forms of random texts.
# needs: stdlib
import unicodedata as u, hashlib, sys
for db in (u, u.ucd_3_2_0):
    h = hashlib.sha256()
    for i in range(0, 0x110000, 61):
        c = chr(i)
        x = (db.category(c), db.bidirectional(c), db.combining(c), db.mirrored(c), db.east_asian_width(c), db.decimal(c,None), db.digit(c,None), db.numeric(c,None), db.decomposition(c), db.name(c,None))
        h.update(repr(x).encode())
        if i % 65536 < 61: print(hex(i), h.hexdigest())
    for f in ("NFC","NFD","NFKC","NFKD"):
        h = hashlib.sha256()
        for i in range(0, 0x110000, 61):
            h.update(ascii(db.normalize(f,chr(i))).encode()); h.update(b"01"[db.is_normalized(f,chr(i))::2])
        print(f, h.hexdigest())
    import random
    r = random.Random(5)
    pool = [chr(i) for i in range(0x80,0x30000,3) if u.combining(chr(i)) or u.decomposition(chr(i)) or 0x1100<=i<0x1200] + [chr(i) for i in range(65,91)]*3+[chr(i) for i in range(0xac00,0xd7a4,11)]+ [chr(int(p,16)) for i in range(0, 0x110000, 7) for p in u.decomposition(chr(i)).split() if p[0]!='<']
    for f in ("NFC","NFD","NFKC","NFKD"):
        h = hashlib.sha256()
        for i in range(1000):
            s = "".join(r.choices(pool, k=r.randrange(1,12)))
            h.update(ascii(db.normalize(f,s)).encode())
        print(f, h.hexdigest())
o = u.ucd_3_2_0; print(u.unidata_version, o.unidata_version)
for n in ("CHEROKEE LETTER MV","NULL","LF","CHEROKEE SMALL LETTER A","KEYCAP DIGIT ONE","latin small letter r with tilde"):
    for d in (u,o):
        try: print(n, ascii(d.lookup(n)))
        except KeyError as e: print(n, e, e.args)
for c in ("\u13f5","a","\u0000","\ud800","\u4e00","\uac00","\ue000"):
    for d in (u,o):
        try: print(ascii(c), d.name(c))
        except ValueError as e: print(ascii(c), e, e.args)
for f in "decimal digit numeric name lookup category bidirectional combining mirrored east_asian_width decomposition normalize is_normalized".split():
    g=getattr(u,f)
    print(g.__name__, bool(g.__doc__))
    for a in ((), (1,), ("ab",), ("x","d"), ("NFX","a"), ("",)):
        try: print(g(*a))
        except Exception as e: print(f, a, type(e).__name__, e)
try: u.UCD()
except TypeError as e: print(e)
try: type(o)()
except TypeError as e: print(e)
print(bool(u.__doc__), u.UCD.__doc__, o.__doc__)
