# Iterators of itertools and of deques are copied and pickled where they stand; itertools warns of it.
# needs: stdlib
import copy
import itertools
import operator
import pickle
import warnings
from collections import deque

def first(a, b):
    return a


makers = {
    "accumulate": lambda: itertools.accumulate([1, 2, 3, 4]),
    "accumulate f": lambda: itertools.accumulate([1, 2, 3, 4], operator.mul),
    "accumulate initial": lambda: itertools.accumulate([1, 2, 3], initial=10),
    "accumulate None": lambda: itertools.accumulate([None, 2, 3], first),
    "chain": lambda: itertools.chain("ab", [], [1, 2]),
    "from_iterable": lambda: itertools.chain.from_iterable(["ab", (3,)]),
    "combinations": lambda: itertools.combinations("abcd", 2),
    "combinations none": lambda: itertools.combinations("ab", 3),
    "combinations empty": lambda: itertools.combinations("", 0),
    "with replacement": lambda: itertools.combinations_with_replacement("abc", 2),
    "permutations": lambda: itertools.permutations("abc", 2),
    "permutations none": lambda: itertools.permutations("a", 2),
    "product": lambda: itertools.product("ab", [1, 2]),
    "product empty": lambda: itertools.product("ab", []),
    "product 0": lambda: itertools.product(),
    "compress": lambda: itertools.compress("abcd", [1, 0, 1, 1]),
    "count": lambda: itertools.islice(itertools.count(3, 2), 3),
    "cycle": lambda: itertools.islice(itertools.cycle([1, 2, 3]), 7),
    "dropwhile": lambda: itertools.dropwhile(bool, [1, 0, 2, 0]),
    "takewhile": lambda: itertools.takewhile(bool, [1, 2, 0, 3]),
    "filterfalse": lambda: itertools.filterfalse(None, [0, 1, 0, ""]),
    "starmap": lambda: itertools.starmap(pow, [(2, 3), (3, 2)]),
    "islice": lambda: itertools.islice([0, 1, 2, 3, 4, 5, 6], 1, 6, 2),
    "islice endless": lambda: itertools.islice([0, 1, 2, 3], 1, None),
    "repeat": lambda: itertools.repeat("x", 3),
    "zip_longest": lambda: itertools.zip_longest("abc", [1], fillvalue=9),
    "deque": lambda: iter(deque("abcd")),
}


def shape(x):
    if isinstance(x, tuple):
        return tuple(shape(y) for y in x)
    if type(x).__name__.endswith("iterator") or type(x).__module__ == "itertools":
        return type(x).__name__
    return x.__name__ if isinstance(x, type) or callable(x) else x


with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    for name, make in makers.items():
        for gone in range(6):
            it = make()
            for _ in range(gone):
                next(it, None)
            told.clear()
            reduced = shape(it.__reduce__())
            warned = [(w.category.__name__, str(w.message)[:30]) for w in told]
            same = list(copy.copy(it))
            it = make()
            for _ in range(gone):
                next(it, None)
            again = list(pickle.loads(pickle.dumps(it)))
            left = list(it)
            print(name, gone, reduced, same, again == left, left, len(warned))
    print(warned)
    c = itertools.cycle("ab")
    print(shape(c.__reduce__()), next(c), next(c), next(c), shape(c.__reduce__()))
    c = itertools.cycle("ab")
    next(c), next(c), next(c)
    c.__reduce__()[2][0].clear()
    print(list(itertools.islice(c, 3)))
    print(shape(itertools.repeat(5).__reduce__()), shape(itertools.count(5).__reduce__()), shape(itertools.count(5, 2).__reduce__()))
    g = itertools.groupby([1, 1, 2, 2, 2, 3])
    key, group = next(g)
    print(key, next(group), shape(g.__reduce__()), shape(group.__reduce__()))
    next(g)
    print(shape(group.__reduce__()), list(group), [(k, list(v)) for k, v in pickle.loads(pickle.dumps(g))])


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    for it, states in (
        (itertools.combinations("abcd", 2), [1, (), (1, 2, 3), ("a", 1), (9, -5), (1, 3)]),
        (itertools.combinations_with_replacement("abc", 2), [(9, -5), (1, 1)]),
        (itertools.permutations("abc", 2), [1, (), ((), ()), ((0, 1, 2), (1, 2)), ((9, -1, 9), (99, -7)), (1, 2)]),
        (itertools.product("ab", "cd"), [(), (1, 9), (-1, 0), "ab"]),
        (itertools.chain(), [1, (), (1,), (iter([[5]]),), (iter([]), iter([7])), (iter([]), 7), (1, 2, 3)]),
        (itertools.cycle([1]), [1, (), ([4, 5], True), ((), 1)]),
        (itertools.islice([1, 2, 3, 4, 5], 2, 4), ["a", 1, 2]),
        (itertools.groupby([1, 2]), [1, (), (1, 2, 3)]),
    ):
        for state in states:
            print(type(it).__name__, state if not isinstance(state, tuple) or not state or not hasattr(state[0], "__next__") else "iterators", tried(it.__setstate__, state))
        print(list(itertools.islice(it, 5)) if type(it) is not itertools.groupby else next(it)[0])
    warnings.simplefilter("error")
    print(tried(itertools.repeat(1).__reduce__), tried(copy.copy, itertools.chain()))
D, R = type(iter(deque())), type(reversed(deque()))
d = deque("abc")
print(shape(reversed(d).__reduce__()), list(copy.copy(reversed(d))))
print([list(T(d, *n)) for T in (D, R) for n in ((), (1,), (5,), (-2,))])
print([tried(T, *a) for T in (D, R) for a in ((), ([],), (d, "x"), (d, 1, 2))])
