# Texts of each width around the lengths that vectors have: UTF-8, UTF-16, searching, replacing, normalizing, lines of files.
# needs: stdlib
import codecs, hashlib, io, json, os, random, re, tempfile, unicodedata

random.seed(11)
POOLS = {
    'ascii': 'abcdefgh XYZ09\t',
    'latin': 'aéßüÿ\x80z\xa0 ',
    'cyr': 'аЯёжЁx о',
    'two': '\x80\u07ffñш',
    'cjk': '天地，a\u3000玄',
    'three': '\u0800\uffff\ud7ff\ue000€',
    'emoji': '😀a🎉é天',
    'four': '\U00010000\U0010ffff😀',
    'bad': '\ud800a\udfff\udc80\udcff天é\ud83d',
    'marks': 'e\u0301a\u0323\u0307éẹ\u1100\u1161\u11a8각ﬁ\u0345\U0001d15e',
}
LENGTHS = [0, 1, 2, 5, 8, 13, 15, 16, 17, 24, 31, 32, 33, 47, 49, 64, 65, 66, 80, 97, 129, 257, 513, 1030]


def attempt(f, *args):
    try:
        return f(*args)
    except UnicodeError as e:
        return type(e).__name__, e.encoding, e.start, e.end, e.reason, e.object[e.start:e.end]


def text(pools, n):
    out = ''
    while len(out) < n:
        out += ''.join(random.choices(POOLS[random.choice(pools)], k=random.choice((1, 2, 5, 17, 40))))
    return out[:n]


MIXES = [[p] for p in POOLS] + [['ascii', p] for p in POOLS] + [['ascii', 'latin', 'cyr'], ['latin', 'cjk'], ['cyr', 'cjk', 'emoji'], [p for p in POOLS if p != 'bad'],
                                                               list(POOLS)]
texts = [text(m, n) for m in MIXES for n in random.sample(LENGTHS, 3)]
# What is odd among many alike, at each place.
for common in 'a', 'é', 'ж', '天', '😀':
    for odd in 'b', 'ÿ', 'ш', '，', '🎉', '\ud800', '\udfff':
        for n in 33, 70:
            i = random.randrange(n)
            texts.append(common * i + odd + common * (n - i - 1))


def show(name, results):
    h = hashlib.sha256()
    n = 0
    for r in results:
        h.update(ascii(r).encode())
        n += 1
    print(name, n, h.hexdigest()[:16])


for enc in 'utf-8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32-le', 'utf-32-be', 'latin-1':
    encoded = [attempt(s.encode, enc) for s in texts]
    show('encode ' + enc, encoded)
    show('back ' + enc, (attempt(b.decode, enc) == s for b, s in zip(encoded, texts) if isinstance(b, bytes)))
for h in 'surrogatepass', 'replace', 'surrogateescape', 'backslashreplace', 'ignore':
    show('encode ' + h, (attempt(s.encode, 'utf-8', h) for s in texts))
    show('encode 16 ' + h, (attempt(s.encode, 'utf-16-be', h) for s in texts))


def damaged(b):
    b = bytearray(b)
    for _ in range(random.randrange(1, 3)):
        if b:
            b[random.randrange(len(b))] = random.choice(b'\x80\xbf\xc0\xc1\xc2\xdf\xe0\xed\xef\xf0\xf4\xf5\xffa\xa0\x9f\x90\x8f')
    return bytes(b)


for enc in 'utf-8', 'utf-16-le', 'utf-16-be':
    broken = [damaged(s.encode(enc, 'surrogatepass')) for s in texts]
    broken += [b[:random.randrange(len(b) + 1)] for b in broken]
    for h in 'strict', 'replace', 'surrogatepass', 'surrogateescape', 'ignore', 'backslashreplace':
        show('damaged %s %s' % (enc, h), (attempt(b.decode, enc, h) for b in broken))

    def pieces(b, n):
        d = codecs.getincrementaldecoder(enc)('replace')
        return [d.decode(b[i:i + n]) for i in range(0, len(b), n)] + [d.decode(b'', True)]

    show('pieces ' + enc, (attempt(pieces, b, random.choice((1, 7, 16, 31, 33, 64))) for b in broken))

