# Sets of lists, tuples and iterators of bytes, alone and among strs, ints and objects that equal them.
print(hash('key') == hash(b'key'), len({'key', b'key'}), len(set([b'key', 'key', b'key', 'key'])))


def shown(s):
    return sorted(s, key=lambda x: (type(x).__name__, repr(x)))


def copies(xs):
    return [x[:1] + x[1:] for x in xs]


words = [b'key%d' % (i % 40) for i in range(200)]
for xs in words, tuple(words), copies(words), iter(words), dict.fromkeys(words), (w for w in words), map(bytes.upper, words), reversed(words):
    s = set(xs)
    print(len(s), shown(s)[:3], b'key7' in s, b'KEY7' in s, bytearray(b'key8') in words, len(frozenset(copies(s)) ^ s))
mixed = [x for i in range(60) for x in (b'%d' % i, str(i), i, float(i), b'%d' % (i // 2), True)]
print(len(set(mixed)), len(set(mixed[::-1])), shown(set(mixed))[:4])


class Same:
    log = []

    def __init__(self, b):
        self.b = b

    def __hash__(self):
        return hash(self.b)

    def __eq__(self, other):
        self.log.append(other)
        return other == self.b

    def __repr__(self):
        return 'Same(%r)' % self.b


for xs in [Same(b'a'), b'a', b'b'], [b'a', Same(b'a'), b'b', b'a'], [b'b', b'a', Same(b'c'), b'c', b'c', Same(b'b')]:
    Same.log.clear()
    s = set(xs)
    print(len(s), shown(s), Same.log)
s = {'x', b'y'}
s.update([b'x', b'y', b'y'[:1], 'y'])
print(shown(s))
s.update([b'%d' % i for i in range(100)], [b'z'] * 10)
print(len(s))
s.difference_update([b'%d' % i for i in range(0, 100, 2)])
print(len(s), b'1' in s, b'2' in s, shown(s & set(copies([b'11', b'12', b'13']))))
s.update(list(s))
print(len(s))


class Changing:  # its comparison changes the list that is read
    def __hash__(self):
        return hash(b'12')

    def __eq__(self, other):
        source.append(b'new%d' % len(source))
        return False


# How often it is compared depends on the hashes.
source = [b'11', Changing(), b'12', b'13']
print(len(set(source)) == len(source), source[4])
class Sub(bytes):
    def __hash__(self):
        return 5
print(len(set([b'q', Sub(b'q'), b'q', Sub(b'q')])))
try:
    set([b'a', b'b', bytearray(b'c'), b'd'])
except TypeError as e:
    print(e)
many = set(b'%d' % i for i in range(20000))
many.update([b'%d' % i for i in range(10000, 40000)])
print(len(many), b'39999' in many, sum(map(len, many)))
