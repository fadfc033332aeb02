# What list.extend, deque.extend, set.update and others take several items at a time of, though programs see where the items go.
# needs: stdlib
import itertools
from collections import deque


class Eq:
    """Runs code when it is hashed or compared."""
    def __init__(self, n, do=lambda: None):
        self.n, self.do = n, do

    def __hash__(self):
        self.do()
        return self.n

    def __eq__(self, other):
        self.do()
        return self.n == getattr(other, "n", other)

    def __repr__(self):
        return f"Eq({self.n})"


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# --- a generator, or a function that a map calls, sees each item at once, and may change the list
def watching(seen, n, do=None):
    for i in range(n):
        seen.append(len(target))
        if do and i in (3, 20, 41):
            do(i)
        yield i


def fresh(kind):
    return kind([100, 101])


changes = {
    "nothing": None,
    "clear": lambda i: target.clear(),
    "pop": lambda i: target.pop(),
    "append": lambda i: target.append(-i),
    "many": lambda i: target.extend(range(1000, 1100)),
    "raise": lambda i: 1 // (20 - i),
}
for kind in list, deque:
    for name, do in changes.items():
        for n in 0, 1, 5, 30, 60:
            target, seen = fresh(kind), []
            r = attempt(target.extend, watching(seen, n, do))
            print(kind.__name__, name, n, r, len(target), sum(target), list(target)[:4], list(target)[-3:], seen[-3:], sum(seen))


def hot():
    global target
    total = 0
    for n in range(60):
        target = [n]
        target.extend(x for x in range(n))
        target += (y + 1 for y in target[:n] if y % 3)
        target.extend(watching([], n % 7, changes["pop"]))
        total += sum(target) * (len(target) + 1)
    return total


print(hot(), hot())


def removes():
    for i in range(50):
        if len(target) > 5:
            target.pop(0)
        yield i, len(target)


for kind in list, lambda x: deque(x):
    target = kind([])
    (target.extend if isinstance(target, list) else lambda g: [target.append(x) for x in g])(removes() if isinstance(target, list) else [(1, 2)])
    print(list(target))

sorted_ = [3, 1, 2]


def key(x):
    return attempt(sorted_.extend, (y for y in range(x))) or x


print(attempt(lambda: sorted_.sort(key=key)), sorted_)

target = []
target.extend(map(lambda x: len(target), range(20)))
target.extend(map(target.count, range(20)))
target.extend(filter(lambda x: len(target) % 3, range(30)))
target.extend(map(len, itertools.repeat(target, 10)))
print(target)
target = deque()
target.extend(map(target.count, range(5)))
target.extend(map(len, itertools.repeat(target, 10)))
target.extendleft(map(len, itertools.repeat(target, 10)))
print(target)
target = set()
target.update(map(len, itertools.repeat(target, 10)))
print(target)


class Str:
    def __init__(self, n):
        self.n = n

    def __abs__(self):
        return self.n, len(target)


target = []
target.extend(map(abs, [1, Str(2), 3.5, Str(4)]))
print(target)

# --- what is iterated over is what is changed
l = [1, 2, 3]
l.extend(reversed(l))
l.extend(itertools.islice(l, 9))
l.extend(itertools.islice(iter(l), 2, 40))
l += zip(l, range(4))
l.extend(itertools.chain(l[:2], itertools.islice(l, 3), [0]))
print(l)
for f in (iter, reversed, lambda d: itertools.islice(d, 5), lambda d: itertools.chain(d, [9]), lambda d: itertools.chain([9], d), itertools.cycle,
          lambda d: itertools.islice(itertools.cycle(d), 2, 9), enumerate, lambda d: zip(d, d), lambda d: map(abs, d), lambda d: itertools.compress(d, [0, 1, 1])):
    for n in 0, 1, 4:
        for name in "extend", "extendleft":
            d = deque(range(n), maxlen=5)
            print(n, name, attempt(getattr(d, name), f(d)), d)
for f in (iter, lambda s: itertools.islice(s, 5), lambda s: itertools.chain(s, [1]), lambda s: itertools.chain([1], s), lambda s: itertools.islice(itertools.cycle(s), 20)):
    for name in "update", "difference_update", "intersection_update", "symmetric_difference_update", "difference", "intersection", "union", "issubset", "issuperset", "isdisjoint":
        s = set(range(12))
        print(name, attempt(getattr(s, name), f(s)), len(s), s if name != "difference_update" else "")
d = dict.fromkeys(range(20))
l = []
l.extend(d.values())
s = set()
s.update(d.keys())
s.difference_update(itertools.islice(d, 3))
print(l, s)

# --- hashing and comparing what comes first changes what comes later
for name in "update", "difference_update", "intersection", "difference", "issuperset", "isdisjoint", "symmetric_difference", "union":
    for first in Eq(3), 2.5, None, (1, 2), "a", 7:
        source = []

        def shrink():
            if len(source) > 4:
                source.pop()
        for items in [first, 3, 4, 5, 6, 7, 8], [3, 4, first, 5, 6, Eq(5, shrink), 7, 8, 9], [Eq(4, shrink), 1, 2, 3, 4, 4, 5, 6, 7], [1, [], 2]:
            for make in iter, list, tuple, lambda x: (y for y in x), lambda x: map(lambda y: y, x), lambda x: itertools.chain(x, x), lambda x: itertools.islice(x, 50):
                source = list(items)
                it = make(source)
                s = {1, 3, 5}
                r = attempt(getattr(s, name), it)
                left = list(it) if iter(it) is it else None
                print(name, sorted(map(repr, r)) if isinstance(r, set) else r, sorted(map(repr, s)), len(source), left)
    s = {1, Eq(3, lambda: source.append(len(source)) if len(source) < 40 else None), 5}
    source = [3, 4, 5, 3, 3]
    r = attempt(getattr(s, name), iter(source))
    print(name, sorted(map(repr, r)) if isinstance(r, set) else r, sorted(map(repr, s)), source)
