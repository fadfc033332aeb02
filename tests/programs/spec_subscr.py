# BINARY_SUBSCR and STORE_SUBSCR families, with misses of each kind, and slices.


seen = {}


def say(*parts):
    # Prints a line the first time only: the answers must not depend on what the instruction was warmed up with.
    line = " ".join(map(str, parts))
    seen[line] = seen.get(line, 0) + 1
    if seen[line] == 1:
        print(line)


def get(c, i):
    return c[i]


def put(c, i, v):
    c[i] = v


def cut(c, i, j):
    return c[i:j]


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Grid:
    def __init__(self):
        self.cells = {}

    def __getitem__(self, key):
        if isinstance(key, slice):
            return ("slice", key.start, key.stop, key.step)
        return self.cells.get(key, ".")

    def __setitem__(self, key, value):
        self.cells[key] = value

    def __delitem__(self, key):
        del self.cells[key]


class Missing(dict):
    def __missing__(self, key):
        return f"<{key}>"


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n

    def __repr__(self):
        return f"Index({self.n})"


class L(list):
    def __getitem__(self, i):
        return "L" + str(list.__getitem__(self, i))


class Raises:
    def __getitem__(self, i):
        raise ValueError(f"no {i}")

    def __setitem__(self, i, v):
        raise ValueError(f"no {i} {v}")


class Both:
    def __getitem__(self, a, b=5):
        return (a, b)


class Star:
    def __getitem__(self, *a):
        return a


g = Grid()
g[1] = "one"
containers = [
    [10, 20, 30], (1, 2, 3), "héllo", "abc", "\U0001f600x\u20ac", {0: "zero", 1: "one", "k": 5}, b"bytes", range(5, 50, 7), g, Missing({1: 2}), L([1, 2, 3]), Both(), Star(),
    Raises(), 5, None, {1, 2},
]
keys = [0, 1, -1, 2, 100, -100, True, "k", 1.0, None, Index(1), Index(-2), slice(1, None), slice(None, None, -1), slice(0, 0), 2**70, (1, 2)]

for warm_c, warm_k in (([1, 2, 3], 1), ((1, 2, 3), 1), ("abc", 1), ({1: 2}, 1), (g, 1), (L([1, 2]), 0), (b"abc", 1), ("\u20ac", 0)):
    for _ in range(120):
        get(warm_c, warm_k)
    for c in containers:
        name = type(c).__name__
        results = []
        for k in keys:
            r = attempt(get, c, k)
            results.append(r)
        say(name, results)

for warm_c in ([1, 2, 3], {1: 2}, g):
    for i in range(120):
        put(warm_c, 1, i)
    for make in (lambda: [1, 2, 3], lambda: {1: 2}, Grid, lambda: (1, 2), lambda: "abc", Raises, lambda: 5, lambda: Missing()):
        for k in (1, -1, 7, "k", [], Index(2), True, 2**70):
            c = make()
            r = attempt(put, c, k, 65)
            shown = c.cells if isinstance(c, Grid) else c if not isinstance(c, Raises) else ""
            say(type(c).__name__, shown if not isinstance(shown, Grid) else "", r)

for c in ([1, 2, 3, 4], (1, 2, 3, 4), "aé\u20ac\U0001f600", b"abcd", range(9), g):
    for _ in range(60):
        cut(c, 1, 3)
    print(type(c).__name__, [attempt(cut, c, i, j) for i, j in ((0, 2), (-2, None), (None, -1), (3, 1), (Index(1), Index(3)), ("a", 1), (None, 2**80), (-(2**80), 2**80))])


def store_slice(c, i, j, v):
    c[i:j] = v
    return c


for i, j, v in ((0, 0, [9]), (1, 2, []), (0, 10, "xy"), (-1, None, (7, 8, 9)), (2, 1, [5]), (None, None, range(3)), (0, 1, 5), ("a", 2, [])):
    print(attempt(store_slice, [1, 2, 3], i, j, v))


def extended(c, v):
    c[::2] = v
    return c


print(attempt(extended, [1, 2, 3, 4, 5], "abc"))
print(attempt(extended, [1, 2, 3, 4, 5], "ab"))


def delete(c, k):
    del c[k]
    return c


for c, k in (([1, 2, 3], 0), ([1, 2, 3], -1), ([1, 2, 3], 5), ([1, 2, 3, 4, 5, 6], slice(None, None, 2)), ([1, 2, 3, 4], slice(1, 3)), ({1: 2}, 1), ({1: 2}, 3), ((1,), 0), ("a", 0)):
    print(attempt(delete, c, k))
