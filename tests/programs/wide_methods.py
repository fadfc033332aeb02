# Methods of strings of every width: results where characters lie at every distance from the ends of words of memory.
# needs: stdlib
import hashlib, random, unicodedata

random.seed(11)
POOLS = ['ab c\n', 'aé ü\xa0\x85z', 'аЯ ж\u2028\u0461я', '天地， \u3000玄\u0130', '😀a🎉 é天\r\n', 'ꙋ\u1680𝒳\U0010ffff ']


def text(n, pools=None):
    return ''.join(random.choice(random.choice(pools or POOLS)) for _ in range(n))


def note(h, *values):
    h.update(ascii(values).encode('ascii'))


texts = [text(n, [p]) for p in POOLS for n in (0, 1, 2, 3, 5, 8, 9, 17, 40, 100)] + [text(n) for n in (3, 10, 30, 70, 200) for _ in range(3)]
h = hashlib.sha256()
for s in texts:
    needles = ['a', 'é', 'ж', '天', '😀', ' ', '\n', '\u0430', '\u0461', s[:1], s[-1:], s[2:4], s[-3:], 'ab', '天地', 'aж', 'zzzz', 'é ', s[:8], s[-9:]]
    for x in needles:
        if not x:
            continue
        note(h, s.find(x), s.rfind(x), s.count(x), x in s, s.split(x), s.rsplit(x, 2), s.partition(x), s.rpartition(x), s.startswith(x), s.endswith(x))
        note(h, s.find(x, 3), s.rfind(x, 1, -1), s.count(x, 2, 50), s.strip(x), s.removeprefix(x), s.removesuffix(x))
        for y in ('', '-', 'é', 'Ж', '😀', 'long one', '天天'):
            note(h, s.replace(x, y), s.replace(x, y, 1), s.replace(x, y, 2))
    note(h, s.split(), s.rsplit(None, 2), s.splitlines(), s.splitlines(True), s.strip(), s.upper(), s.lower(), s.title(), s.casefold(), s.swapcase(), s.capitalize())
    note(h, repr(s), ascii(s), s[::-1], s[1::2], s.expandtabs(), s.center(50, '天'), s.zfill(30), f'{s:>60}', f'{s:é^70.9}', '%-30s|%.4s' % (s, s))
    note(h, s.translate({ord('a'): '天', ord('ж'): None, ord('天'): '😀', 0xe9: 'e'}), s.isalpha(), s.isprintable(), s.isspace(), s.isidentifier(), s.isascii())
print(h.hexdigest())

h = hashlib.sha256()
for sep in ('', ' ', 'é', 'ж', '天天', '😀', 'ab'):
    for k in (1, 2, 3, 7):
        for _ in range(6):
            part = random.choices(texts, k=k)
            note(h, sep.join(part))
print(h.hexdigest())

h = hashlib.sha256()
for _ in range(400):
    a, b = random.choice(texts), random.choice(texts)
    note(h, a < b, a <= b, a == b, a > b)
    n = random.randrange(len(a) + 1)
    note(h, a[:n] < a, a[:n] + b < a, a[:n] + '\U0010ffff' > a)
note(h, sorted(texts))
print(h.hexdigest())

h = hashlib.sha256()
for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
    for c in list(range(0, 0x3400)) + list(range(0xA000, 0x20000, 1)) + list(range(0x2f800, 0x2fa40)):
        s = chr(c)
        if not 0xD800 <= c < 0xE000:
            n = unicodedata.normalize(form, s)
            if n != s or not unicodedata.is_normalized(form, s):
                note(h, form, c, n, unicodedata.is_normalized(form, s))
print('every character', h.hexdigest())

marks = [c for c in map(chr, range(0x300, 0x36f))] + ['\u05b0', '\u0f71', '\u3099', '\u1161', '\u11a8', '\u0327', '\u0323']
bases = list('aeouAEOZcd') + ['ё', 'И', 'が', 'か', '가', '\u1100', '각', 'ệ', 'Å', 'ﬁ', '①', '豈', '天', '😀', ' ', '\u0344', '\u1e9b']
h = hashlib.sha256()
for _ in range(6000):
    s = ''.join(random.choice(bases) + ''.join(random.choices(marks, k=random.choice([0, 0, 1, 1, 2, 3]))) for _ in range(random.randrange(1, 12)))
    if random.random() < 0.2:
        s = random.choice(marks) + s
    for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
        n = unicodedata.normalize(form, s)
        note(h, n, unicodedata.is_normalized(form, s), unicodedata.is_normalized(form, n), unicodedata.ucd_3_2_0.normalize(form, s))
print('sequences', h.hexdigest())
