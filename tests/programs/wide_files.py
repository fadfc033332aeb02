# Text files beyond ASCII: lines, pieces, places, newline modes, in every kind of encoding.
# needs: stdlib
import hashlib, io, random

random.seed(3)
WORDS = {'latin': 'größer naïve Ærø x', 'cyr': 'слово ещё Москва x', 'cjk': '天地 玄黄， 洪荒', 'emoji': '😀 word 🎉é'}
ENDS = ['\n', '\r\n', '\r', '\n\n']


def make(pool, lines, longest, ends):
    out = []
    for i in range(lines):
        out.append(''.join(random.choices(WORDS[pool], k=random.randrange(longest))) + random.choice(ends))
    return ''.join(out)


class Small(io.BytesIO):
    """Reads few bytes at once."""
    def read1(self, n=-1):
        return super().read1(min(n, 7) if n > 0 else 7)


def check(enc, pool, newline, ends, lines, longest, make_buffer, handler='strict'):
    s = make(pool, lines, longest, ends)
    b = s.encode(enc, 'replace')
    h = hashlib.sha256()
    f = io.TextIOWrapper(make_buffer(b), encoding=enc, newline=newline, errors=handler)
    f._CHUNK_SIZE = random.choice([8192, 64, 5])
    got = list(f)
    h.update(ascii((got, f.newlines)).encode())
    f.seek(0)
    h.update(ascii(f.read()).encode())
    f.seek(0)
    pieces = []
    for n in (1, 3, 10, 0, 100, 4000):
        pieces.append(f.read(n))
    pieces.append(f.readline())
    pieces.append(f.readline(4))
    pieces.append(f.readline())
    pieces.append(f.read())
    h.update(ascii(pieces).encode())
    f.seek(0)
    places, rest = [], []
    for i in range(12):
        places.append(f.tell())
        f.readline() if i % 3 else f.read(i)
    for p in places[::-1][:6]:
        f.seek(p)
        rest.append(f.readline())
        rest.append(f.read(5))
    h.update(ascii(rest).encode())
    out = io.BytesIO()
    w = io.TextIOWrapper(out, encoding=enc, newline=newline, errors='replace')
    for line in s.splitlines(True):
        w.write(line)
    w.flush()
    h.update(out.getvalue())
    return h.hexdigest()[:16]


for enc, pools in [('utf-8', WORDS), ('utf-8-sig', WORDS), ('utf-16', WORDS), ('utf-16-be', WORDS), ('utf-32', WORDS), ('latin-1', ['latin']),
                   ('cp1252', ['latin']), ('koi8-r', ['cyr']), ('cp1251', ['cyr']), ('gbk', ['cjk', 'cyr']), ('shift_jis', ['cjk', 'cyr']),
                   ('gb18030', ['emoji', 'cjk'])]:
    for pool in pools:
        for newline in (None, '', '\n', '\r', '\r\n'):
            a = check(enc, pool, newline, ENDS, 20, 60, io.BytesIO)
            b = check(enc, pool, newline, ['\n'], 100, 90, io.BytesIO)
            c = check(enc, pool, newline, ENDS, 20, 40, Small)
            d = check(enc, pool, newline, ['\r\n', '\r'], 100, 90, io.BytesIO, 'replace')
            print(enc, pool, repr(newline), a, b, c, d)

print('damaged')
for enc in ('utf-8', 'utf-16', 'utf-32', 'cp1252', 'gbk', 'ascii'):
    for handler in ('strict', 'ignore', 'replace', 'surrogateescape', 'backslashreplace'):
        b = bytearray(make('cyr' if enc != 'cp1252' else 'latin', 200, 60, ['\n']).encode(enc, 'replace'))
        for k in range(20):
            b[random.randrange(4, len(b))] = random.choice(b'\xff\x81\xd8\xdc\x9d')
        f = io.TextIOWrapper(io.BytesIO(b), encoding=enc, errors=handler)
        got = []
        try:
            for line in f:
                got.append(line)
        except UnicodeDecodeError as e:
            print(enc, handler, 'error', e.reason)
            continue
        print(enc, handler, hashlib.sha256(ascii(got).encode()).hexdigest()[:16])
