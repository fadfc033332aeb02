# needs: stdlib
# Loops over enumerate, zip and map whose parts are generators, dicts, files and other iterators.

import gc
import io
import itertools
import math
import operator
import sys
import traceback


def gen(n, log=None):
    for i in range(n):
        if log is not None:
            log.append(i)
        yield i
    if log is not None:
        log.append("end")


class Steps:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


class Items:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i * i


class Iterable:
    def __iter__(self):
        return iter([7, 8, 9])


L = list(range(10))
T = tuple("abcdefghij")
D = {i: -i for i in range(10)}
S = {3, 1, 2}


def sources():
    yield "list", lambda: L
    yield "tuple", lambda: T
    yield "str", lambda: "hello"
    yield "wide", lambda: "h\u00e9ll\u0142"
    yield "bytes", lambda: b"bytes"
    yield "range", lambda: range(2, 20, 3)
    yield "down", lambda: range(5, -5, -2)
    yield "dict", lambda: D
    yield "values", lambda: D.values()
    yield "items", lambda: D.items()
    yield "set", lambda: S
    yield "generator", lambda: gen(6)
    yield "genexp", lambda: (x * 2 for x in L)
    yield "steps", lambda: Steps(5)
    yield "getitem", lambda: Items(4)
    yield "iterable", lambda: Iterable()
    yield "iter", lambda: iter(L)
    yield "reversed", lambda: reversed(L)
    yield "count", lambda: itertools.count(3)
    yield "repeat", lambda: itertools.repeat("r", 4)
    yield "chain", lambda: itertools.chain(L, T)
    yield "islice", lambda: itertools.islice(itertools.count(), 7)
    yield "file", lambda: io.StringIO("one\ntwo\nthree\n")
    yield "zip", lambda: zip(L, T)
    yield "map", lambda: map(str, L)
    yield "filter", lambda: filter(None, L)
    yield "enumerate", lambda: enumerate(T, 5)
    yield "empty", lambda: ()


def by_enumerate(make):
    total = []
    for i, x in enumerate(make()):
        if i >= 12:
            break
        total.append((i, x))
    return total


def by_enumerate_from(make, start):
    total = []
    for i, x in enumerate(make(), start):
        if i >= start + 12:
            break
        total.append((i, x))
    return total


def by_enumerate_named(make, start):
    total = []
    for i, x in enumerate(make(), start=start):
        if i >= start + 12:
            break
        total.append((i, x))
    for i, x in enumerate(iterable=total):
        total[i] = x, i
    return total


def by_zip(one, two):
    total = []
    for x, y in zip(one(), two()):
        total.append((x, y))
        if len(total) > 12:
            break
    return total


def by_both(one, two):
    total = []
    for i, (x, y) in enumerate(zip(one(), two())):
        total.append((i, x, y))
        if i > 11:
            break
    return total


def by_zip_of_enumerate(one, two):
    total = []
    for (i, x), y in zip(enumerate(one()), two()):
        total.append((i, x, y))
        if i > 11:
            break
    return total


def by_map(f, make):
    total = []
    for x in map(f, make()):
        total.append(x)
        if len(total) > 12:
            break
    return total


def by_map2(f, one, two):
    total = []
    for x in map(f, one(), two()):
        total.append(x)
        if len(total) > 12:
            break
    return total


def by_enumerated_map(f, make):
    total = []
    for i, x in enumerate(map(f, make())):
        total.append((i, x))
        if i > 11:
            break
    return total


def pair(x):
    return x, x


def two(x, y=3, *rest, key=5):
    return x, y, rest, key


class Adder:
    def __init__(self, n):
        self.n = n

    def add(self, x):
        return self.n, x

    @staticmethod
    def still(x):
        return "still", x

    @classmethod
    def of(cls, x):
        return cls.__name__, x

    def __call__(self, x):
        return "called", self.n, x


def combinations():
    named = list(sources())
    for _ in range(3):
        lines = []
        for name, make in named:
            lines.append(f"{name}: {by_enumerate(make)} {by_enumerate_from(make, 2**61 - 3)[-1:]} {by_enumerate_named(make, 3)[-1:]} {by_enumerate_named(make, True)[-1:]} {by_map(pair, make)} {by_enumerated_map(repr, make)}")
        for n1, m1 in named:
            for n2, m2 in named[::3]:
                lines.append(f"{n1} {n2}: {by_zip(m1, m2)} {by_both(m2, m1)[-2:]} {by_zip_of_enumerate(m1, m2)[-1:]} {by_map2(two, m1, m2)[-1:]}")
    print(len(lines))
    for line in lines[:60:2]:
        print(line)
    print(hash_of(lines))