some = random.sample(texts, 40)
needles = 'a', 'é', 'ж', '天', '😀', 'z', 'ÿ', '\u0800', 'aa', 'жж', '天地', '😀a'
for x in needles:
    show('find ' + ascii(x), ((s.find(x), s.rfind(x), s.count(x), x in s, s.find(x, 5, -3), s.partition(x)[0]) for s in some))
    for y in '', 'b', 'ü', 'ы', '🚀', 'жы':
        show('replace %s %s' % (ascii(x), ascii(y)), ((s.replace(x, y), s.replace(x, y, 2), s.replace(x, y).isascii()) for s in some))
    show('split ' + ascii(x), ((s.split(x), s.rsplit(x, 2), s.strip(x)) for s in some))
for form in 'NFC', 'NFD', 'NFKC', 'NFKD':
    show(form, ((unicodedata.normalize(form, s), unicodedata.is_normalized(form, s)) for s in texts))
    show('3.2 ' + form, ((unicodedata.ucd_3_2_0.normalize(form, s), unicodedata.ucd_3_2_0.is_normalized(form, s)) for s in texts))
    show('each ' + form, (unicodedata.is_normalized(form, chr(c)) for c in range(0, 0x30000, 499)))
show('join', ('é'.join(texts[i:i + 3]) + texts[i] + ''.join(texts[i:i + 3]) for i in range(len(texts) - 3)))
show('slices', ((s[3:20], s[-17:], s[::2], s[::-1], s[7:8]) for s in texts))
show('hashes', (len({s, s[:-1] + s[-1:]}) for s in texts))
show('compare', ((a < b, a == b, a[:40] == b[:40]) for a, b in zip(texts, texts[1:])))

# What ends lines, or is escaped, at each place.
marked = []
for s in some:
    for c in '\n', '\r\n', '\x1c', '\x1f', '\t', '\x84', '\x85', '\u2028', '\u2029', '"', '\\', '\x7f':
        i, j = random.randrange(len(s) + 1), random.randrange(len(s) + 1)
        marked.append(s[:i] + c + s[i:j] + c * 2 + s[j:])
show('lines', ((s.splitlines(), s.splitlines(True)) for s in marked))
show('json', (json.dumps(s, ensure_ascii=False) for s in marked))
show('json back', (json.loads(json.dumps(s, ensure_ascii=False)) == s for s in marked))
for x in 'é', 'ж', '天', '😀':
    show('re ' + ascii(x), ((re.sub(x, '-', s), re.split(x, s, maxsplit=1), len(re.findall('[^%s]+' % x, s))) for s in some))
show('join words', ('-'.join(s.split()) + 'ж'.join(s.split()) + '😀'.join(s.split(' ')) for s in some))

# Texts longer than the pieces that they are taken in.
big = text(['ascii', 'latin', 'cyr', 'cjk'], 150) * 1500
for s in big, big + '😀', '😀' + big, ('é' + 'a' * 70) * 9000, 'ж' * 300001, ('天' * 11 + '😀') * 30000:
    for enc in 'utf-8', 'utf-16-le', 'utf-16-be', 'utf-32-be':
        b = s.encode(enc)
        print(enc, len(s), hashlib.sha256(b).hexdigest()[:16], b.decode(enc) == s, attempt((b[:-1] + b'\xf8').decode, enc)[:5])
    r = s.replace('é', 'e').replace('天', 'a')
    print(len(r), hashlib.sha256(r.encode()).hexdigest()[:16], s.count('é'), s.find('\U0001f389'), unicodedata.is_normalized('NFC', s))

with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, 'lines')
    for m in random.sample([m for m in MIXES if 'bad' not in m], 8):
        lines = [text(m, random.randrange(0, 150)) for _ in range(60)]
        for enc in 'utf-8', 'utf-16', 'utf-32', 'utf-8-sig':
            with open(path, 'w', encoding=enc) as f:
                f.write('\n'.join(lines))
            with open(path, encoding=enc) as f:
                got = [l.rstrip('\n') for l in f]
            with open(path, encoding=enc, newline='') as f:
                all = f.read()
            with open(path, encoding=enc) as f:
                first, some, line, at, rest = f.readline(), f.read(100), f.readline(9), f.tell(), f.read()
                f.seek(at)
                again = f.read() == rest
            show(enc, [len(got), got, all, first, some, line, at, rest, again])
