# Long strings that are added to again and again, wherever they stand, and what was made on the way.
import sys, marshal


class Box:
    pass


class S(str):
    pass


G = ''


def grow(n, part):
    b, d, l, s = Box(), {'k': ''}, [''], ''
    b.a = ''
    c = ''

    def cell():
        nonlocal c
        c += part
    global G
    G = ''
    kept = []
    for i in range(n):
        b.a += part
        d['k'] += part
        l[0] += part
        s += part
        cell()
        G += part
        if i % 50 == 0:
            kept.append((i, b.a, s))
    assert b.a == d['k'] == l[0] == s == c == G == part * n
    return b.a, kept


def look(s, want):
    """All that reads a string's text."""
    assert s == want and want == s and not s != want and hash(s) == hash(want)
    assert s <= want and s >= want and not s < want and s + 'x' > want
    assert len(s) == len(want) and {want: 1}[s] == 1 and s in {want}
    assert s[0] == want[0] and s[-1] == want[-1] and s[len(s) // 2] == want[len(want) // 2]
    assert s[3:7] == want[3:7] and s[::-1] == want[::-1] and s[::3] == want[::3] and s[:] == want
    assert list(s) == list(want) and [c for c in s] == list(want) and tuple(s) == tuple(want)
    assert want[5:300] in s and s.find(want[280:]) == want.find(want[280:]) and s.count(want[1]) == want.count(want[1])
    assert s.upper() == want.upper() and s.replace(want[2], '<>') == want.replace(want[2], '<>')
    assert s.split(want[1]) == want.split(want[1]) and s.encode() == want.encode() and s.encode('utf-16') == want.encode('utf-16')
    assert s.startswith(want[:260]) and s.endswith(want[-260:]) and s.strip() == want.strip()
    assert '%s|' % s == want + '|' and f'{s:>1000}' == f'{want:>1000}' and '{}'.format(s) == want
    assert repr(s) == repr(want) and ascii(s) == ascii(want) and str(s) == want and S(s) == want
    assert ''.join([s, s]) == want * 2 and s * 2 == want * 2 and sys.intern(s) == want
    assert marshal.loads(marshal.dumps(s)) == want and sys.getsizeof(s) == sys.getsizeof(want)
    assert s.translate({ord(want[0]): None}) == want.translate({ord(want[0]): None})
    assert s.isascii() == want.isascii() and s.isprintable() == want.isprintable() and s.islower() == want.islower()
    assert s.partition(want[4]) == want.partition(want[4]) and s.splitlines() == want.splitlines()
    assert type(s) is str and s.casefold() == want.casefold() and s.zfill(2000) == want.zfill(2000)
    o = Box()
    setattr(o, s, 1)
    assert getattr(o, want) == 1 and list(o.__dict__) == [want]
    return sum(map(ord, s)) % 1000003


for part in 'x', '0123456789', 'h\xe9', '\u03b1\u03b2\n', '\U0001f600-':
    s, kept = grow(400, part)
    print(ascii(part), look(s, part * 400))
    for i, a, b in kept:
        assert a == b == part * (i + 1)
        if len(a) > 300:
            look(a, part * (i + 1))

# Two that grow from one; sums that become wider; adding a string to itself; subclasses.
s = ''
for i in range(100):
    s += 'abcd'
a = s + 'left'
b = s + 'right'
c = s + '\u20ac'
a += '1'
b += '2'
c += '3'
d = s + '\xe9'
d += '\U0001f600'
print(a[-8:], b[-8:], ascii(c[-8:]), ascii(d[-8:]), len(s), s.endswith('abcd'))
s += s
s += s[:7]
print(len(s), look(s, 'abcd' * 200 + 'abcdabc'))
t = S(s)
t += 'end'
u = t + t
print(type(t).__name__, len(t), type(u).__name__, len(u), u[-3:], (s + S('!'))[-2:], S(s) + 'z' == s + 'z')
v = 'p' * 300
w = v + ''
print(w is v, (v + S('')) is v)
lines = []
text = ''
for i in range(3000):
    text += str(i) + ','
    if i % 1000 == 999:
        lines.append(text)
print([len(x) for x in lines], sum(map(int, text[:-1].split(','))), lines[0] == text[:len(lines[0])])


# Machine code reads the text where it is.
def scan(s):
    n = 0
    i = 0
    while i < len(s):
        if s[i] == ',':
            n += 1
        i += 1
    for c in s:
        if c == '9':
            n += 1000
    it = iter(s)
    for c in it:
        if c == '8':
            n += 1000000
    return n, s[-1], s[300], s[-300], [c for c in zip(s, range(3))], ord(s[1]), s[i - 2]


def texts():
    a = b = c = ''
    for i in range(400):
        a += str(i) + ','
        b += '\xe9,' + str(i)
        c = c + '\u20ac' + str(i) if i % 2 else c + 'x' * 9
    return a, b, c, 'y,98' * 100, 'x,98\u20ac' * 100, 'ab' + 'c' * 400


for _ in range(3):
    for s in texts():
        print(ascii(scan(s)))
