# Dicts and sets whose keys are objects: equal to themselves only, or with __hash__ and __eq__; alone and in tuples.


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


class Plain:
    pass


class Hashed:
    calls = 0

    def __init__(self, n):
        self.n = n

    def __hash__(self):
        Hashed.calls += 1
        return self.n

    def __eq__(self, other):
        return isinstance(other, Hashed) and self.n == other.n


class OnlyEq:
    def __eq__(self, other):
        return True


class Both:  # object's hash, its own comparison
    __hash__ = object.__hash__

    def __eq__(self, other):
        return isinstance(other, Both)


class Text(str):
    def __hash__(self):
        return 1


class Pair(tuple):
    __hash__ = object.__hash__
    __eq__ = object.__eq__


class Fails:
    def __hash__(self):
        raise KeyError("hash")


class Minus:
    def __hash__(self):
        return -1


def use(key, other, n):
    d = {key: 0}
    s = {key}
    t = 0
    for i in range(n):
        d[key] += 1
        t += (key in d) + (key in s) + (other in d) + (other in s)
        t += d.get(key, 7) + d.get(other, 9)
        d[(key, i & 1)] = i
        t += d[(key, 0)] + ((other, 1) in d)
        s.add(key)
        s.discard(other)
        d.setdefault(key, 3)
        if i & 3 == 0:
            d.pop(other, None)
    return t, len(d), len(s)


for key, other in (Plain(), Plain()), (Hashed(1), Hashed(2)), (Both(), Both()), (Plain, Hashed), (Text("a"), Text("b")), \
        (Pair((1,)), Pair((1,))), (Minus(), Minus()), (len, max), (Plain(), Hashed(3)), (use, attempt), (..., None):
    print(type(key).__name__, use(key, other, 500))
print(Hashed.calls)
print(attempt(use, OnlyEq(), 1, 5), attempt(use, 1, OnlyEq(), 5), attempt(use, Fails(), 1, 5), attempt(use, 1, Fails(), 5))


# The class changes.
def look(d, key, n):
    t = 0
    for i in range(n):
        t += (key in d) + ((key, 1) in d)
    return t


print(look({Hashed(1): 1}, Hashed(1), 500), Hashed.calls)
key = Plain()
d = {key: 1, (key, 1): 2}
print(look(d, key, 2000))
Plain.__hash__ = lambda self: 5
d = {key: 1, (key, 1): 2}
print(look(d, key, 2000), look(d, Plain(), 2000))
Plain.__eq__ = lambda self, other: True
print(look(d, key, 2000), look(d, Plain(), 2000))
Plain.__hash__ = None
print(attempt(look, d, key, 1))
del Plain.__hash__, Plain.__eq__
print(look({key: 1, (key, 1): 2}, key, 2000))
