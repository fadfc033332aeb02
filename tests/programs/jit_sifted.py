# Loops over maps, filters and the iterators of itertools that machine code steps without a generic helper, and what they do where it cannot.
import itertools as it
from _collections import deque
from array import array

class Loud:
    def __init__(self, n):
        self.n = n
    def __bool__(self):
        log.append(self.n)
        if self.n == 99:
            raise ValueError('loud')
        return self.n % 2 == 1
    def __str__(self):
        log.append('str')
        return 'loud%d' % self.n
    def __len__(self):
        log.append('len')
        return self.n
    def __repr__(self):
        return 'L%d' % self.n

log = []
mixed = [0, 1, '', 'a', None, True, False, 0.0, 2.5, (), (1,), [], [2], {}, {3}, Loud(3), Loud(4), 1 << 70, b'', b'x', range(0), float('nan')]
sources = [
    lambda: mixed, lambda: tuple(mixed), lambda: range(6), lambda: 'ab', lambda: b'\0\1\2', lambda: bytearray(b'\3\0'), lambda: iter(mixed),
    lambda: (x for x in mixed), lambda: deque(mixed), lambda: dict.fromkeys(['', 'a']), lambda: array('h', [0, 5, 0]), lambda: memoryview(b'\0\7'), lambda: [],
]
makers = [
    lambda s: filter(None, s()), lambda s: filter(bool, s()), lambda s: filter(lambda x: x, s()), lambda s: it.filterfalse(None, s()),
    lambda s: it.filterfalse(bool, s()), lambda s: it.takewhile(bool, it.islice(s(), 1, None)), lambda s: it.takewhile(bool, s()),
    lambda s: it.dropwhile(bool, s()), lambda s: it.dropwhile(bool, list(s())[1:]), lambda s: it.compress(s(), s()), lambda s: it.compress(it.count(), s()),
    lambda s: it.compress(range(9), s()), lambda s: it.compress(s(), [1, 0, 1, True, None, Loud(5), 1]), lambda s: it.compress('abcdefgh', s()),
    lambda s: it.islice(s(), 3), lambda s: it.islice(s(), 1, None, 2), lambda s: it.islice(s(), 2, 9, 3), lambda s: it.islice(it.cycle(s()), 30),
    lambda s: it.chain(s(), s()), lambda s: it.chain.from_iterable([s(), [], s()]), lambda s: it.chain.from_iterable(iter([s(), (1,)])),
    lambda s: it.pairwise(s()), lambda s: it.tee(s())[0], lambda s: it.repeat(len(log), 4), lambda s: it.islice(it.count(5, -2), 3),
    lambda s: map(str, s()), lambda s: map(bool, s()), lambda s: map(repr, s()), lambda s: zip(s(), it.count()), lambda s: enumerate(it.islice(s(), 4)),
    lambda s: it.islice(it.islice(it.cycle(it.chain(s(), s())), 40), 2, None, 3), lambda s: zip(s(), b'abcd'), lambda s: it.zip_longest(s(), 'xy'),
]

def consume(iterator):
    out = []
    for x in iterator:
        out.append(x)
        if len(out) > 200:
            break
    return out

for n, make in enumerate(makers):
    for s in sources:
        log.clear()
        first = None
        for _ in range(4):
            try:
                r = repr(consume(make(s)))
            except Exception as e:
                r = type(e).__name__ + str(e)
            if first is None:
                first = r
            elif n != 23:
                assert r == first, (n, r, first)
        print(n, first, len(log))

# What raises does so at its item.
def items(iterator):
    out = []
    try:
        for x in iterator:
            out.append(x)
    except Exception as e:
        out.append(type(e).__name__)
    return out, list(it.islice(iterator, 3))
