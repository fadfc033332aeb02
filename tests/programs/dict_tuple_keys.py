# Keys that are tuples of tuples: their hashes are remembered, until something in them hashes otherwise.
# needs: stdlib

from collections import namedtuple

Pos = namedtuple("Pos", "x y z")


class Item:
    def __init__(self, n):
        self.n = n


class Other:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 5

    def __eq__(self, o):
        return type(o) is Other


class Triple(tuple):
    pass


class Always(tuple):
    def __hash__(self):
        return 7

    def __eq__(self, o):
        return True


def same(d, key):
    return key in d, d.get(key), hash(key) == hash((tuple(key[0]),) + key[1:])


# Shared parts, equal keys, unequal ones.
d = {}
parts = [Pos(i % 5, i % 7, "s%d" % (i % 3)) for i in range(105)]
for n in range(3):
    for i, p in enumerate(parts):
        key = p, parts[i - 1], n % 2
        d[key] = d.get(key, 0) + i
print(len(d), sum(d.values()), d[Pos(1, 1, "s1"), Pos(0, 0, "s0"), 0])
print(((1, 1, "s1"), (0, 0, "s0"), 0) in d, ((1, 1, "s1"), (0, 0, "s0"), 2) in d, ([1], 2) in [d])
for bad in [([],), ((1, 2, []), 3), (((1, 2, {}), 3, 4), 5)]:
    try:
        d[bad] = 1
    except TypeError as e:
        print(e)


# Many tuples that die: their memory is used again.
def fresh(n):
    seen = {}
    for i in range(n):
        inner = (i % 50, "k", i % 3, (i % 2, None, 2.5))
        key = inner, i % 4
        seen[key] = seen.get(key, 0) + 1
        if i % 40 == 0:
            junk = [(j, j + 1, j + 2) for j in range(200)]
            del junk
    return len(seen), sum(seen.values()), max(seen.values())


print(fresh(3000))

# A class gets a hash.
a, b = Item(1), Item(1)
ka, kb = ((a, 1, 2), 3), ((b, 1, 2), 3)
d = {ka: "a"}
for _ in range(5):
    print(ka in d, kb in d, end=" ")
print()
Item.__hash__ = lambda self: self.n
Item.__eq__ = lambda self, o: self.n == o.n
print(hash(ka) == hash(kb))
d = {ka: "a"}
print(d.get(kb), d[ka])
del Item.__hash__, Item.__eq__
print(hash(ka) == hash(kb), {ka: 1}.get(kb))

# An object gets another class.
c, e = Item(1), Item(2)
kc, ke = (((c, 1, 2), 3, 4), 3), (((e, 1, 2), 3, 4), 3)
print({kc: 1}.get(ke), {kc: 1}.get(kc))
c.__class__ = e.__class__ = Other
print({kc: 1}.get(ke), hash(kc) == hash(ke))

# A tuple gets another class.
t, u = Triple((1, 2, 3)), (1, 2, 3)
kt, ku = (t, 4), (u, 4)
print({kt: 1}.get(ku), {ku: 1}.get(kt), hash(kt) == hash(ku))
t.__class__ = Always
print({kt: 1}.get(ku), hash(kt) == hash(ku), {((9, 9, 9), 4): 1}.get(kt))
Always.__hash__ = tuple.__hash__
print(hash(kt) == hash(ku), {kt: 1}.get(ku))

# Depth and size.
k = 1
for i in range(30):
    k = k, i, "x"
    if i % 7 == 0:
        print({k: i}.get(k), hash(k) == hash((k[0], i, "x")), {k: i}.get((k[0], i, "y")))
wide = tuple((i, i, i) for i in range(150))
print({wide: 1}.get(tuple((i, i, i) for i in range(150))), {wide: 1}[wide])
nan = float("nan")
print({((nan, 1, 2), 3): 1}.get(((nan, 1, 2), 3)), {((nan, 1, 2), 3): 1}.get(((-nan, 1, 2), 3)))
print({((1, 2, 3), 3): 1}.get(((1.0, True + 1, 3.0), 3)), {((1, 2, 3), 3), ((True, 2.0, 3), 3)})
