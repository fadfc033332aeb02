# tuple() of generators: few items and many, exceptions on the way, generators that look around.
import gc
import sys

for n in 0, 1, 2, 15, 16, 17, 31, 32, 33, 100, 300:
    for turn in range(12):
        t = tuple(i for i in range(n))
        assert t == tuple(range(n)) and type(t) is tuple and len(t) == n, n
        assert tuple([x, str(x)] for x in range(n)) == tuple(list([x, str(x)] for x in range(n)))
print(len(t), t[-1], tuple(x for x in ()))


class Sub(tuple):
    pass


def raising(n):
    for i in range(n):
        yield [i]
    raise ValueError(n)


def stops(n):
    yield from range(n)
    return n


def stopiteration():
    yield 1
    raise StopIteration(2)


for n in 0, 1, 15, 16, 17, 40:
    for turn in range(10):
        try:
            tuple(raising(n))
        except ValueError as e:
            out = e.args
        g = stops(n)
        first = next(g, None)
        rest = tuple(g)
    print(n, out, first, len(rest), tuple(g), Sub(stops(n)) == tuple(range(n)), type(Sub(stops(n))).__name__)
try:
    tuple(stopiteration())
except RuntimeError as e:
    print(e, "/", repr(e.__cause__))


def nested(n):
    return tuple(nested(n - 1) for i in range(2)) if n else ()


for turn in range(5):
    print(nested(3))


def collecting(n):
    for i in range(n):
        if i % 6 == 0:
            gc.collect()
        yield [i, str(i)]


for n in 3, 16, 20, 50:
    assert tuple(collecting(n)) == tuple([[i, str(i)] for i in range(n)])


def takes_itself():
    yield 1
    try:
        tuple(g)
    except ValueError as e:
        yield str(e)


g = takes_itself()
print(tuple(g))


def names():
    f = sys._getframe()
    yield f.f_code.co_name
    yield f.f_back.f_code.co_name


def caller():
    return tuple(names())


for turn in range(10):
    out = caller()
print(out)


def endless(n):
    return tuple(endless(n + 1) for i in range(2))


try:
    endless(0)
except RecursionError as e:
    print(type(e).__name__)


# Permutations, as in a search for queens.
def permutations(items, r):
    n = len(items)
    indices = list(range(n))
    cycles = list(range(n - r + 1, n + 1))[::-1]
    yield tuple(items[i] for i in indices[:r])
    while n:
        for i in reversed(range(r)):
            cycles[i] -= 1
            if cycles[i] == 0:
                indices[i:] = indices[i + 1:] + indices[i:i + 1]
                cycles[i] = n - i
            else:
                j = cycles[i]
                indices[i], indices[-j] = indices[-j], indices[i]
                yield tuple(items[i] for i in indices[:r])
                break
        else:
            return


print(len(set(permutations(range(6), 6))), list(permutations("abc", 2)))
