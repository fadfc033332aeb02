# Dicts of zip objects, sets in comprehensions, and the values of dicts at once: what is taken, what is left, and errors on the way.
a, b = list(range(10)), [str(i) for i in range(8)]
print(dict(zip(a, b)), dict(zip(b, a)), dict(zip(a, [])), dict(zip([], a)), dict(zip(a, a, strict=True)))

# As many items are taken as zip takes.
i, j = iter(a), iter(b)
print(len(dict(zip(i, j))), list(i), list(j))
i, j = iter(a), iter(b)
print(len(dict(zip(j, i))), list(i), list(j))
d = {'x': 0}
d.update(zip('xyz', range(9)))
print(d, dict(zip('ab', 'cd'), a=1, z=2))
print({**dict(zip('ab', range(2)))}, dict([*zip('ab', range(2))]))


class Pairs(zip):
    def __next__(self):
        return 'ab'


try:
    dict(zip(a))
except ValueError as e:
    print(e)
try:
    dict(zip(a, b, a))
except ValueError as e:
    print(e)
try:
    dict(zip(a, b, strict=True))
except ValueError as e:
    print(e)


class Key:
    def __init__(self, n, error=None):
        self.n, self.error = n, error

    def __hash__(self):
        if self.error:
            raise self.error
        return self.n & 3

    def __eq__(self, other):
        print('eq', self.n, other.n, next(rest, None))
        return self.n == other.n


for error in StopIteration('stop'), KeyError('k'), None:
    rest = iter(range(7))
    keys = [Key(1), Key(5), Key(9, error), Key(13)]
    d = {'old': 1}
    try:
        d.update(zip(keys, rest))
    except Exception as e:
        print(repr(e))
    print([getattr(k, 'n', k) for k in d], list(d.values()), list(rest))


def stops():
    yield 1
    raise ValueError('within')


try:
    print(dict(zip(stops(), a)))
except ValueError as e:
    print(e)
try:
    print(dict(zip(a, map(lambda x: next(iter(())), a))))
except StopIteration as e:
    print('stop', e)

# A dict that its own iterator changes.
d = dict.fromkeys(range(5))


def grows():
    for k in range(3):
        d[100 + k] = k
        yield 200 + k


d.update(zip(grows(), a))
print(d)


def shrinks():
    for k in list(d):
        del d[k]
        yield k


d.update(zip(shrinks(), a))
print(d)

# All values of a dict with holes, and of one that changes size meanwhile.
d = {i: str(i) for i in range(30)}
for i in range(0, 30, 7):
    del d[i]
del d[29]
print(list(d.values()), tuple(d.keys()), set(d) == set(d.keys()), sum(d), [*d.values()][-1])
it = iter(d.values())
print(next(it), next(it), list(it), list(it))
it = iter(d)
next(it)
d['new'] = 1
for i in range(2):
    try:
        list(it)
    except RuntimeError as e:
        print(e)
it = iter(d)
del d[1]
d['other'] = 2
try:
    print(len(tuple(it)))
except RuntimeError as e:
    print(e)
d.clear()
print(list(d.values()), tuple(d))
big = {i: -i for i in range(10000)}
print(sum(list(big.values())), len(tuple(big)), sum(set(big.values())))

# Sets in comprehensions: keys of all kinds, with others removed meanwhile.
print({x & 7 for x in range(100)}, len({str(x % 50) for x in range(500)}), sorted({x / 2 for x in range(6)}))
print(len({(x % 5, 'y') for x in range(40)}), len({x for x in [1, 1.0, True, 'a', b'a', None, 2**70, 2**70, -0.0, 0]}))


def fill(n):
    s = set()
    for k in range(n):
        s.add(k * 37 & 255)
        s.add(str(k & 15))
        s.discard(k * 37 - 370 & 255)
    return s


print(len(fill(300)), sorted(map(str, fill(40))))
