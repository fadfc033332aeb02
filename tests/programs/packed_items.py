# Items of arrays and memoryviews that are read, found, compared, moved and appended many at a time.
# needs: stdlib
from array import array
import collections

values = {
    'b': [-128, 127, 0, 5, -1], 'B': [0, 255, 7], 'h': [-32768, 32767, 3], 'H': [0, 65535, 9], 'i': [-2**31, 2**31 - 1, 4],
    'I': [0, 2**32 - 1, 4], 'l': [-2**63, 2**63 - 1, 2**47, 2**48, -2**48, 1], 'L': [0, 2**64 - 1, 2**48, 2**63],
    'q': [-2**63, 2**63 - 1, 0, 2**50], 'Q': [0, 2**64 - 1, 5], 'f': [0.5, -2.0, float('inf'), -0.0], 'd': [0.1, -1e300, float('-inf'), -0.0],
}
for code, items in values.items():
    a = array(code, items * 7)
    assert a.tolist() == list(a) == [x for x in a] == items * 7, code
    assert tuple(a) == tuple(items * 7)
    m = memoryview(a)
    assert m.tolist() == list(m) == [x for x in m] == items * 7
    assert m[::-2].tolist() == (items * 7)[::-2] == list(m[::-2]) == a[::-2].tolist()
    assert m[3:9].tolist() == a[3:9].tolist() == list(m[3:9])
    for x in items:
        assert x in a and a.index(x) == items.index(x) and a.count(x) == 7, (code, x)
        assert a.index(x, 2 * len(items)) == 2 * len(items) + items.index(x)
    print(code, [x in a for x in (-1, 256, 1 << 40, 2.5, True, 'x', None, 5.0, 0, float('nan'))])
    print(code, [a.count(x) for x in (-1, 255, 0, 0.0, -0.0, False, 7.0, 1 << 70)])
    b = array(code, items * 7)
    assert a == b and not a != b and a <= b and not a < b
    b[-1] = items[1]
    print(code, a == b, a != b, a < b, a <= b, a > b, a >= b, a < a[:-1], a[:-1] < a)
    for size in (0, 1, 3, 1000):
        assert (a * size).tolist() == items * 7 * size
        c = array(code, items)
        c *= size
        assert c.tolist() == items * size
    c = array(code, items)
    c.reverse()
    assert c.tolist() == items[::-1]
    c.byteswap()
    print(code, c.tobytes().hex())
    c.byteswap()
    for lo, hi, n in ((0, 0, 2), (1, 2, 3), (0, 3, 1), (2, 1, 2), (0, 3, 3), (5, 9, 1)):
        c, l = array(code, items * 2), items * 2
        c[lo:hi] = array(code, items[:n])
        l[lo:hi] = items[:n]
        assert c.tolist() == l
        c, l = array(code, items * 2), items * 2
        c[lo:hi] = c
        l[lo:hi] = l
        assert c.tolist() == l
        del c[lo:hi]
        del l[lo:hi]
        assert c.tolist() == l
    c = array(code)
    for source in (items, tuple(items), iter(items), (x for x in items), collections.deque(items), dict.fromkeys(items), map(type(items[0]), items)):
        c.extend(source)
    assert c.tolist() == items * 7

# NaNs are equal to nothing.
for code in 'fd':
    a = array(code, [1.0, float('nan'), 2])
    print(a == a, a != a, a < a, a == array(code, a), float('nan') in a, a.count(2), a.index(2), a[:1] == array('i', [1]))
print(array('d', [0.0]) == array('d', [-0.0]), array('f', [1]) == array('d', [1]), array('b', [-1]) == array('B', [255]))
print(array('d', [1, True, 2**60, 0.5]), array('f', [1, 2**24 + 1]))

# What does not fit, and what runs code in between.
class Index:
    def __index__(self):
        seen.append(len(a))
        return 7
class Float:
    def __float__(self):
        seen.append(len(a))
        return 2.5
for code, items in (('b', [1, 2, Index(), 3, 200, 4]), ('Q', [1, -1]), ('I', [5, 1 << 33]), ('d', [1, Float(), 2.5, 'x']), ('h', [True, Index(), 1.5]),
                    ('B', [9, Index(), 10, None]), ('q', [1 << 62, 1 << 63]), ('f', [1e300, Float(), 10**400])):
    seen = []
    a = array(code)
    try:
        a.extend(items)
    except Exception as e:
        print(code, type(e).__name__, e)
    print(a, seen[:1])
    try:
        array(code, items)
    except Exception as e:
        print(code, type(e).__name__, e)

# Iterators see what changes.
a = array('i', range(5))
it = iter(a)
print(next(it), next(it))
a.append(9)
print(list(it), list(it))
a.append(10)
print(list(it))
it = iter(a)
next(it)
del a[1:]
print(list(it))
for x in (a := array('i', [1, 2, 3])):
    if x == 2:
        a.extend([7, 8])
    if len(a) > 20:
        break
    print(x, end=' ')
print()

class Grow(array):
    pass
g = Grow('i', [1, 2])
print(g[::-1], g * 2, g + g, type(g[:1]).__name__, g == array('i', [1, 2]))
a = array('i', [1, 2, 3])
m = memoryview(a)
for change in (lambda: a.extend([4]), lambda: a.append(4), lambda: a.__setitem__(slice(0, 1), array('i')), lambda: a.__imul__(2)):
    try:
        change()
    except BufferError as e:
        print(e)
a[0:2] = array('i', [8, 9])
print(a, m.tolist())
m.release()
try:
    m.tolist()
except ValueError as e:
    print(e)
m = memoryview(bytes(range(12)))
it = iter(m)
print(next(it))
m.release()
try:
    next(it)
except ValueError as e:
    print(e)
m = memoryview(bytes(range(24))).cast('B', (2, 3, 4))
print(m.tolist())
for f in 'c?bhHiIlLqQnNfdP':
    m = memoryview(bytes(range(16))).cast(f)
    print(f, m.tolist() == list(m) == [x for x in m], m[::-1].tolist() == list(m[::-1]), sum(1 for x in m))
a = array('d', range(1000))
print(sum(a), max(a), sorted(a)[:3], set(array('i', [3, 3, 4])), dict.fromkeys(array('b', b'ab')))
u = array('w', 'aé😀')
print(u, u.tolist(), 'é' in u, u.index('😀'), u == array('w', 'aé😀'), u[::-1].tounicode(), u * 2)
def loop(seq):
    n = 0
    for _ in range(300):
        for x in seq:
            n += x
    return n
print(loop(array('i', range(50))), loop(memoryview(bytes(range(50)))), loop(array('q', [1 << 50, 2])), loop(array('d', [.5])))

# An item that does not fit is the last that an iterator is asked for.
for make in (lambda it: array('b', it), lambda it: array('I', it), lambda it: array('d', it), bytes, bytearray):
    for it in (iter([1, 2, 1 << 40, 3, 'x', 5]), iter(range(253, 260)), map(abs, [1, -400, 3, 4]), (x for x in (1, 'a', 3, 4))):
        try:
            r = make(it)
        except (OverflowError, ValueError, TypeError) as e:
            r = type(e).__name__
        print(r, list(it), end=' ')
    print()
