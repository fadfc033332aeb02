# Operations on built-in types, and on classes that have theirs, which machine code does without generic helpers.
import array

class Meta(type):
    pass


class Classy(metaclass=Meta):
    x = 1


def class_attributes(n):
    t = 0
    for i in range(n):
        t += Classy.x + len(Classy.__name__) + (int.__repr__ is not None)
    return t


def attributes_of(classes, n):
    t = 0
    for i in range(n):
        for c in classes:
            t += len(c.__name__) + len(c.__class__.__name__)
    return t


many_classes = [int, str, Classy, Meta, ValueError, list, tuple, dict, float, object]


def computed(n):
    t = 0
    for i in range(n):
        t += computed.__code__.co_argcount + len(computed.__qualname__)
    return t


def over_dicts(n):
    d = {i: i + 1 for i in range(n)}
    t = 0
    for k in d:
        t += k
    for v in d.values():
        t += v
    for k, v in d.items():
        t += k * v
    for i, k in enumerate(d):
        t += i * k
    for x in set(d):
        t += x
    return t


def over_kinds(kinds, n):
    t = 0
    for i in range(n):
        for x in kinds:
            for y in x:
                t += len(y)
    return t


many_kinds = [["a"], ("b",), {"c": 1}, {"d"}, {"e": 1}.keys(), {"f": "g"}.values(), {"h": "i"}.items(), frozenset("j"), "kl"]


def arrays(n):
    t = 0
    for code in "bBhHiIlqfd":
        a = array.array(code, [1, 2, 3, 4])
        for i in range(n):
            t += a[i & 3] + a[-1]
            a[i & 3] = i & 7
    return t


class Dict(dict):
    pass


class Plain:
    pass


def likes(n):
    d = Dict(a=1)
    t = 0
    for i in range(n):
        d["b"] = i
        t += d["a"] + ("b" in d) + ("c" not in d)
    return t


def comparisons(n):
    t = 0
    p = Plain()
    pairs = [(p, p), (p, None), (b"a", b"a"), ((1, "a"), (1, "b")), (2.5, None), ("a", 1), (None, None)]
    for i in range(n):
        for a, b in pairs:
            t += (a == b) + 2 * (a != b)
        t += (b"a" < b"b") + ((1, 2) <= (1, 3)) + (p == None) + ("a" < "b")
    return t


def natives(n):
    t = 0
    d = Dict(a=1)
    for i in range(n):
        t += len("a b".split(" ")) + len(tuple("ab")) + sum([1, 2], 3) + len("ab".replace("a", "cd")) + d.get("a") + int.from_bytes(b"\1", byteorder="big")
        t += sorted([2, 1], reverse=True)[0] + len(str(7)) + len((5).to_bytes(2, "big"))
    return t


class Sized:
    def __init__(self, n):
        self.n = n

    def size(self):
        return self.n


class Holder:
    def __init__(self, n):
        self.size = lambda: n


def sizes(n):
    t = 0
    for x in many_sized * n:
        t += x.size()
    return t


many_sized = []
for k in range(14):
    many_sized.append(Sized(k))
    setattr(many_sized[-1], "attr" + str(k), 1)
    many_sized.append(Holder(k))
    setattr(many_sized[-1], "attr" + str(k), 1)


def made(n):
    t = 0
    for i in range(n):
        s = "x"
        d = {"a": i, s: 1}
        e = {k: i for k in (1, "b")}
        f = {}
        f[s] = f"{i}:{s}{s!r}{1.5}{d['a']!s}"
        del d["a"]
        t += len(d) + len(e) + len({k for k in (1, 2, 1)}) + len(f) + (i > 2 & 1 | True)
    return t


class Kind(type):
    def __instancecheck__(cls, v):
        return v.kind is cls


class Tagged(metaclass=Kind):
    kind = None


class Marked:
    kind = Tagged


marked, tagged, unmarked = Marked(), Tagged(), Marked()
unmarked.kind = 0


def instances(n):
    k = 0
    for i in range(n):
        k += isinstance(marked, Tagged)
        k += isinstance(tagged, Tagged)
        k += not isinstance(unmarked, Tagged)
    return k


def leaves(a, **kwargs):
    return a + 1


def guards(a, **kwargs):
    try:
        return a + 1
    except TypeError:
        return kwargs


def no_keywords(n):
    t = 0
    for i in range(n):
        t += leaves(i) + guards(i)
    return t


def halves(n):
    for i in range(n):
        yield i * 2


class Scale:
    def __init__(self, k):
        self.k = k

    def by(self, x):
        return self.k * x


def double(x):
    return x + x


def over_parts(n):
    t = 0
    items = list(range(n))
    table = {i: i + 1 for i in items}
    for i, x in enumerate(halves(n)):
        t += i + x
    for i, x in enumerate(items, start=1):
        t += i + x
    for x, y in zip(halves(n), items):
        t += x - y
    for k, v in zip(table, table.values()):
        t += v - k
    for i, (x, y) in enumerate(zip(items, halves(n))):
        t += i - x + y
    for x in map(double, items):
        t += x
    for x in map(lambda v: v - 1, items):
        t += x
    for x in map(Scale(3).by, items):
        t += x
    for x in map(abs, items):
        t += x
    for x in map(double, halves(n)):
        t += x
    return t


def zipped(it):
    t = 0
    for x, y in it:
        t += x * y
    return t


def over_zips(n):
    items = list(range(n))
    return zipped(zip(items, items)) + sum(x * y for x, y in zip(items, items))


def mixed_numbers(n):
    t = 0.0
    for i in range(n):
        t += 1 / (i + 1) + (i * i) / (i + 2)
        if i + 1 < t or t >= i * i:
            t -= i + 1
        t += float("1.5") + int("12")
    return round(t)


def wrong_parts(n):
    t = 0
    scale = Scale(3)
    for i in range(n):
        try:
            for x in map(scale.by, (1,), (2,), (3,)):
                t += x
        except TypeError:
            t += 1
    return t
