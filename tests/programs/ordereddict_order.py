# OrderedDict's order: moves to both ends, popitem from both, iterators that notice any change, and many moves.
# needs: stdlib
import copy
import pickle
from collections import OrderedDict


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def during(change, start, at):
    d = OrderedDict.fromkeys("abcdef", 1)
    got = []
    try:
        for k in start(d):
            got.append(k)
            if k == at or k == (at, 1):
                change(d)
    except RuntimeError as e:
        got.append(repr(e))
    print(*got, "|", *d)


def refill(d):
    d.popitem()
    d["f"] = 2


def replace(d):
    del d["a"]
    d["a"] = 2


def restart(d):
    for k in list(d):
        del d[k]
    d.update(dict.fromkeys("abcdef", 3))


changes = [
    lambda d: d.move_to_end("a"),
    lambda d: d.move_to_end("a", last=False),
    lambda d: d.move_to_end("f"),
    lambda d: d.move_to_end("f", last=False),
    lambda d: d.pop("a"),
    lambda d: d.pop("z", None),
    lambda d: d.popitem(),
    lambda d: d.popitem(last=False),
    lambda d: d.update(x=1),
    lambda d: d.update(a=4),
    lambda d: d.setdefault("z"),
    lambda d: d.setdefault("a"),
    lambda d: d.clear(),
    lambda d: d.__delitem__("f"),
    refill,
    replace,
    restart,
]
starts = [iter, reversed, lambda d: iter(d.items()), lambda d: reversed(d.items())]
for change in changes:
    for start in starts:
        for at in "acf":
            during(change, start, at)

d = OrderedDict(zip("abcdef", range(6)))
print(type(iter(d)), type(reversed(d)), type(iter(d.items())), type(reversed(d.values())), type(d.keys()))
print(list(reversed(d.keys())), list(reversed(d.values())), list(reversed(d.items())))
for it in iter(d), reversed(d), iter(d.values()), reversed(d.items()):
    first = next(it)
    print(first, it.__reduce__(), list(pickle.loads(pickle.dumps(it))), list(copy.copy(it)), list(it), list(it))
it = iter(d)
next(it)
d.move_to_end("c", last=False)
for _ in range(2):
    attempt(lambda: next(it))
attempt(lambda: type(it)())
print("__iter__" in vars(OrderedDict), hasattr(it, "__length_hint__"))
attempt(lambda: d.move_to_end("z", last=False))
attempt(lambda: d.move_to_end([], last=False))
attempt(lambda: OrderedDict().move_to_end(1, last=False))
attempt(lambda: OrderedDict().popitem(last=False))
print(d, dict(d), {**d}, list(d.items()))


# Copies, pickles and comparisons see the order, with room at the front and with holes.
for k in "fbe":
    d.move_to_end(k, last=False)
del d["a"]
for e in d.copy(), copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d)), OrderedDict(d), OrderedDict(dict(d)), d | {}:
    print(e == d, type(e) is OrderedDict, list(e) == list(d), list(reversed(e)) == list(reversed(d)))
    e.move_to_end("f", last=False)
    print(e == d, dict(e) == d, list(e), list(e.values()))
    e["new"] = 1
    e.move_to_end("new", last=False)
    print(next(iter(e)), next(reversed(e)), e.popitem(last=False), e.popitem(), e.popitem(last=False), list(e))


class Backwards(OrderedDict):
    def keys(self):
        return list(self)[::-1]

    def __getitem__(self, k):
        return super().__getitem__(k) * 10


b = Backwards(x=1, y=2, z=3)
print(dict(b), list(b), {**b})


# A model of a list, with moves, insertions and removals by turns.
def model(seed, n, steps):
    d, keys, x = OrderedDict(), [], seed
    for i in range(steps):
        x = x * 1103515245 + 12345 & 0x7FFFFFFF
        k, what = (x >> 8) % n, (x >> 20) % 8
        if what < 2:
            if k not in d:
                keys.append(k)
            d[k] = i
        elif what < 6:
            if k in d:
                keys.remove(k)
                keys.insert(0 if what < 5 else len(keys), k)
                d.move_to_end(k, last=what == 5)
        elif what == 6:
            if k in d:
                keys.remove(k)
                del d[k]
        elif keys:
            last = k % 2 == 1
            assert d.popitem(last=last)[0] == keys.pop(-1 if last else 0)
        if keys:
            assert next(iter(d)) == keys[0] and next(reversed(d)) == keys[-1]
        assert len(d) == len(keys)
        if i % 16 == 0:
            assert list(d) == keys == list(d.keys()) == list(reversed(d))[::-1]
            assert [k for k, v in d.items()] == keys and all(k in d for k in keys)
    return keys


for n in 1, 2, 3, 5, 8, 40, 300:
    print(n, model(n, n, 3000))


class Same:
    """Equal keys of one hash."""

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 7

    def __eq__(self, other):
        return self.n == other.n


same = OrderedDict((Same(i), i) for i in range(20))
for i in 5, 19, 0, 5, 7, 7, 19, 3:
    same.move_to_end(Same(i), last=False)
    same.move_to_end(Same(19 - i))
print(list(same.values()), [same[Same(i)] for i in range(20)])


# Each of these is quick if a move takes constant time.
n = 50_000
d = OrderedDict.fromkeys(range(n))
for i in range(200_000):
    d.move_to_end(i * 7919 % n, last=False)
print(list(d)[:5], list(d)[-5:], len(d))
for i in range(100_000):  # rotations
    d.move_to_end(next(reversed(d)), last=False)
print(list(d)[:5])
for i in range(100_000):
    d.move_to_end(next(iter(d)))
print(list(d)[:5])
for i in range(100_000):
    k, _ = d.popitem(last=False)
    d[-i] = k
    d.move_to_end(-i, last=i % 2 == 0)
print(list(d)[:5], len(d))
for i in range(n - 1):
    del d[next(iter(d) if i % 2 else reversed(d))]
print(d)
