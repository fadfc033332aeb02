# Sets of tuples: their hashes, order, equal tuples that are not the same, and items whose comparison is code of a program.
nan = float("nan")


class Key:
    def __init__(self, n, log):
        self.n, self.log = n, log

    def __hash__(self):
        self.log.append(f"hash {self.n}")
        return self.n

    def __eq__(self, other):
        self.log.append(f"{self.n} == {getattr(other, 'n', other)}")
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"Key({self.n})"


samples = [(), (1,), (-1,), (-2,), (0, -1), (1.5,), (1.0, 2), (2**60, 1), (-2**47, 2**47 - 1), (2**61 - 1, 2**61), (0.1, -0.0, 1e300, -1e-300),
           (float("inf"), float("-inf")), (1, (2, (3, (4, 5)))), ((), ((),)), tuple(range(63)), tuple(range(64)), tuple(range(65)), tuple(range(200)),
           ((1, 2), (3, 4.5)), (True, 1), ((1,) * 64,) * 64, ((1,) * 65, 2), (1j, 2), (b"", 1), (frozenset((1, 2)), 3)]
for x in samples:
    assert hash(x) == hash(tuple(list(x))), x
    print(hash(x) if "b''" not in repr(x) else "", end=" ")
print()

ints = [(i * 7919 % 1000, i % 13) for i in range(300)]
print(list(set(ints))[:40], len(set(ints)))
print(list({(i % 10, i % 7) for i in range(500)})[:30], list(set((i % 10, i % 7) for i in range(500))) == list(set([(i % 10, i % 7) for i in range(500)])))
print(list(frozenset([(i, (i, i + 0.5)) for i in range(40)])))

for items in ([(1, 2), (1.0, 2), (True, 2.0)], [(1.0, 2), (1, 2)], [(0.0,), (-0.0,), (0,), (False,)], [(nan,), (nan,), (float("nan"),), (1, nan), (1, nan)],
              [("a", "b"), ("".join(["a"]), "b"), ("b", "a")], [(2**70,), (2**70,), (2.0**70,)], [((1, 2), 3), ((1, 2.0), 3), ((1, 2), 3)],
              [(None, True), (None, 1), (None, 1.0)], [tuple(range(70)), tuple(range(70)), tuple(range(64)), tuple(range(64))],
              [(b"x", 1), (bytes([120]), 1)], [1, (1,), "1", (1,), 1.0, b"1", (b"1",), (1.0,)]):
    s = set(items)
    t = set(iter(items))
    u = set()
    u.update(items)
    print(len(s), len(t), len(u), sorted(map(repr, s)) == sorted(map(repr, t)) == sorted(map(repr, u)), len(dict.fromkeys(items)), sorted(map(repr, s)))

for mixed in ([(1, 2), Key, (3, 4)], [(1, 2), "k", (1, 2), (5,)], [(-1,), (-2,), "p", (0,)]):
    log = []
    items = [Key(1, log) if x is Key else (Key(1, log), 2) if x == "k" else x for x in mixed]
    print(len(set(items + items)), log)

log = []
a, b = (Key(5, log), 1), (Key(5, log), 1)
s = {a, b, a, (5, 1)}
print(len(s), log)
log.clear()
print(a in s, (5, 1) in s, (Key(5, log), 1) in s, (5, 2) in s, log)

# A comparison that changes the list, and the set.


class Bad:
    def __init__(self, do):
        self.do = do

    def __hash__(self):
        return hash((1, 2))

    def __eq__(self, other):
        self.do()
        return False


items = [(0, i) for i in range(10)]
items.append(Bad(lambda: items.clear()))
items += [(1, 2), (3, 4), (5, 6)]
print(len(set(items)), items)
s = {(i, i) for i in range(5)}
s.add(Bad(lambda: s.clear()))
s.update([(9, 9), (1, 2), (8, 8)])
print(sorted(map(str, s)))
try:
    set([(1, 2), (3, []), (4, 5)])
except TypeError as e:
    print(e)

x, y = {(i, i % 3) for i in range(50)}, {(i, i % 3) for i in range(25, 80)}
print(sorted(x & y) == sorted(y & x), len(x | y), sorted(x - y)[:3], sorted(x ^ y)[-3:], x <= y, x == {(i, i % 3) for i in range(50)}, x.isdisjoint(y))
print(list(x & y)[:10], list(x | y)[:10], list(x - y)[:10], list(x ^ y)[:10])
