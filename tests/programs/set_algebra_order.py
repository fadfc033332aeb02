# The order of what set operations give, which depends on the sizes of the tables they go through.
import itertools


class Key:
    def __init__(self, n, h):
        self.n, self.h = n, h

    def __hash__(self):
        return self.h

    def __eq__(self, other):
        asked.append((self.n, other.n))
        return self.n == other.n

    def __repr__(self):
        return f"k{self.n}"


asked = []


def sets():
    yield set()
    for n in (1, 2, 3, 4, 5, 6, 9, 10, 18, 19, 20, 30, 70):
        yield set(range(n))
        yield set(range(n * 13, 0, -13))
        yield {x * 8 for x in range(n)}
    shrunk = set(range(40))
    for x in range(2, 40):
        shrunk.discard(x)
    yield shrunk
    yield set(shrunk)
    popped = set(range(5, 12))
    popped.pop()
    popped.pop()
    yield popped
    popped = {1, 9, 17, 25}
    popped.remove(9)
    popped.add(33)
    yield popped
    grown = set()
    for x in range(11):
        grown.add(x * 32)
    yield grown
    cleared = set(range(50))
    cleared.clear()
    yield cleared


def check(kind):
    h = 0
    all = [kind(s) if kind is not set else s for s in sets()]
    for a, b in itertools.product(all, all):
        for r in (a | b, a & b, a - b, a ^ b, a.union(b), a.symmetric_difference(b), a.difference(b), a.intersection(b)):
            assert type(r) is kind
            for x in r:
                h = (h * 31 + x) % 1000003
            h = (h * 31 + len(r)) % 1000003
        c = set(a)
        c |= b
        c ^= a
        for x in c:
            h = (h * 31 + x) % 1000003
    return h


print(check(set), check(frozenset))
for s in sets():
    print(list(s | s)[:40], list(s & s)[:5], list(s - s), list(s ^ s))

a = {Key(1, 1), Key(2, 1), Key(3, 9)}
b = {Key(1, 1), Key(4, 9), Key(5, 2)}
for op in (set.__or__, set.__and__, set.__sub__, set.__xor__):
    asked.clear()
    r = op(a, b)
    print(sorted(map(repr, r)), len(asked))


class Sub(set):
    pass


print(type(Sub([1]) | {2}), type(frozenset([1]) | {2}), type({1} | frozenset([2])), sorted(Sub([1]) | Sub([2])))


class Breaks:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ValueError("eq")


for op in (set.__or__, set.__and__, set.__sub__, set.__xor__):
    try:
        op({Breaks(), 3}, {Breaks(), 4})
    except ValueError as e:
        print(op.__name__, e)


def hot(n):
    a, b, c = {1, 2, 3}, {3, 4, 5}, frozenset("ab")
    total = 0
    for i in range(n):
        total += len(a | b) + len(a & b) * 2 + len(a - b) * 3 + len(a ^ b) * 5 + len(c | a)
    return total


print(hot(3000))
