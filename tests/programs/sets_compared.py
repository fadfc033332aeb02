# Sets compared in hot code, and dict subclasses that define only some operations on items.
# needs: stdlib

from collections import Counter, OrderedDict, defaultdict


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return isinstance(other, (Key, int)) and int(getattr(other, "n", other)) == self.n


class Sub(frozenset):
    def __le__(self, other):
        return "le"


def all_of(a, b):
    return a <= b, a < b, a == b, a != b, a >= b, a > b


def compared(pairs, n):
    out = []
    for k in range(n):
        a, b = pairs[k % len(pairs)]
        r = a <= b, a < b, a == b, a != b, a >= b, a > b
        if k >= n - len(pairs):
            out.append(r)
    return out


def direct(a, b, n):
    t = 0
    for k in range(n):
        if a <= b:
            t += 1
        if b >= a:
            t += 10
        if a == b:
            t += 100
        if not a < b:
            t += 1000
    return t


class Deleting(dict):
    def __delitem__(self, key):
        print("del", key)
        super().__delitem__(key)


class Setting(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, (value, value))


class Both(Setting):
    def __delitem__(self, key):
        super().__delitem__(key)


class List(list):
    def __delitem__(self, key):
        super().__delitem__(key)


def count(d, n):
    for k in range(n):
        d[k % 7] = k
        d["a", k % 3] = d
        d["b"] = d.get("b", 0) if isinstance(d, Both) else k
    return len(d)


def listed(x, n):
    for k in range(n):
        x[k % 3] = k
    return x


def counted(text, n):
    c = Counter()
    for k in range(n):
        for ch in text:
            c[ch] += 1
        c[ch, k % 4] += k
    return sorted(c.items(), key=str)


N = 300
sets = [set(), frozenset(), {1, 2}, {1, 2, 3}, frozenset({1, 2}), frozenset({3, 2, 1}), {1.0, True, 2}, {"a", "b"}, frozenset("ab"),
        {(1, 2), "x"}, {(1, 2), "x", 4}, {Key(1), Key(2)}, {Key(1), 2}, {10**20, 5}, {10**20, 5, 6}, set(range(8, 400, 8)), {float("nan")}]
pairs = [(a, b) for a in sets for b in sets]
for row, (a, b) in zip(compared(pairs, len(pairs) * 2), pairs):
    assert row == all_of(a, b)
    print("".join("-+"[x] for x in row), end=" ")
print()
print(direct(frozenset(range(5)), frozenset(range(9)), N), direct({1}, {1}, N), direct({1, 9}, {1, 8, 7}, N))
a = {1, 2, 3, 4}
a.discard(3)
print(direct(a, {1, 2, 4, 5}, N), direct(a, a, N), direct(Sub([1]), Sub([1]), N), direct(Sub([1]), {2}, N))
try:
    direct({1}, [1], N)
except TypeError as e:
    print(e)
print(count({}, N), count(Deleting(), N), count(Setting(), N), count(Both(), N), count(OrderedDict(), N), count(defaultdict(int), N))
d = Deleting()
count(d, N)
del d["b"]
Deleting.__setitem__ = lambda self, key, value: dict.__setitem__(self, key, -1)
count(d, N)
print(d[0], d["b"], sorted(d, key=str))
print(Both(a=1), Setting(), count(Both(), 5), listed(List([1, 2, 3]), N))
print(counted("hello", N))
