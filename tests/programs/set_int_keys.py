# Sets of ints keep no hashes. Keys that are no ints come and go, compare equal to ints, and change sets while they are compared.
# needs: stdlib
import copy


def show(*sets):
    for s in sets:
        print(len(s), list(s))


def mixed(extra):
    for n in (0, 1, 3, 4, 5, 18, 19, 40):
        s = set(range(-3, n))
        s.add(extra)
        s.add(n * 9)
        yield s
        s.discard(extra)
        yield s


for extra in (1.0, 2.5, True, None, 1 << 60, -1 << 70, (1, 2), -1.0, -2, float(1 << 48), (1 << 61) - 1, 1 << 47, 1 << 48, -(1 << 48)):
    sizes = [(len(s), extra in s, sorted(map(hash, s))[:6]) for s in mixed(extra)]
    print(extra, hash(str(sizes)) == hash(str(sizes)), sizes[:6])

a = {1, 2, 3, 1 << 48, -1, -2}
show(a, a | {1.0, 2.0}, {1.0, 2.0} | a, a & {1.0, 2.0}, {1.0, 2.0} & a, a - {1.0}, a ^ {1.0, 7.0}, {True, 4} ^ a)
print(1.0 in a, True in a, -1.0 in a, -2.0 in a, float(1 << 48) in a, 0.5 in a, "x" in a, {1.0, 2.0} <= a, a >= {True}, a == {1.0, 2.0, 3.0, 1 << 48, -1, -2})
a.discard(2.0)
a.add(True)
a.remove(float(1 << 48))
show(a)
print(hash(frozenset([1, 2, 3])) == hash(frozenset([1.0, 2.0, 3.0])), frozenset([-1]) == frozenset([-1.0]))

b = set(range(6))
for x in range(6):
    b.discard(x)
b |= {10.5, 3}
show(b, b | {3, 4}, {3, 4} | b, b.copy(), copy.deepcopy(b))
b.clear()
b.update({3: 1, 11: 2}, [19, 27], (35, 43), range(51, 70, 8), iter([5]))
show(b)
b.intersection_update({3, 11, 19, 0.5})
b.symmetric_difference_update({3, 2.5, 100})
b.difference_update([100, 11])
show(b)


class Changes:
    """Its __eq__ changes the set that it is looked up in."""

    def __init__(self, h, s, do):
        self.h, self.s, self.do = h, s, do

    def __hash__(self):
        return self.h

    def __eq__(self, other):
        do, self.do = self.do, lambda s: None
        do(self.s)
        return False

    def __repr__(self):
        return f"c{self.h}"


def lookups():
    for do in (lambda s: s.add("x"), lambda s: s.add(2.5), lambda s: s.clear(), lambda s: s.update(range(50)), lambda s: s.discard(1), lambda s: s.pop()):
        for use in (lambda s, k: k in s, lambda s, k: s.add(k), lambda s, k: s.discard(k), lambda s, k: s ^ {k}, lambda s, k: {k} ^ s,
                    lambda s, k: s | {k}, lambda s, k: s.__ior__({k, 77}), lambda s, k: {k, 9} & s, lambda s, k: s - {k}, lambda s, k: {k} <= s):
            s = {1, 9, 17, 25}
            r = use(s, Changes(1, s, do))
            yield len(s), sorted(map(str, s)) if len(s) < 9 else None, len(r) if isinstance(r, (set, frozenset)) else r


for x in lookups():
    print(x)


class Grows:
    """Its hash changes the list that a set is made of."""

    def __init__(self, l):
        self.l = l

    def __hash__(self):
        if len(self.l) < 8:
            self.l.append(len(self.l))
        return 3


l = [1, 2]
l.append(Grows(l))
print(len(set(l)), len(l), len(frozenset(l)), len({5}.union(l)))
l = [1, [], 2]
for f in (set, frozenset, {1}.union, {1}.update, {9}.__class__):
    try:
        f(l)
    except TypeError as e:
        print(e)


def hot(n):
    a, b, c = {1, 2, 3}, {2.0, 9, "x"}, frozenset(range(40))
    total = 0
    for i in range(n):
        d = {i, i + 1}
        d.add(i * 1.5)
        total += len(a | b) + len(a & b) * 2 + len(a - b) * 3 + len(a ^ b) * 5 + len(c | a) + len(d) + (i in d) + (i * 1.5 in d)
        d |= a
        total += len(d - c) + (d <= c) + (a <= c)
    return total


print(hot(3000))
