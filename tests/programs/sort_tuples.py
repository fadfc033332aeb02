# Tuples are sorted by their items: where nobody can tell, by the words of these, column by column; else as CPython asks.
# needs: stdlib
import random
import zlib

R = random.Random(5)


def item(kind):
    if kind == "small":
        return R.randrange(50)
    if kind == "text":
        return R.choice("abcdefg") * R.randrange(4)
    if kind == "float":
        return R.random()
    if kind == "long":
        return R.choice(["prefix_long_%d" % R.randrange(30), "prefix_long_%dx" % R.randrange(30), "prefix_longer"])
    if kind == "number":
        return R.choice([True, False, 1, 0, 2.5, 10**20])
    if kind == "none":
        return None
    if kind == "wide":
        return R.choice(["é", "ab", "\u20ac", "ab\0", "ab\0\0"])
    if kind == "mixed":
        return R.choice([1, "a"])
    if kind == "zero":
        return R.choice([-0.0, 0.0, 1.5, -2.0])
    return (R.randrange(3),)


KINDS = ["small", "text", "float", "long", "number", "none", "wide", "mixed", "zero", "tuple"]


class Tells:
    log = []

    def __init__(self, x):
        self.x = x

    def __lt__(self, other):
        Tells.log.append((self.x, other.x))
        return self.x < other.x

    def __eq__(self, other):
        Tells.log.append((self.x, other.x, "eq"))
        return self.x == other.x

    def __repr__(self):
        return f"T{self.x}"


def tried(f):
    Tells.log.clear()
    try:
        r = f()
    except (TypeError, AttributeError) as e:
        r = str(e)
    return zlib.crc32(repr((r, Tells.log)).encode())


for n in [5, 19, 20, 21, 64, 99, 100, 101, 400]:
    for trial in range(12):
        kinds = [R.choice(KINDS) for _ in range(R.randrange(1, 4))]
        items = [tuple(map(item, kinds)) for _ in range(n)]
        if trial % 4 == 0:
            items[R.randrange(n)] = items[0][:-1]
        if trial % 3 == 0:
            items = [t + (Tells(R.randrange(4)),) for t in items]
        by = sorted(range(n), key=lambda i: repr(items[i]))
        print(
            n, kinds,
            tried(lambda: sorted(items)),
            tried(lambda: sorted(items, reverse=True)),
            tried(lambda: sorted(range(n), key=lambda i: items[i])),
            tried(lambda: sorted(range(n), key=lambda i: items[i], reverse=True)),
            tried(lambda: sorted([items[i] for i in by])),
        )

deep = [(1, 2) + tuple(R.randrange(2) for _ in range(30)) for _ in range(3000)]
print(zlib.crc32(repr(sorted(deep)).encode()))
nan = float("nan")
same = [(nan, R.randrange(9), i) for i in range(50)]
print(sorted(same)[:5], sorted(same, reverse=True)[:5])
print(sorted([("k%05d" % (i * 7 % 50), object) for i in range(50)])[:3])
