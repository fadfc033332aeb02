# A subclass whose __new__ gives something else: what native code makes by calling the class need not be of its kind.
# needs: stdlib
import array
import collections
import decimal

KINDS = [
    (collections.OrderedDict, ({'a': 1},), ['d | {}', '{} | d', 'd | d', 'd.copy()', 'X.fromkeys("ab")', 'd.__ior__({1: 2})', 'd.__ior__([(1, 2)])']),
    (collections.defaultdict, (int, {'a': 1}), ['d | {}', '{} | d', 'd.copy()', 'X.fromkeys("ab")']),
    (collections.deque, ([1],), ['d * 2', '2 * d', 'd + d', 'd.copy()', 'd.__copy__()']),
    (collections.Counter, ('ab',), ['d + d', 'd | d', 'd - d', 'd.copy()']),
    (dict, ({'a': 1},), ['d | {}', 'd.copy()', 'X.fromkeys("ab")', 'X.fromkeys({1: 2})', 'X.fromkeys({1})']),
    (set, ([1],), ['d | {2}', 'd.copy()', 'd & {1}', 'd - {1}', 'd ^ {2}', 'd.union([1])']),
    (bytes, (b'a',), ['d * 2', 'd[:]', 'X.fromhex("41")']),
    (bytearray, (b'a',), ['d * 2', 'd[:]', 'X.fromhex("41")', 'd.copy()']),
    (int, (1,), ['X.from_bytes(b"a")']),
    (float, (1.0,), ['X.fromhex("0x1p0")']),
    (array.array, ('i', [1]), ['d * 2', 'd + d', 'd[:]', 'd.__copy__()']),
    (decimal.Decimal, (1,), ['d + 1', 'X.from_float(1.0)', 'd.copy_abs()']),
]
for base, args, texts in KINDS:
    for other in [42], None, 's', 5, {}:
        X = type('X', (base,), {})
        d = X(*args)
        X.__new__ = lambda cls, *args, **names: other
        for text in texts:
            try:
                print(base.__name__, text, eval(text))
            except SystemError as e:
                print(base.__name__, text, 'SystemError')
            except Exception as e:
                print(base.__name__, text, type(e).__name__, e)


class Sets(collections.OrderedDict):
    def __setitem__(self, key, value):
        print('set', key)
        super().__setitem__(key, value)


d = Sets(a=1)
print(d | {'b': 2}, {'c': 3} | d)
d |= {'d': 4}
d |= [('e', 5)]
d.update({'f': 6})
print(d)
