# set and frozenset: algebra, methods, iteration order of numbers and tuples, errors.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, b - a, a ^ b, a < b, a <= a, a < a, {3} < a, a > {1}, a >= b, a == {4, 3, 2, 1}, a != b, a.isdisjoint({9}), 3 in a, len(a), bool(set()), set(), frozenset(), frozenset([1]), {*()})
print(a.union(b, [9], range(2)), a.intersection(b, [3]), a.difference([1], {2}), a.symmetric_difference([1, 10]), a.issubset(range(10)), a.issuperset([1]), a.union(), a.copy() is a)
c = set(a)
c.add(10); c.add(1); c.discard(99); c.discard(2); c.update([20, 30], {40}); c |= {50}; c &= set(range(45)); c -= {20}; c ^= {1, 60}
print(sorted(c), attempt(c.remove, 999), c.remove(60), len(c), attempt(set().pop), c.intersection_update([3, 4, 10]), sorted(c), c.difference_update([3]), c.symmetric_difference_update({7}), sorted(c), c.clear(), c)
for bad in (lambda: {[]}, lambda: {1} | [2], lambda: {1} < [2], lambda: set(5), lambda: {1}.union(5), lambda: hash({1}), lambda: {1} + {2}, lambda: frozenset([1]).add(2), lambda: {1}[0], lambda: {{1}}):
    print(attempt(bad))
print({frozenset([1, 2]): "k"}[frozenset([2, 1])], hash(frozenset([1, 2, 3])) == hash(frozenset([3, 2, 1])), {1, 2} == frozenset([1, 2]), frozenset([1]) | {2}, {2} | frozenset([1]), type(frozenset([1]) & {1}).__name__, {1} in [{1}], {1} in {frozenset([1])}, frozenset("a") == {"a"}, hash(frozenset()), hash(frozenset([1, 2])), hash(frozenset(range(10))))
# Order is that of the hash table: numbers hash to themselves.
for items in (range(20), range(100, 0, -7), [2**i for i in range(0, 70, 5)], [-1, -2, -3, 0], [0.5, 1.5, 1e10, -0.25], [(1, 2), (2, 1), (0,), ()], [8, 16, 0, 24, 1], [10**20, 10**30, 7], [True, 2, False], [1, (1,), 1.5, None, ()]):
    s = set(items)
    print(list(s), list(frozenset(s)), s)
s = set()
for i in range(0, 300, 7):
    s.add(i * i % 101)
    if i % 3 == 0:
        s.discard(i % 50)
print(list(s))
print(s.pop(), s.pop(), s.pop(), len(s), list(s)[:8])
for i in range(1000):
    s.add(i * 1000003 % 65537)
for i in range(0, 65537, 3):
    s.discard(i)
print(len(s), list(s)[:12], sum(s))
s = {i for i in range(50) if i % 3}
t = {i * 5 for i in range(20)}
print(s & t, s - t, t - s, list(s ^ t), list(s | t))
try:
    for x in {1, 2, 3}.union(s):
        s.add(x + 1000)
    for x in s:
        s.add(x + 5000)
except RuntimeError as e:
    print(e)


class V:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return isinstance(o, V) and self.v == o.v

    def __hash__(self):
        return hash(self.v)

    def __repr__(self):
        return f"V{self.v}"


print({V(1), V(1), V(2)}, V(1) in {V(1)}, {V(3)} | {V(3)}, len({V(i % 10) for i in range(100)}), {V(1): 1} == {V(1): 1})


class MySet(set):
    def add(self, x):
        super().add(x)
        return self


m = MySet([1]).add(2).add(3)
print(m, m | {4}, type(m | {4}).__name__, type(m.copy()).__name__, m == {1, 2, 3}, MySet(), frozenset(m))


def powerset(s):
    items = sorted(s)
    return {frozenset(x for i, x in enumerate(items) if n >> i & 1) for n in range(1 << len(items))}


p = powerset({1, 2, 3})
print(len(p), sorted(map(sorted, p)), frozenset([1, 3]) in p)
primes = set(range(2, 100)) - {i * j for i in range(2, 50) for j in range(2, 50)}
print(sorted(primes), {x % 7 for x in primes}, min(primes), max(primes), sum(primes))
seen = set()
dup = [x for x in [3, 1, 3, 2, 1] if x in seen or seen.add(x)]
print(dup, seen)
n = 0
for i in range(300):
    x = {i, i + 1, i // 2}
    n += len(x & {i}) + (i in x) + len(x | {5, 6}) + (x >= {i})
print(n)
print({None}, {True}, {(1, (2,))}, {1.0}, repr({"a"}), str(frozenset({(1,)})), {1, 1.0, True}, {-1, -2} == {-2, -1}, {float("nan")} == {float("nan")})
