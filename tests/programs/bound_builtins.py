# needs: stdlib
# Built-in methods as values: kept in variables and attributes, passed on, compared, asked, called in every way, and where they do not fit.
import collections
import random


def fails(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def fill(n):
    out = []
    append, extend = out.append, out.extend
    for i in range(n):
        append(i)
        if i % 7 == 0:
            extend((i, -i))
    return len(out), sum(out)


def fresh(n):
    total = 0
    for i in range(n):
        part = []
        add = part.append
        add(i)
        add(i * 2)
        pop = part.pop
        total += pop() - pop()
    return total


def either(n):
    a, b = [], collections.deque()
    for i in range(n):
        add = a.append if i % 3 else b.append
        add(i)
    return len(a), len(b)


class Holder:
    def __init__(self):
        self.items = []
        self.push = self.items.append
        self.find = {"a": 1}.get

    def use(self, n):
        push, find = self.push, self.find
        for i in range(n):
            push(find("ab"[i & 1], i))
        return len(self.items), self.items[-1]


def hand(f, *args):
    return f(*args)


def passed(n):
    words, total = ["b", "a", "c"], 0
    for i in range(n):
        total += hand(words.index, "abc"[i % 3])
        total += len(hand("x-y-z".split, "-"))
        total += len(list(map("abc".find, words)))
    return total, sorted(words, key={"a": 3, "b": 2, "c": 1}.get), max(words, key={"a": 3, "b": 1, "c": 2}.get)


def asked(n):
    kept = []
    l = [1, 2]
    for i in range(n):
        f, g = l.append, l.append
        kept.append((f == g, f is g, f.__self__ is l, f.__name__, f != l.pop, hash(f) == hash(g), callable(f), f.__qualname__))
    return set(kept), repr(l.count)[:34], type(l.sort).__name__, type(f) is type(len)


def called(n):
    out = set()
    for i in range(n):
        s = "a,b,,c"
        f = s.split
        out.add((len(f(",")), len(f(",", 1)), len(f(sep=",", maxsplit=2)), len(f(*(",",))), len(f(**{"sep": ","})), len(f())))
    return out


def wrong(n):
    out = set()
    for i in range(n):
        l = [i]
        f, g, h = l.append, l.index, {}.pop
        out.add((fails(f), fails(f, 1, 2), fails(f, x=1), fails(g, "x")[:40], fails(h, "k")))
    return out


class Odd:
    append = list.append  # does not fit
    upper = str.upper
    real = classmethod(list.append)


def unfit(n):
    out = set()
    for i in range(n):
        o = Odd()
        for name in "append", "upper":
            try:
                out.add(getattr(o, name))
            except TypeError as e:
                out.add(str(e))
        try:
            out.add(o.append)
        except TypeError as e:
            out.add(str(e))
        out.add(fails(o.real, 1))
    return out


class Listed(list):
    def append(self, x):
        add = super().append
        add(x)
        add(x)
        more = super(Listed, self).extend
        more([x])

    def grow(self):
        add = self.append
        add(1)
        return self.insert


class Missing(dict):
    def __getattr__(self, name):
        return name


def derived(n):
    l, m = Listed(), Missing(a=1)
    for i in range(n):
        put = l.grow()
        put(0, -1)
        get, absent = m.get, m.gat
        l.extend([get("a"), absent == "gat"])
    return len(l), l[:5]


def made(n):
    for i in range(n):
        l = [i]
        f = l.append
        yield f
        f(1)
        yield len(l)


def closed(n):
    fs = []
    for i in range(n):
        l = []
        add = l.append

        def inner(x):
            add(x)
            return l

        fs.append(inner)
    return [f(1) for f in fs][-1], sum(len(f(2)) for f in fs)


def shuffled(n):
    r = random.Random(3)
    pick, bits, l = r.random, r.getrandbits, list(range(10))
    total = 0
    for i in range(n):
        total += bits(8) + int(pick() * 10) + r.randrange(5) + r.choice(l)
    r.shuffle(l)
    return total, l


def deleted(n):
    out = 0
    for i in range(n):
        f = [i, 2].count
        g = f
        del f
        out += g(2)
        try:
            f
        except UnboundLocalError:
            out += 1
    return out


for k in 3, 40, 500:
    print(k, fill(k), fresh(k), either(k), Holder().use(k), passed(k))
    print(asked(k), called(k), derived(k), closed(k), shuffled(k), deleted(k))
    print([sorted(map(str, x)) for x in (wrong(k), unfit(k))])
    print(sum(f if type(f) is int else f(2) is None for f in made(k)))