def hash_of(lines):
    h = 0
    for line in lines:
        for c in line:
            h = (h * 31 + ord(c)) & 0xFFFFFFFF
    return h


def callees():
    a = Adder(4)
    d = {1: "one", 2: "two"}
    n = 10

    def local(x):
        return x + n

    fs = [abs, int, float, bool, repr, chr, math.sqrt, math.floor, d.get, a.add, a.still, a.of, a, Adder.of, pair, two, local, lambda x: x * 3,
          range, complex, "{}".format, operator.neg, type, (5).__add__, int.bit_length]
    for f in fs:
        out = []
        for _ in range(4):
            out = by_map(f, lambda: L) if f not in (int, float) else by_map(f, lambda: [1, 2.5, True, "7"])
        print([str(x) for x in out][:5])
    for f, args in [(len, ["a", [1, 2], {}, (), range(3), {1}]), (ord, ["a", "b", "\u0142"]), (str.strip, [" a ", "b "]), (next, [iter([1]), iter([2]), iter([]), iter([3])]),
                    (int, ["1", "22", " 3 "]), (str.upper, ["a"]), (sum, [[1], [2, 3]]), (list, ["ab", "c"]), (enumerate, [[5]]), (isinstance, [])]:
        for _ in range(4):
            out = by_map(f, lambda: args) if f is not next else by_map(f, lambda: [iter([1]), iter([2]), iter([]), iter([3])])
        print([x if not hasattr(x, "__next__") else list(x) for x in out])
    for f in (max, min, pow, divmod, operator.add, two, lambda x, y: x - y, Adder.add):
        for _ in range(4):
            out = by_map2(f, lambda: [3, 5, 2], lambda: [1, 7, 4]) if f is not Adder.add else by_map2(f, lambda: [a, a], lambda: [1, 2])
        print(out)


def three(a, b, c):
    total = 0
    for x in map(lambda x, y, z: x * y + z, a, b, c):
        total += x
    for x in map(max, a, b, c):
        total += x
    return total


def wrong_method(a, v):
    """A bound method that cannot take what three iterators give."""
    try:
        for x in map(a.add, v, v, v):
            return x
    except TypeError as e:
        return str(e)


def order():
    """Each part is asked in its turn, and none after one has ended."""
    for n1, n2 in [(3, 5), (5, 3), (4, 4), (0, 2), (2, 0)]:
        for _ in range(3):
            log1, log2 = [], []
            g1, g2 = gen(n1, log1), gen(n2, log2)
            for x, y in zip(g1, g2):
                pass
            left = list(g1), list(g2)
            log3 = []
            g3 = gen(n1, log3)
            for x, y, z in zip(range(n2), g3, L):
                pass
            left3 = list(g3)
            log4 = []
            g4 = gen(n1, log4)
            for x, y in zip(g4, range(n2)):
                pass
        print(n1, n2, log1, log2, left, log3, left3, log4)
    for _ in range(3):
        g = gen(7)
        same = []
        for x, y in zip(g, g):
            same.append((x, y))
        it = iter(L)
        for x, y, z in zip(it, it, it):
            same.append((x, y, z))
    print(same, list(it))


def mutated():
    """A part changes what another one runs over."""
    def growing(items):
        for i in range(6):
            if i == 2:
                items.extend([100, 101, 102])
            if i == 4:
                del items[5:]
            items[min(i + 1, len(items) - 1)] = -i
            yield i
    for _ in range(5):
        out = []
        items = [1, 2, 3]
        for x, g in zip(items, growing(items)):
            out.append((x, g))
        items = [1, 2, 3]
        for g, x in zip(growing(items), items):
            out.append((x, g))
        items = [1, 2, 3]
        for i, (x, g, y) in enumerate(zip(items, growing(items), items)):
            out.append((i, x, g, y))
        items = [5, 6, 7]

        def cut(x):
            if len(items) > 1:
                items.pop()
            return x
        for x in map(cut, items):
            out.append(x)
    print(out)
    for _ in range(5):
        d = {1: 2, 3: 4}
        try:
            for i, k in enumerate(d):
                d[i + 10] = k
        except RuntimeError as e:
            print(e)
        try:
            for x, k in zip(gen(5), d):
                d[x + 100] = k
        except RuntimeError as e:
            print(e, len(d))


class Mine(Exception):
    pass


