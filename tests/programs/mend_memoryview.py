# Views of arrays and of several dimensions: formats, indexes, casts, comparisons, contiguity.
# needs: stdlib
import array, struct, itertools


def show(what, f):
    try:
        print(what, f())
    except Exception as e:
        print(what, type(e).__name__ + ':', e)


def facts(m):
    return (m.format, m.itemsize, m.nbytes, m.ndim, m.shape, m.strides, m.suboffsets, m.readonly, m.c_contiguous, m.f_contiguous, m.contiguous)


values = {'f': [1.5, -2.0, float('inf')], 'd': [1e300, -0.5, 2.0], 'u': 'aé€', 'w': 'x\U0001F600z'}
for code in array.typecodes:
    a = array.array(code, values.get(code, [0, 1, 100]))
    m = memoryview(a)
    print(code, facts(m))
    show('tolist', m.tolist)
    show('item', lambda: m[1])
    show('iter', lambda: list(m))
    show('in', lambda: 1 in m)
    show('slice', lambda: m[::-1].tolist())
    show('same', lambda: (m == m, m == a, m == memoryview(a), m[::2] == m[::2], m != a[:2]))
    show('bytes', lambda: (m.tobytes() == a.tobytes(), bytes(m[::2]).hex(), m.hex(':', 4)))
    show('hash', lambda: hash(m))
    show('hash2', lambda: hash(m.toreadonly()))
    show('read only', lambda: m.toreadonly().__setitem__(0, m[0]))
    show('cast', lambda: facts(m.cast('B')))
    show('no cast', lambda: m.cast('i' if code not in 'iI' else 'h'))

    def store():
        m[0] = m[2]
        m[1:3] = a[:2]
        return a.tolist()
    show('store', store)

for f, g in itertools.product('bBhHiIlLqQfd', repeat=2):
    x, y = memoryview(array.array(f, [1, 2, 3])), memoryview(array.array(g, [1, 2, 3]))
    if not (x == y) or x != y or x == y[:2]:
        print('differ', f, g)
nan = memoryview(array.array('d', [float('nan')]))
print(nan == nan, nan != nan, memoryview(b'abc') == b'abc', memoryview(b'abc') == array.array('B', b'abc'), memoryview(b'abc') == 'abc')
print(memoryview(array.array('b', [-1])) == b'\xff', memoryview(array.array('i', [1])) == b'\1\0\0\0')
show('order', lambda: memoryview(b'a') < memoryview(b'b'))

# Every format, by a cast.
raw = bytes(range(1, 17))
for f in '?cbBhHiIlLqQnNPefd':
    for at in '', '@':
        m = memoryview(raw).cast(at + f)
        print(facts(m)[:6], m.tolist()[:2], m == memoryview(raw).cast(f), m == raw, m.cast('B') == raw)
w = bytearray(8)
for f, v in [('b', -129), ('b', 'x'), ('B', 256), ('h', 1 << 15), ('H', -1), ('i', 1 << 31), ('I', 1 << 32), ('q', 1 << 63), ('Q', 1 << 64), ('c', b'ab'),
             ('c', 'a'), ('f', 1e300), ('f', 'x'), ('e', 2.5), ('?', []), ('P', -1), ('n', 3), ('d', 1), ('N', 2.0)]:
    def store():
        m = memoryview(w).cast(f)
        m[0] = v
        return m[0], w.hex()
    show(f, store)

# Several dimensions.
data = bytearray(range(24))
m = memoryview(data).cast('B', [2, 3, 4])
print(facts(m), len(m))
print(m.tolist(), m.tobytes() == bytes(data), m.tobytes('F').hex(), m.tobytes('A') == m.tobytes(None))
print(m[1, 2, 3], m[-1, -3, 0], m[0, 0, 0])
print(facts(m[1:]), m[1:].tolist(), m[::-1].tolist() == m.tolist()[::-1], facts(m[::-1]), facts(m[:0]))
m[1, 2, 3] = 99
print(data[23], facts(m.cast('B')), facts(m.cast('H')), facts(m[1:].cast('B', [12])))
for k in (0, (0, 0), (0, 0, 0, 0), (2, 0, 0), (0, 3, 0), (0, 0, -5), (slice(1), slice(1)), ..., 'x', (0, 'x', 1), (), (slice(1), 0)):
    show(('get', k), lambda: m[k])
    show(('set', k), lambda: m.__setitem__(k, 1))
    show(('del', k), lambda: m.__delitem__(k))
