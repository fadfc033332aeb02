# Maps over itemgetter and attrgetter, which are called without a list of arguments: results, errors and recursion.
# needs: stdlib
import operator


class Odd:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, key):
        if key == 3:
            raise KeyError(key)
        items.append(key)
        return (self.n, key)

    @property
    def parent(self):
        return Odd(self.n + 1)


items = []
rows = [(i, str(i), {'k': i}) for i in range(5)]
print(list(map(operator.itemgetter(1), rows)))
print(list(map(operator.itemgetter(-1, 0), rows)))
print(list(map(operator.itemgetter(slice(1, None)), rows)))
print(list(map(operator.itemgetter('k'), [r[2] for r in rows])))
print(list(map(operator.attrgetter('n'), map(Odd, range(4)))))
print(list(map(operator.attrgetter('n', 'parent.parent.n'), map(Odd, range(3)))))
print([*map(operator.itemgetter(2), map(Odd, range(3)))], items)
print(set(map(operator.itemgetter(0), rows)), dict(map(operator.itemgetter(1, 0), rows)))
print(sorted(rows, key=operator.itemgetter(1), reverse=True)[0], max(rows, key=operator.itemgetter(0)))
print(next(map(operator.itemgetter(0), rows)), list(map(operator.itemgetter(0), [])))

m = map(operator.itemgetter(2), [Odd(1), (1, 2), Odd(3), {2: 'two'}])
got = []
while True:
    try:
        got.append(next(m))
    except StopIteration:
        break
    except Exception as e:
        got.append(repr(e))
print(got)

for get, what in [(operator.itemgetter(3), [Odd(0)]), (operator.itemgetter(9), rows), (operator.itemgetter('k'), rows), (operator.itemgetter(0), [4]),
                  (operator.attrgetter('m'), [Odd(0)]), (operator.attrgetter('parent.m'), [Odd(0)]), (operator.itemgetter([]), [{}])]:
    try:
        list(map(get, what))
    except Exception as e:
        print(type(e).__name__, e)
for wrong in [lambda g: g(), lambda g: g(1, 2), lambda g: g(a=1), lambda g: g(1, a=2), lambda g: list(map(g, [1], [2]))]:
    for g in operator.itemgetter(0), operator.attrgetter('x'):
        try:
            wrong(g)
        except TypeError as e:
            print(e)


class Deep:
    def __getitem__(self, key):
        return list(map(operator.itemgetter(key), [self]))


try:
    Deep()[0]
except RecursionError as e:
    print('RecursionError')

# An item that is changed while the map goes on.
growing = [(1,), (2,)]


class Grow:
    def __getitem__(self, key):
        if len(growing) < 6:
            growing.append((len(growing), key))
            growing.append(self)
        return 'grow'


growing.append(Grow())
print(list(map(operator.itemgetter(0), growing)))
target = []
target.extend(map(operator.itemgetter(0), [(1,), (2,), (3,)]))
print(target)


class Peek:
    def __getitem__(self, key):
        return list(target)


target.extend(map(operator.itemgetter(0), [(4,), Peek(), (5,)]))
print(target)