def fails(n):
    for i in range(n):
        yield i
    raise Mine(n)


def picky(x):
    if x == 4:
        raise Mine(x)
    return x


def stops(x):
    if x == 4:
        raise StopIteration(x)
    return x


def stops_deep(x):
    def inner():
        if x == 4:
            raise StopIteration
        return x
    return inner()


def raising():
    for _ in range(4):
        out = []
        for make in (lambda: enumerate(fails(3)), lambda: zip(L, fails(2)), lambda: zip(fails(2), L), lambda: map(picky, L), lambda: map(picky, gen(9)),
                     lambda: enumerate(map(picky, L)), lambda: zip(map(picky, L), fails(3))):
            try:
                for x in make():
                    out.append(x)
            except Mine as e:
                out.append(repr(e))
        try:
            for i, x in enumerate(fails(3)):
                out.append(x)
        except Mine as e:
            lines = [(f.name, f.line) for f in traceback.extract_tb(e.__traceback__)]
        try:
            for x in map(picky, L):
                out.append(x)
        except Mine as e:
            lines += [(f.name, f.line) for f in traceback.extract_tb(e.__traceback__)]
        try:
            for i, x in enumerate(map(picky, L)):
                out.append(x)
        except Mine as e:
            lines += [(f.name, f.line) for f in traceback.extract_tb(e.__traceback__)]
        for x in map(stops, L):
            out.append(x)
        else:
            out.append("else")
        for x in map(stops_deep, L):
            out.append(x)
        for x, y in zip(L, map(stops, L)):
            out.append(y)
        for i, x in enumerate(map(stops_deep, gen(9))):
            out.append(x)
        try:
            for x in map(picky, [1, 2], [3, 4]):
                pass
        except TypeError as e:
            out.append(str(e))
        for wrong in (lambda: zip(1), lambda: enumerate(2), lambda: map(abs), lambda: map(abs, 3), lambda: zip(L, 4), lambda: zip(gen(2), L, strict=True)):
            try:
                for x in wrong():
                    out.append(x)
            except (TypeError, ValueError) as e:
                out.append(str(e))
    print(out)
    print(lines)


def running():
    def inner():
        for i, x in enumerate(g):
            yield x
    for _ in range(3):
        g = inner()
        try:
            for i, x in enumerate(g):
                pass
        except ValueError as e:
            print(e)


def yielded(n):
    """The loop's iterator outlives the frame's activation."""
    for i, (x, y) in enumerate(zip(gen(n), L)):
        yield i + x + y
    for x in map(pair, range(n)):
        yield x
    for x, y in zip(D, map(str, range(n))):
        yield x, y


def seen(frame_of):
    """Code that runs in a step sees and sets the variables of the loop's function."""
    def peeks():
        for i in range(6):
            yield sorted((k, v) for k, v in sys._getframe(1).f_locals.items() if k in ("total", "n", "x"))
    def sets(v):
        if v == 3:
            sys._getframe(1).f_locals["n"] = 50
        return v
    n = 1
    total = []
    for x, p in zip(range(10), peeks()):
        n += 1
        total.append(x)
    out = [n, total, p]
    for x in map(sets, range(6)):
        n += 1
    return out, n


step = "old"


def which():
    return step


def redefine(x):
    global which
    if x == 700:
        def which():
            return "new"
    return x


def stale():
    """Code that a step makes stale is left."""
    global which
    was = which
    out = []
    for i, x in enumerate(map(redefine, range(1000))):
        if i % 100 == 99 or i == 700:
            out.append(which())
    which = was
    for y, i in zip(range(1000), (redefine(i) for i in range(1000))):
        if i % 100 == 99 or i == 700:
            out.append(which())
    which = was
    for x in map(redefine, range(1000)):
        if x % 100 == 99 or x == 700:
            out.append(which())
    which = was
    return out


def collected():
    def collects():
        for i in range(5):
            gc.collect()
            yield [i]
    out = []
    for x, y, z in zip([[1], [2], [3], [4], [5]], collects(), map(lambda v: gc.collect() and [v] or [v], range(5))):
        out.append((x, y, z))
    return out


def deep(n):
    total = 0
    for i, x in enumerate(deep(n - 1) for _ in range(2 if n else 0)):
        total += i + x
    for x in map(deep, [n - 1] if n else []):
        total += x
    return total + 1


def unbounded(n):
    for x in map(unbounded, [n + 1]):
        return x


