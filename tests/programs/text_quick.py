# Methods of str and bytes whose quick ways end at odd places: translate, repr, case, rfind, iteration.
# needs: stdlib
import random
r = random.Random(7)

class Table:
    def __init__(self, d):
        self.d, self.asked = d, []
    def __getitem__(self, k):
        self.asked.append(k)
        return self.d[k]
texts = ['', 'a', 'b', 'abcab', 'aé', 'x' * 50 + 'b', 'abc' * 9, '\0\x7fab', 'b\u20aca', '😀ab', 'q', 'aaa', 'zb']
tables = [{97: 'x'}, {97: None}, {97: 98, 98: 97}, {97: 'xyz', 98: ''}, {97: 'é'}, {98: 8364}, {97: 0x1f600, 98: None}, {98: 'é€'}, {97: 233, 98: 'b'}, {}, {97: True}]
for d in tables:
    for s in texts:
        t = Table(d)
        assert s.translate(t) == s.translate(d)
        print(ascii(s.translate(t)), end=' ')
    print()
for d in ({97: -1}, {97: 0x110000}, {97: 1.5}, {97: 1 << 70}, {98: b'x'}):
    for s in ('a', 'ab', 'bbba', 'éab'):
        try:
            print(ascii(s.translate(d)))
        except Exception as e:
            print(type(e).__name__, e)
class Bad:
    def __getitem__(self, k):
        if k == 99:
            raise OSError(k)
        raise (KeyError, IndexError, LookupError)[k % 3]
for s in ('ab', 'abc', 'éc'):
    try:
        print(ascii(s.translate(Bad())))
    except OSError as e:
        print(e)
class S(str):
    pass
print(type(S('a').translate({})), type(S('ab').translate({})), S('ab').translate({97: S('q')}))

for s in ['é', "é'", 'é"', 'é\\', 'é\n', 'ab\xa0', '\xad', '€uro', '😀', '😀\U000e0001', '\ud800é', 'é' * 3 + '\x7f', 'é\'"', '\u2028', '\x85', 'ß' * 100, '中文']:
    print(ascii(repr(s)), len(repr(s)), ascii(s), ascii(repr([s])), ascii('%r' % s))

for n in list(range(20)) + [63, 64, 65, 200]:
    b = bytes(r.randrange(256) for _ in range(n))
    for x in (b, bytearray(b)):
        want = lambda f: bytes(map(f, b))
        assert x.upper() == want(lambda c: c - 32 if 97 <= c < 123 else c)
        assert x.lower() == want(lambda c: c + 32 if 65 <= c < 91 else c)
        assert x.swapcase() == want(lambda c: c ^ 32 if 97 <= c < 123 or 65 <= c < 91 else c)
        assert x.capitalize() == x[:1].upper() + x[1:].lower()
        for d in (b'', b'a', b[:3], bytes(range(128)), bytes(range(256))):
            assert x.translate(None, d) == bytes(c for c in b if c not in d)
            assert x.translate(bytes(range(255, -1, -1)), d) == bytes(255 - c for c in b if c not in d)
        for k in range(4):
            for i in range(max(n - k, 0) + 1):
                p = b[i:i + k]
                j = max((j for j in range(n - len(p) + 1) if b[j:j + len(p)] == p), default=-1)
                assert x.rfind(p) == j and x.rindex(p) == j
                if p:
                    assert x.rpartition(p) == (b[:j], p, b[j + len(p):])
                    assert x.rsplit(p, 1) == [b[:j], b[j + len(p):]]
        assert x.rfind(b'not there at all') == -1 and x.rfind(b'', 3) == (n if n >= 3 else -1)
    s = b.decode('latin1')
    assert list(s) == [s[i] for i in range(n)] == [*s] and tuple(s) == tuple(list(s)) and set(s) == {c for c in s}
    assert ''.join(reversed(s)) == s[::-1] and '-'.join(s) == '-'.join(list(s))
    assert s.isprintable() == all(c.isprintable() for c in s)
    a = ''.join(chr(c & 127) for c in b)
    assert a.isprintable() == all(32 <= ord(c) < 127 for c in a) and list(a) == [c for c in a] and a.swapcase() == ''.join(c.swapcase() for c in a)
for b in (b'', b'abcdefgh', b'ABCDEFGHIJ', b'ABCDEFGHj', b'abcdefghJ', b'\xe1\xc1\xff\x80abcdefg', b'12345678', b'1234567x', b'1234567X', b'\xc1' * 9, b'\xe1' * 9,
          b'Ab Cd', b'Ab cd', b'AB', b'aB', b' A1B', b'A1b', b'1'):
    print(b.islower(), b.isupper(), b.istitle(), bytearray(b).islower(), end=' ')
print()
it = iter('abcdef')
print(next(it), list(it), list(it))
it = iter('ab€')
print(next(it), ascii(list(it)))
print(all('ab'), any(''), max('abz'), sorted('hello'), list(zip('ab', 'cd')), dict.fromkeys('aab'), list(map(ord, 'abc')))

from collections import deque
# bytes of iterables: items are asked for one by one where code can run.
class I:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        log.append(self.n)
        if self.n == 3:
            l.append(77)
        if self.n == 4:
            del l[5:]
        return self.n
def gen(items):
    for x in items:
        log.append('g')
        yield x
for make in (bytes, bytearray, lambda x: bytearray(b'z').__iadd__(bytes(x)), lambda x: (b := bytearray(b'z'), b.extend(x))[0]):
    for items in ([], [1, 2, 255], [1, True, 2], [1, 256, 2], [1, -1], [1, 'a'], [1, 2.5], [I(3), 1, 2], [1, 2, I(4), 9, 9, 9, 9], [0] * 300 + [1 << 70], [I(1), I(2)] * 20):
        for wrap in (list, tuple, iter, gen, lambda l: map(abs, l), lambda l: (x for x in l), deque, lambda l: reversed(l)):
            l, log = list(items), []
            try:
                r = make(wrap(l) if wrap is not list else l)
            except (ValueError, TypeError) as e:
                r = str(e)
            print(hash(repr(r)) and repr(r)[-30:], len(log), end=' ')
        print()
l = []
l.extend('héllo'); l.extend('€'); l += 'x' * 5000
print(len(l), l[:7], l[-1], list(S('ab')))