for _ in range(3):
    print(items(map(int, ['1', '2', 'x', '3'])), items(map(ord, ['a', 'bc', 'd'])), items(map(len, ['ab', 5, 'c'])), items(map(abs, (1, 'x', -2.5))))
    print(items(map(chr, [97, -1, 98])), items(map(hash, [1, [], 2])), items(map(float, ['1', 'x', 2])), items(map(hex, [255, 1.5, 16])))
    print(items(filter(None, [1, Loud(99), 2])), items(it.compress('abc', [1, Loud(99), 1])), items(it.takewhile(bool, [1, Loud(99), 2])))
    print(items(it.dropwhile(bool, [1, Loud(99), 2])), items(it.filterfalse(bool, [0, Loud(99), 0])), items(map(int, [1.5, float('inf'), 2])))
    print(items(it.islice(map(int, ['1', 'x', '3']), 3)), items(it.chain([1], 5)), items(it.chain.from_iterable([[1], 5, [2]])), items(it.cycle(map(int, ['1', 'x']))))
print(len(log) > 0)

# Items are used before the next one is asked for.
def growing():
    a = [1, 2, 3]
    for x in it.chain(a, a):
        if len(a) < 9:
            a.append(x)
    b = [0, 1]
    for x in filter(None, b):
        if len(b) < 30:
            b += [0, x]
    c, sel = [1, 2, 3], [1]
    for x in it.compress(c, sel):
        sel.append(x % 2)
    d = [3]
    for x in it.takewhile(bool, d):
        d.append(x - 1)
    e = ['1']
    for x in map(int, e):
        if x < 6:
            e.append(str(x + 1))
    f = [1, 2]
    for x in it.islice(f, 5):
        f.append(x)
    return a, b, c, sel, d, e, f
for _ in range(3):
    print(growing())

# Iterators that are shared, and what is left in them.
def shared():
    i = iter(range(10))
    out = []
    for x in it.takewhile(bool, it.islice(i, 1, 3)):
        out.append((x, next(i)))
    j = iter([1, 0, 2, 0, 3])
    for x in it.compress(j, j):
        out.append(x)
    k = iter([1, 2, 0, 5, 6])
    for x in it.takewhile(bool, k):
        out.append(x)
    out += k
    m = map(abs, iter([-1, -2, -3, -4]))
    for x in m:
        out.append((x, next(m)))
    c = it.cycle([1, 2, 3])
    for x in c:
        out.append(x)
        if next(c) == 1:
            break
    data, sels = iter('abcd'), iter([1, 0])
    for x in it.compress(data, sels):
        out.append(x)
    out += data
    t1, t2 = it.tee(iter([1, 2, 3]))
    for x in t1:
        out.append((x, next(t2)))
    return out
for _ in range(3):
    print(shared())

# A container sees what is appended to it item by item where a program can look.
class Sees:
    def __str__(self):
        return str(len(d))
    def __int__(self):
        return len(d)
    def __bool__(self):
        return len(d) % 2 == 0
for f in (str, int, bool, repr, abs, len, float):
    for start in ([], [7, 'a', None], [True]):
        for items_ in ([1, 2, 3], [1, Sees(), 2, Sees(), 3], [Sees(), Sees()], ['5', 6.5, Sees(), '7', 'x', 8]):
            for d, add in ((deque(start), 'extend'), (list(start), 'extend'), (set(start), 'update'), (deque(start, 2), 'extendleft'), (bytearray(2), 'extend')):
                try:
                    getattr(d, add)(map(f, items_))
                except Exception as e:
                    print(type(e).__name__, end=' ')
                print(len(d), sorted(map(str, d)) if f is not repr else '', end=';')
    print()

# Text of thousands, and long runs without a true item.
n = 0
for x in filter(None, [0] * 20000 + [1] + [0] * 20000):
    n += x
for x in it.filterfalse(bool, range(1, 9000)):
    n += 1
for x in it.compress(range(20000), bytes(19999) + b'\1'):
    n += x
for x in it.islice([1] * 10000, 9999, None):
    n += x
for x in it.chain.from_iterable([[]] * 10000 + [[5]]):
    n += x
for x in it.dropwhile(bool, [1] * 10000 + [0, 4]):
    n += x
deep = iter([1, 2, 3])
for _ in range(3000):
    deep = it.islice(deep, 5)
try:
    for x in deep:
        n += x
except RecursionError:
    pass
print(n)
