# Operations of a set with itself: the order of what they give depends on the size of the table, which no second copy makes larger.
def shapes():
    yield set()
    for n in (1, 2, 3, 5, 9, 18, 30, 70):
        yield set(range(n * 13, 0, -13))
        yield {x * 8 for x in range(n)}
    s = {1, 9, 17, 25}
    s.remove(9)
    s.add(33)
    yield s
    s = set(range(40))
    for x in range(2, 40):
        s.discard(x)
    yield s


class Sub(set):
    pass


for s in shapes():
    for kind in (set, frozenset, Sub):
        a = kind(s)
        print(list(a), list(a | a), list(a.union(a)), list(a & a), list(a - a), list(a ^ a), type(a | a) is type(a & a))
    a = set(s)
    a |= a
    print(list(a), list(a.union(a, a, [5])), list(a | set(a)))
    a ^= a
    print(a)


def hot(a, n):
    out = None
    for i in range(n):
        out = a | a
    return list(out)


print(hot({26, 39, 13}, 3000), hot(frozenset({26, 39, 13}), 3000))
