# needs: stdlib
# Attributes of objects that have a dict: absent ones, and those that are in other places of it than the last object's.
import functools
from collections import OrderedDict


class Lazy:
    def __init__(self, f):
        self.f, self.name = f, f.__name__

    def __get__(self, o, typ):
        if o is None:
            return self
        v = o.__dict__[self.name] = self.f(o)
        return v


class Node:
    kind = "class"

    def __init__(self, n):
        self.n = n
        if n % 3 == 1:
            self.__dict__["early"] = n
        if n % 3 == 2:
            self.__dict__ = {"tail": n, "n": n}

    def method(self):
        return "method"

    def size(self):
        return self.n

    @Lazy
    def one(self):
        return self.n + 1

    @Lazy
    def two(self):
        return self.one + 1

    @functools.cached_property
    def three(self):
        return self.two + 1


def read(o):
    return o.n, o.one, o.two, o.three, o.kind, o.size()


def either(o):
    try:
        return o.missing
    except AttributeError:
        return None


total = 0
for i in range(3000):
    o = Node(i)
    if i % 2:
        o.two
    elif i % 5 == 0:
        o.three
    n, one, two, three, kind, size = read(o)
    total += n + one + two + three + size
    assert kind == "class" and either(o) is None
print(total)

# A name that comes, goes and comes again hides what the class has while it is there.
o, seen = Node(0), []
for i in range(3000):
    if i % 7 == 0:
        o.__dict__["kind"] = i
    elif i % 7 == 3 and "kind" in vars(o):
        del o.__dict__["kind"]
    elif i == 2000:
        o.method = lambda: "own"
    elif i == 2500:
        o.__dict__.clear()
    elif i == 2600:
        o.__dict__.update(method=lambda: "again", n=5)
    seen.append((o.kind, o.method(), either(o)))
print(len(set(seen)), seen[0], seen[3], seen[2001], seen[2501], seen[2999])


# Hundreds of names, more than a filter has bits: each object has some of them, and all the others are absent.
class Many:
    pass


names = ["name%d" % i for i in range(300)]
count = 0
for i in range(40):
    m = Many()
    vars(m)
    for name in names[i::41]:
        setattr(m, name, i)
    for j, name in enumerate(names):
        here = hasattr(m, name)
        assert here == (j % 41 == i), (i, j)
        count += here
    for name in names[i::82]:
        delattr(m, name)
    assert sum(hasattr(m, name) for name in names) == len(names[i::41]) - len(names[i::82])
print(count)


# Dicts that are emptied, copied, merged, shrunk and moved within keep telling what is in them.
def agrees(d, keys):
    return all((k in d) == (k in list(d)) for k in keys)


keys = names[:40] + list(range(20)) + [(i, str(i)) for i in range(10)] + [None, "", b"", 1.5]
for make in (dict, OrderedDict):
    d = make()
    for turn in range(6):
        for i, k in enumerate(keys):
            if i % 3 != turn % 3:
                d[k] = i
        assert agrees(d, keys)
        e = d.copy()
        f = make(d) | {"more": 1}
        while len(d) > 20:
            d.popitem()
        assert agrees(d, keys) and agrees(e, keys) and agrees(f, keys) and "more" in f
        if make is OrderedDict:
            for k in list(d)[::2]:
                d.move_to_end(k, last=turn % 2)
            assert agrees(d, keys)
        while turn % 2 and d:
            d.pop(next(iter(d)))
        assert agrees(d, keys)
        if turn == 4:
            d.clear()
            assert agrees(d, keys) and not d
    print(len(d), len(e), len(f))
