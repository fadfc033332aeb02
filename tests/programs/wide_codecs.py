# Encodings of text beyond ASCII: every error handler, at every distance from the ends, whole and in pieces.
# needs: stdlib
import codecs, random, hashlib

random.seed(7)
POOLS = {
    'ascii': 'abc XYZ09\n\t',
    'latin': 'aé ßü\xa0ÿ\x80z',
    'cyr': 'аЯё жЁx ',
    'cjk': '天地，a \u3000玄',
    'emoji': '😀a🎉 é天\U0010ffff\U00010000',
    'edges': '\x7f\x80\u07ff\u0800\uffff\ud7ff\ue000',
    'bad': '\ud800a\udfff\udc80\udcff天é\ud83d',
}
HANDLERS = ['strict', 'ignore', 'replace', 'surrogateescape', 'surrogatepass', 'backslashreplace', 'xmlcharrefreplace', 'namereplace']
CODECS = ['utf-8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be', 'utf-7', 'ascii', 'latin-1', 'cp1252', 'cp1251',
          'koi8-r', 'iso8859-15', 'gbk', 'gb18030', 'shift_jis', 'euc_jp', 'big5', 'unicode_escape', 'raw_unicode_escape']


def text(pool, n):
    return ''.join(random.choices(POOLS[pool], k=n))


def attempt(f, *args):
    try:
        return f(*args)
    except UnicodeError as e:
        return type(e).__name__, e.encoding, e.start, e.end, e.reason, e.object[e.start:e.end]
    except Exception as e:
        return type(e).__name__, str(e)


def mix(pools, n):
    out = ''
    while len(out) < n:
        out += text(random.choice(pools), random.randrange(1, 12))
    return out[:n]


texts = []
for pool in POOLS:
    for n in [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 23, 31, 33, 40, 64, 100]:
        texts.append(text(pool, n))
good = [p for p in POOLS if p != 'bad']
for n in [20, 50, 120, 300, 1000]:
    for k in range(4):
        texts.append(mix(good, n))
    texts.append(mix(list(POOLS), n))
    texts.append(mix(['ascii', 'latin'], n))
    texts.append(mix(['ascii', 'cyr'], n))
    texts.append(mix(['ascii', 'cjk'], n))

for enc in CODECS:
    h = hashlib.sha256()
    for s in texts:
        r = attempt(s.encode, enc)
        h.update(ascii(r).encode())
        if isinstance(r, bytes):
            h.update(ascii(attempt(r.decode, enc)).encode())
            for cut in (1, 2, 3, len(r) // 2):
                h.update(ascii(attempt(r[cut:].decode, enc)).encode())
                h.update(ascii(attempt(r[:-cut].decode, enc)).encode())
    print(enc, h.hexdigest()[:16])

for enc in CODECS:
    for handler in HANDLERS:
        h = hashlib.sha256()
        for s in texts[::3] + texts[-8:]:
            r = attempt(s.encode, enc, handler)
            h.update(ascii(r).encode())
        print(enc, handler, 'encode', h.hexdigest()[:16])
        h = hashlib.sha256()
        for s in texts[1::5]:
            b = bytearray(s.encode('utf-16-le' if 'utf-16' in enc else 'utf-32-le' if 'utf-32' in enc else 'utf-8', 'surrogatepass'))
            for k in range(min(4, len(b))):
                b[random.randrange(len(b))] = random.choice(b'\xff\x80\xc0\xe0\xed\xf0\xf4\xf5\xd8\xdc\x00a')
            h.update(ascii(attempt(bytes(b).decode, enc, handler)).encode())
            if len(b) > 2:
                del b[random.randrange(len(b))]
            h.update(ascii(attempt(bytes(b).decode, enc, handler)).encode())
        print(enc, handler, 'decode', h.hexdigest()[:16])

print('every damage of UTF-8')
h = hashlib.sha256()
for prefix in ['', 'a' * 5, 'a' * 16, 'ж' * 9, '天' * 11, '😀' * 6]:
    for suffix in ['', 'b' * 20, 'ж' * 20, '天' * 20, '😀' * 9]:
        for bad in [b'\x80', b'\xc0\x80', b'\xc1\xbf', b'\xc2', b'\xe0\x80\x80', b'\xe0\x9f\xbf', b'\xe1\x80', b'\xed\xa0\x80', b'\xed\xbf\xbf', b'\xef\xbf',
                    b'\xf0\x8f\xbf\xbf', b'\xf0\x90\x80', b'\xf4\x90\x80\x80', b'\xf5\x80\x80\x80', b'\xff', b'\xc2\x41', b'\xe1\x80\x41', b'\xf1\x80\x80\x41',
                    b'\xd0\xd0', b'\xd0\xb6\xd0', b'\xc3\xbc\xc1\xbc\xc3\xbc\xc3\xbc']:
            data = prefix.encode() + bad + suffix.encode()
            for handler in HANDLERS:
                h.update(ascii(attempt(data.decode, 'utf-8', handler)).encode())
print(h.hexdigest())

print('incremental')
for enc in CODECS:
    if enc == 'unicode_escape':
        continue
    h = hashlib.sha256()
    for s in [mix(good, 60), mix(['ascii', 'cyr'], 50), mix(['cjk'], 40)]:
        b = s.encode(enc, 'replace' if enc != 'utf-7' else 'strict')
        for step in (1, 2, 3, 5, 7):
            d = codecs.getincrementaldecoder(enc)('replace')
            parts = [d.decode(b[i:i + step]) for i in range(0, len(b), step)] + [d.decode(b'', True)]
            h.update(ascii(parts).encode())
            e = codecs.getincrementalencoder(enc)('replace')
            parts = [e.encode(s[i:i + step]) for i in range(0, len(s), step)] + [e.encode('', True)]
            h.update(repr(parts).encode())
    print(enc, h.hexdigest()[:16])
