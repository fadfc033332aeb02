# Loops over dicts, sets, views, enumerate objects and iterators of mixed kinds, with changes while they run.
def keys(d):
    out = 0
    for k in d:
        out += k
    return out


def views(d):
    out = []
    for k in d.keys():
        out.append(k)
    for v in d.values():
        out.append(v)
    for k, v in d.items():
        out.append(k + v)
    for item in d.items():
        out.append(item[0] - item[1])
        last = item
    return out, last


def sets(s):
    out = 0
    for x in s:
        out += x
    return out


def counted(xs, start):
    out = []
    for i, x in enumerate(xs, start):
        out.append((i, x))
    e = enumerate(xs)
    for pair in e:
        out.append(pair)
        if len(out) % 7 == 3:
            break
    for pair in e:
        out.append(pair)
    return out


for i in range(40):
    d = {k: k * i for k in range(5)}
    a, b, c = keys(d), views(d), sets(set(d))
print(a, b, c, sets(frozenset([4, 5])))
for i in range(30):
    r = counted({1: 2, 3: 4, 5: 6}, 2 ** 48 - 2), counted("abc", -1), counted([], 0), counted(iter({7, 8}), 2 ** 70)
print(r)


def grows(d, at, how):
    n = 0
    try:
        for k in d:
            n += 1
            if n == at:
                how(d)
    except RuntimeError as e:
        return n, str(e)
    return n, "no error"


def add(d):
    if isinstance(d, set):
        d.add(1000)
    else:
        d[1000] = 1


def drop(d):
    if isinstance(d, set):
        d.discard(3)
    else:
        d.pop(3, None)


def replace(d):
    if isinstance(d, set):
        d.discard(2)
        d.add(2000)
    else:
        del d[4]
        d[2000] = 1
        del d[2000]
        d[2001] = 1


def clear(d):
    d.clear()


for i in range(20):
    for how in (add, drop, replace, clear):
        out = []
        for at in (1, 3, 5, 6):
            out.append(grows({k: k for k in range(5)}, at, how))
            s = {k for k in range(5)}
            n = grows(s, at, how)
            out.append(n[1] if how is replace else n)
        if i in (0, 19):
            print(how.__name__, out)


def views_grow(d, view):
    n = 0
    try:
        for x in view(d):
            n += 1
            if n == 2:
                d["new"] = 1
    except RuntimeError as e:
        again = str(e)
        return n, again
    return n


for i in range(20):
    r = [views_grow({"a": 1, "b": 2, "c": 3}, v) for v in (dict.keys, dict.values, dict.items, lambda d: enumerate(d), lambda d: enumerate(d.items()))]
print(r)


def twice(it):
    out = []
    for x in it:
        out.append(x)
        for y in it:
            out.append(y)
            break
    return out


def kinds():
    yield iter([1, 2, 3])
    yield iter((1, 2, 3))
    yield iter("abc")
    yield iter("äöü€")
    yield iter(range(4))
    yield iter(range(2 ** 70, 2 ** 70 + 3))
    yield iter({1: 2, 3: 4})
    yield iter({1: 2, 3: 4}.items())
    yield iter({1: 2, 3: 4}.values())
    yield iter({5})
    yield enumerate({1: 2, 3: 4}.items())
    yield enumerate(enumerate(enumerate(enumerate([1, 2, 3]))))
    yield zip([1, 2], (3, 4))
    yield map(str, [1, 2])
    yield filter(None, [0, 1, 2])
    yield reversed([1, 2, 3])
    yield reversed({1: 2, 3: 4})
    yield reversed((1, 2, 3))
    yield iter(b"ab")
    yield iter(bytearray(b"ab"))
    yield iter(memoryview(b"ab"))
    yield (x for x in [1, 2, 3])
    yield Counter(3)


class Counter:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


for i in range(25):
    r = [twice(k) for k in kinds()]
print(r)


class SubDict(dict):
    pass


class Backwards(dict):
    def __iter__(self):
        return iter(sorted(super().keys(), reverse=True))


class SubEnumerate(enumerate):
    def __next__(self):
        return "own", super().__next__()


def each(xs):
    out = []
    for x in xs:
        out.append(x)
    return out


for i in range(30):
    r = [each(x) for x in (SubDict(a=1), Backwards(a=1, b=2), SubEnumerate("ab"), {}, set(), {1: 2}, [1], (), "", "xy", range(3), {3}, frozenset({4}), {1: 2}.items())]
print(r)


def not_iterable(xs):
    out = []
    for x in xs:
        try:
            for y in x:
                out.append(y)
        except TypeError as e:
            out.append(str(e))
    return out


print(not_iterable([1, [2], None, {3}, 2.5, {4: 5}, print, len] * 10)[-8:])


def generators(d):
    return sum(v for v in d.values()) + sum(k for k in d) + sum(k * v for k, v in d.items()) + sum(i for i, k in enumerate(d))


for i in range(30):
    r = generators({1: 2, 3: 4})
print(r)


def changed_inside(n):
    d = {i: i for i in range(n)}
    out = 0
    for k, v in d.items():
        d[k] = v + 1
        out += v
    for k in list(d):
        del d[k]
    return out, d


print(changed_inside(60))
