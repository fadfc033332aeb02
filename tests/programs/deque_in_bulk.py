# Deques filled from iterators of every kind, with and without a limit, and iterated over where their items wrap around.
# needs: stdlib
import itertools
from collections import deque


class Seq:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError
        return i * i


def gen(n, d=None):
    for i in range(n):
        if d is not None and i % 3 == 0:
            d.append(-i)
        yield i


sources = [
    lambda n: list(range(n)), lambda n: tuple(range(n)), lambda n: range(n), lambda n: gen(n), lambda n: map(abs, range(-n, 0)),
    lambda n: bytes(n), lambda n: "x" * n, lambda n: {i: i for i in range(n)}, lambda n: set(range(n)), lambda n: reversed(range(n)),
    lambda n: zip(range(n), range(n)), lambda n: Seq(n), lambda n: itertools.repeat(n, n), lambda n: deque(range(n)), lambda n: reversed(deque(range(n))),
    lambda n: iter(deque(range(n))), lambda n: filter(None, range(n)), lambda n: itertools.islice(itertools.count(), n),
]
for source in sources:
    for n in (0, 1, 2, 7, 8, 9, 16, 17, 33, 100):
        out = []
        for limit in (None, 0, 1, 5, 16, 40):
            d = deque(source(n), limit)
            d.extend(source(3))
            d.extendleft(source(2))
            out.append((len(d), list(d)[-3:], list(d)[:3]))
        print(n, out[0], hash(str(out)) == hash(str(list(out))), [x[0] for x in out], out[2][1], out[3][1])

d = deque(range(10))
for k in range(40):
    d.rotate(3)
    d.popleft()
    d.extend([k, k + 1])
    d.pop()
    if k % 5 == 0:
        print(list(d), tuple(reversed(d)), sum(d), max(d), k in d, d.index(k), d.count(k), sorted(d)[:2], "-".join(map(str, d)))
d.extend(d)
d.extendleft(d)
print(len(d), list(itertools.islice(d, 5, 12)), [a for a, b in zip(d, reversed(d)) if a == b])
d += "ab"
print(d * 2 == d + d, deque([1, 2, 3], 2) + deque([4, 5]), deque("abc") * 3)

# a generator that sees the deque it fills
d = deque()
d.extend(gen(8, d))
print(d)
d = deque([1], 4)
d.extend(gen(8, d))
print(d)
d = deque()
d.__init__(gen(8, d))
print(d)
d = deque([5, 6], 0)
d.__init__(gen(8, d), 0)
print(d)
d = deque()
d.extend(map(lambda x: (d.append(x), x + 100)[1], range(4)))
print(d)
for bad in (lambda: deque(5), lambda: deque([1], -1), lambda: deque([1], 2, 3), lambda: deque(iterable=gen(3)), lambda: deque((1 // x for x in (1, 0))),
            lambda: deque(map(int, ["1", "x"]), 0)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)


def changed(do):
    d = deque(range(20))
    it = iter(d)
    out = [next(it), next(it)]
    do(d)
    try:
        out.extend(it)
    except RuntimeError as e:
        out.append(str(e))
    return out, it.__length_hint__()


for do in (lambda d: None, lambda d: d.append(1), lambda d: d.rotate(1), lambda d: d.__setitem__(3, "new"), lambda d: d.clear(), lambda d: d.reverse()):
    print(changed(do))
it = iter(deque(range(6)))
print(next(it), it.__reduce__()[1][1], list(it), list(it), list(reversed(deque("abc"))))


class Sub(deque):
    def append(self, x):
        raise ValueError


print(Sub(gen(3)), Sub([1, 2], maxlen=1), list(Sub("ab")))


def hot(n):
    total = 0
    d = deque(maxlen=30)
    for i in range(n):
        d.extend((i, i + 1, i + 2))
        e = deque(d)
        e.extend(x for x in d if x & 1)
        total += sum(e) + len(list(e)) + len(deque(map(abs, e))) + len(deque(e, maxlen=0)) + sum(reversed(e))
        e.rotate(i)
        total += e[0] + sum(1 for x in e)
    return total


print(hot(1500))