for kind in set, frozenset, dict.fromkeys:
    log = []
    source = [Eq(2, lambda: log.append(len(source)) or len(source) > 6 and source.pop()), 1, 2, 3, 2, 4, 5, 6, 7, 8, 9]
    print([repr(x) for x in kind(iter(source))], log, len(source))


def adds(s):
    for i in range(40):
        yield i
        s.add(i + 1)


for name in "update", "intersection", "difference", "issuperset", "isdisjoint", "difference_update", "union":
    s = {0, 1}
    r = attempt(getattr(s, name), adds(s))
    print(name, sorted(r) if isinstance(r, set) else r, sorted(s))

# --- the order of what results
for n in 0, 1, 5, 6, 11, 30, 100, 400:
    names = [f"n{i}" for i in range(n)]
    for source in set(range(n)), frozenset(range(0, 7 * n, 7)), dict.fromkeys(names), {(i, i + 1) for i in range(n)}:
        if n < 12 and not isinstance(source, dict):
            print(list(dict.fromkeys(source)), list(set(source)))
        d = dict.fromkeys(source, 5)
        print(n, len(d), list(d) == list(source), set(d.values()), set(source).__sizeof__(), list(set(source)) == list(source))
    s = set(range(0, 2 * n, 2))
    print(list(s.intersection(range(n)))[:9], list(s.difference(list(range(n // 2))))[:9], list(s.union(iter(range(n))))[-9:], s.issuperset(range(0, n, 2)))
    s.update(range(n), iter([1, 2, 3]), {5: 1}, "", {n: 3}.values())
    print(len(s), list(s)[:9])

# --- deques that are full
for n in 0, 1, 3, 10, 20:
    for source in range(7), list(range(7)), map(abs, range(50)), (x for x in range(30)), itertools.repeat(4, 11), "abcdefghijklmnopqrstuvwxyz", list(range(5000)):
        for name in "extend", "extendleft":
            d = deque([-1, -2, -3], maxlen=n)
            getattr(d, name)(source)
            print(n, name, d)
            d.append(1)
            d.appendleft(2)
            print(d)

# --- itertools
class Ends:
    """Has something again behind its end."""
    def __init__(self, *items):
        self.items = list(items)

    def __iter__(self):
        return self

    def __next__(self):
        x = self.items.pop(0) if self.items else StopIteration
        if isinstance(x, type):
            raise x
        return x


for strict in False, True:
    for items in [1, 2, 3, StopIteration, 4, 5, StopIteration, StopIteration, 6], [1, 2, 3, KeyError, 4, 5, StopIteration, 6]:
        b = itertools.batched(Ends(*items), 2, strict=strict)
        print([attempt(next, b) for i in range(6)])
for n in 1, 2, 3, 10, 99, 3000:
    for source in [], [1], list(range(10)), range(5000), (x for x in range(7)), map(str, range(12)), "abc", itertools.islice(itertools.count(), 6100):
        b = list(itertools.batched(source, n))
        print(n, len(b), b[-1][-3:] if b else b, {type(x) for x in b})


def stepping(n):
    for i in range(n):
        yield i
        if i == 3:
            print("inner", next(other))


for make in (lambda it: itertools.batched(it, 5), itertools.cycle, lambda it: itertools.islice(it, 2, 9), lambda it: itertools.compress(it, [1, 0, 1, 1, 1, 1, 1, 1]), itertools.chain):
    feed = iter(range(100, 200))
    other = feed
    print(list(itertools.islice(make(stepping(8)), 20)))
    other = make(map(lambda x: next(other) if x == 3 else x, range(8)))
    print(attempt(lambda: list(itertools.islice(other, 20))))

c = itertools.cycle([1, 2, 3])
print(list(itertools.islice(c, 2)), next(c), list(itertools.islice(c, 4)), list(itertools.islice(c, 40)), next(c))
c = itertools.cycle(Ends(1, 2, ValueError, 3))
print([attempt(list, itertools.islice(c, 5)) for i in range(4)])
c = itertools.cycle([0, None, 5])
print(any(c), next(c), any(c), next(c), list(itertools.islice(c, 4)), all(c), next(c))
print(attempt(list, itertools.cycle([])), list(zip(range(5), itertools.cycle("ab"))))
for start, step in (0, 1), (-3, 2), (2**47 - 3, 1), (2**62, 3), (1.5, 1), (0, 2**47), (-(2**47) + 1, -1), (True, 1), (7, True):
    c = itertools.count(start, step)
    print(list(itertools.islice(c, 6)), next(c), c)
data = list(range(20))
for sel in [1, 0] * 10, [True, False, None] * 5, [1, "", "x", 0.0, [], 2], (1, 1, 0), [], [Eq(1)] * 4:
    it, si = iter(data), iter(sel)
    print(list(itertools.compress(it, si)), list(it), list(si))
    it, si = iter(data), iter(sel)
    print(attempt(sum, itertools.islice(itertools.compress(it, si), 2)), list(it)[:3], list(si)[:3], any(itertools.compress(data, sel)))
it = iter(data)
print(list(itertools.compress(it, it)))
print(list(itertools.compress(data, itertools.cycle([1, 0, 0]))), list(itertools.compress(Ends(1, 2, StopIteration, 3), [1, 1, 1, 1])))
b = iter(b"abcdef")
print(list(itertools.islice(b, 2)), any(b), list(b), list(b), bytes(iter(bytearray(b"xyz"))))
ba = bytearray(b"abcdef")
it = iter(ba)
print(next(it), list(itertools.islice(it, 2)), ba.clear(), list(it), list(it))