show('iter', lambda: list(m))
show('set', lambda: m.__setitem__(slice(0, 1), m[1:]))
for shape in ([24], [4, 6], (1,) * 64, (1,) * 65, [5, 5], [0, 24], [-1], ['x'], 'xx', [2 ** 62, 2 ** 62], [2 ** 70], [24.0], []):
    show(('shape', shape if len(shape) < 9 else len(shape)), lambda: facts(memoryview(data).cast('B', shape))[3:5])
show('again', lambda: m.cast('B', [4, 6]))
show('strided', lambda: memoryview(data)[::2].cast('H'))
show('odd', lambda: memoryview(b'abc').cast('H'))
show('bad', lambda: memoryview(b'abcd').cast('s'))
show('bad', lambda: memoryview(b'abcd').cast('<i'))
show('bad', lambda: memoryview(b'abcd').cast(5))
show('empty', lambda: memoryview(b'').cast('B', [1]))
show('empty', lambda: facts(memoryview(b'').cast('i')))
show('order', lambda: m.tobytes('X'))
show('order', lambda: m.tobytes(5))
print(m == memoryview(data).cast('B', [2, 3, 4]), m == memoryview(data), m == memoryview(data).cast('B', [3, 2, 4]), m == memoryview(data).cast('b', [2, 3, 4]))
d = memoryview(array.array('d', [1, 2, 3, 4])).cast('B').cast('d', [2, 2])
print(d.tolist(), d[1, 0], facts(d), d[::-1].tolist(), d[::-1].tobytes() == struct.pack('4d', 3, 4, 1, 2))
z = memoryview(struct.pack('i', 7)).cast('i', [])
print(facts(z), z[()], z[...].tolist(), z.tolist(), z == z, z == memoryview(struct.pack('i', 7)), z.tobytes().hex())
for f in (lambda: z[0], lambda: len(z), lambda: list(z), lambda: z[0:1], lambda: z['x']):
    show('scalar', f)

# Slices with steps, and assignments between overlapping parts.
b = bytearray(range(10))
m = memoryview(b)
m[2:7] = m[0:5]
print(list(b))
m[::3] = b'abcd'
m[1::3][::-1] = b'xyz'
print(list(b), facts(m[::3]), facts(m[5:5]), facts(m[::2][:1]), facts(m[::2][:0]))
show('size', lambda: m.__setitem__(slice(2), b'abc'))
show('format', lambda: m.__setitem__(slice(2), array.array('b', [1, 2])))
show('type', lambda: m.__setitem__(slice(2), 5))
show('type', lambda: m.__setitem__(slice(2), [1, 2]))
show('index', lambda: m[10])
show('index', lambda: m[2 ** 70])
h = memoryview(array.array('h', range(6)))
h[::2] = array.array('h', [-1, -2, -3])
print(h.tolist(), h.obj)

# Release, hashes.
r = memoryview(b'abc')
print(hash(r) == hash(b'abc'), hash(r[::-1]) == hash(b'cba'), hash(memoryview(b'ab').cast('B', [1, 2])) == hash(b'ab'))
show('hash', lambda: hash(memoryview(bytearray(b'a'))))
show('hash', lambda: hash(memoryview(bytearray(b'a')).toreadonly()))
show('hash', lambda: hash(memoryview(b'ab').cast('H')))
r.release()
print(hash(r) == hash(b'abc'), r == r, r == b'abc', r != memoryview(b'abc'))
for name in ('format', 'shape', 'obj', 'nbytes', 'tolist', 'tobytes', 'cast', 'hex', 'toreadonly', 'release', '__len__', 'c_contiguous'):
    def use():
        x = getattr(r, name)
        return x(*['B'] if name == 'cast' else []) if callable(x) else x
    show(name, use)
import copy, pickle
show('pickle', lambda: pickle.dumps(memoryview(b'a')))
show('copy', lambda: copy.copy(memoryview(b'a')))


class Releases:
    def __init__(self, view):
        self.view = view

    def __index__(self):
        self.view.release()
        return 0


v = memoryview(bytearray(b'abc'))
show('released', lambda: v[Releases(v)])
v = memoryview(bytearray(b'abc'))
show('released', lambda: v.__setitem__(0, Releases(v)))
v = memoryview(bytearray(b'abc'))
show('released', lambda: v.__setitem__(Releases(v), 0))