def traced():
    lines = []

    def trace(frame, event, arg):
        if frame.f_code.co_name in ("gen", "picky", "watched"):
            lines.append((frame.f_code.co_name, event))
        return trace

    def watched():
        for i, x in enumerate(gen(2)):
            pass
        for x in map(picky, range(2)):
            pass
    for _ in range(3):
        watched()
    sys.settrace(trace)
    watched()
    sys.settrace(None)
    print(lines)


def strict():
    """zip(strict=True) of what ends together, and of what does not."""
    out = []
    cases = [([1, 2, 3], [4, 5, 6]), ([1, 2], [3, 4, 5]), ([1, 2, 3], [4, 5]), ([], []), ([1], []), ([], [1]), ((1, 2), range(2)), ("ab", b"ab"), ("abc", b"ab"),
             ([1, 2], "ab", (3, 4)), ([1, 2], "abc", (3, 4)), ([1, 2], "ab", (3,)), (range(3), range(2), range(3))]
    for case in cases:
        got = []
        try:
            for x in zip(*case, strict=True):
                got.append(x)
        except ValueError as e:
            got.append(str(e))
        try:
            for x, *y in zip(*case, strict=len(case) > 1):
                got.append(y)
        except ValueError as e:
            got.append(str(e))
        out.append(got)
    it = iter([1, 2, 3])
    try:
        for x, y in zip(it, it, strict=True):
            out.append((x, y))
    except ValueError as e:
        out.append(str(e))
    it = iter([1, 2, 3, 4])
    for x, y in zip(it, it, strict=True):
        out.append((x, y))
    grown = [1, 2]
    for x, y in zip(grown, [1, 2, 3, 4], strict=True):
        if len(grown) < 4:
            grown.append(x)
        out.append((x, y))
    return out


def starred():
    """Unpacking with a star."""
    out = []
    for v in ([1, 2, 3], (1, 2, 3), [1], (1, 2), "abc", range(4), iter([1, 2]), gen(3), {1: 2, 3: 4}, [], (), [[1, 2], [3]], Steps(3), "a b c".split()):
        for f in (lambda v: [(a, b) for a, *b in [v]], lambda v: [(a, b) for *a, b in [v]], lambda v: [(a, b, c) for a, *b, c in [v]], lambda v: [a for [*a] in [v]],
                  lambda v: [(a, b, c) for a, b, *c in [v]]):
            try:
                out.append(f(v))
            except ValueError as e:
                out.append(str(e))
    items = [1, 2, 3, 4]
    a, *b = items
    b.append(9)
    *c, d = b
    c.clear()
    match items:
        case [x, *y, z]:
            y.append(x)
    return out, items, a, b, c, d, y, z


def methods():
    """map calls methods of built-in classes on anything."""
    out = []
    for f in (str.upper, str.strip, str.isdigit, str.split, list.copy, list.pop, dict.copy, set.copy, int.bit_length, bytes.hex, str.title, float.is_integer, str.__len__, object.__repr__.__class__):
        for items in (["a ", " B1"], ["12"], [[1, 2]], [{1: 2}], [{3}], [5], [b"x"], [2.0], [], [None], [True], [Adder]):
            got = []
            try:
                for x in map(f, items):
                    got.append(x)
                got.append(list(map(f, [[1, 2]] if f is list.pop else items)))
                got.append([any(map(f, items)), sum(1 for _ in map(f, items))])
            except (TypeError, IndexError) as e:
                got.append(str(e))
            out.append(got)
    return out


def main():
    for _ in range(3):
        s = strict(), starred(), methods()
    print(*s[0], sep="\n")
    print(*s[1], sep="\n")
    print(s[2])
    combinations()
    callees()
    for _ in range(4):
        for f in (Adder(1).add, Adder.add, Adder(1), Adder.still):
            try:
                for x in map(f, [1, 2], [3, 4], [5, 6]):
                    print(x)
            except TypeError as e:
                print(e)
        t = three([1, 2, 3], (4, 5, 6), range(7, 10)), three(gen(3), [1, 2, 3], D)
    print(t, [wrong_method(Adder(i), L) for i in range(5)][-1])
    order()
    mutated()
    raising()
    running()
    for _ in range(3):
        y = list(yielded(4))
    print(y)
    for _ in range(4):
        s = seen(None)
    print(s)
    for _ in range(2):
        s = stale()
    print(s)
    for _ in range(3):
        c = collected()
    print(c)
    print([deep(n) for n in range(5)])
    try:
        unbounded(0)
    except RecursionError as e:
        print(str(e)[:32])
    traced()


main()
