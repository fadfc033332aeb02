# itertools.
import itertools as it


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def take(n, x):
    return list(it.islice(x, n))


print(take(4, it.count()), take(3, it.count(5, -2)), take(3, it.count(0.5, 0.25)), take(5, it.cycle("ab")), list(it.repeat("x", 3)), take(2, it.repeat(1)), list(it.cycle([])), attempt(it.count, "x"), repr(it.count(3)), repr(it.repeat(1, 2)))
print(list(it.accumulate([1, 2, 3, 4])), list(it.accumulate([3, 1, 2], max)), list(it.accumulate("abc", initial="-")), list(it.accumulate([])), list(it.chain("ab", [1], ())), list(it.chain.from_iterable(["ab", "c"])), list(it.compress("abcdef", [1, 0, 1, 0, 1])), list(it.dropwhile(lambda x: x < 3, [1, 3, 2, 5])), list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(it.filterfalse(lambda x: x % 2, range(6))), list(it.filterfalse(None, [0, 1, ""])), list(it.starmap(pow, [(2, 3), (3, 2)])))
print(list(it.islice("abcdefg", 2)), list(it.islice("abcdefg", 2, 5)), list(it.islice("abcdefg", 1, None, 3)), attempt(it.islice, "a", -1), attempt(it.islice, "a", 0, 5, 0), list(it.zip_longest("ab", [1, 2, 3], fillvalue="-")), list(it.zip_longest()), list(it.pairwise([1, 2, 3, 4])), list(it.pairwise([1])), list(it.batched("abcdefg", 3)), attempt(it.batched, "a", 0), attempt(lambda: list(it.batched("abcd", 3, strict=True))))
print(list(it.product("ab", [1, 2])), list(it.product("ab", repeat=2)), list(it.product()), list(it.product([], "a")), len(list(it.product(range(3), repeat=4))), list(it.permutations("abc")), list(it.permutations("abc", 2)), list(it.permutations([], 0)), list(it.combinations("abcd", 2)), list(it.combinations("ab", 3)), list(it.combinations_with_replacement("abc", 2)), attempt(it.combinations, "a", -1))
print([(k, list(g)) for k, g in it.groupby("aaabbca")], [(k, len(list(g))) for k, g in it.groupby(range(10), key=lambda x: x // 4)], [k for k, g in it.groupby([1, 1, 2])], list(it.groupby([])))
g = it.groupby("aab")
k1, g1 = next(g)
k2, g2 = next(g)
print(k1, list(g1), k2, list(g2))
a, b = it.tee([1, 2, 3])
print(next(a), list(b), list(a), [list(x) for x in it.tee("xy", 3)], it.tee([], 0))


def primes():
    yield 2
    found = []
    for n in it.count(3, 2):
        if all(n % p for p in it.takewhile(lambda p: p * p <= n, found)):
            found.append(n)
            yield n


print(take(25, primes()), sum(it.takewhile(lambda p: p < 2000, primes())))
print(sum(1 for _ in it.product("ab", "cd", "ef")), max(it.permutations(range(5)))[:2], list(map("".join, it.islice(it.product("01", repeat=5), 8, 12))), [sum(c) for c in it.combinations(range(6), 3)][:5], dict(zip("abc", it.count(1))))


def attempt_iter(x):
    out = []
    try:
        for v in x:
            out.append(v)
    except Exception as e:
        out.append(type(e).__name__)
    return out


def bad():
    yield 1
    raise KeyError("bad")


print(attempt_iter(it.chain([0], bad())), attempt_iter(it.accumulate([1, "a"])), attempt_iter(it.starmap(pow, [(1, 2), 5])), attempt_iter(it.zip_longest([1, 2, 3], bad())), attempt_iter(it.dropwhile(lambda x: 1 / x, [1, 0])), attempt_iter(it.chain.from_iterable([[1], 5])), attempt(it.chain.from_iterable, 5))
n = 0
for x, y in it.zip_longest(range(150), it.chain(range(50), "ab", range(3)), fillvalue=0):
    n += x + (y if isinstance(y, int) else len(y))
for t in it.combinations(range(9), 4):
    n += t[0] * t[3]
print(n)
