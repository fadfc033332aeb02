# sum, any, all, min, max and set over lists and tuples, which are gone through without iterators, and over generators; lists that change meanwhile.


class I(int):
    pass


class Odd(int):
    def __add__(self, other):
        return "add"

    def __radd__(self, other):
        return "radd"


class F(float):
    pass


class Half:
    def __init__(self, log):
        self.log = log

    def __add__(self, other):
        self.log.append(("add", other))
        return 0.5

    __radd__ = __add__


def forms(items):
    return items, tuple(items), iter(items), (x for x in items), dict(enumerate(items)).values()


def each(f, items, *more):
    results = []
    for form in forms(items):
        try:
            r = f(form, *more)
        except Exception as e:
            r = type(e).__name__, str(e)
        results.append(r)
    if len(set(map(repr, results))) != 1:
        print("differ:", results)
    return results[0]


numbers = [
    [],
    [1, 2, 3],
    [True, False, True],
    [True],
    [0.1] * 10,
    [0.1] * 10 + [True] + [0.1] * 7,
    [0.1] * 10 + [I(3)] + [0.1] * 10,
    [0.1] * 10 + [F(3)] + [0.1] * 10,
    [0.1] * 10 + [2**63 - 1, -(2**63), 2**62] + [0.1] * 10,
    [0.1] * 10 + [2**63] + [0.1] * 10,
    [0.1] * 10 + [2**70] + [0.1] * 10,
    [F(0.1)] * 10,
    [2**63 - 1, 1] + [0.1] * 10,
    [2**63 - 1, -1, 1] + [0.1] * 10,
    [-(2**63), -1] + [0.1] * 10,
    [-(2**63), 0.1] + [0.1] * 10,
    [2**70, 0.1] + [0.1] * 10,
    [2**48, 2**60, 2**61] * 5,
    [2**60] * 20,
    [-(2**60)] * 20,
    [I(1), 2, 0.1] + [0.1] * 10,
    [1e16, 1.0, 2**62, -1e16, 1.0],
    [1e308, 1e308, -1e308],
    [float("inf"), 1.0, -1.0],
    [float("inf"), float("-inf")],
    [float("nan"), 1],
    [-0.0, -0.0],
    [0.1, 1j, 0.1, 0.1],
    [1j] * 3,
    [1, "a"],
    [0.5, "a"],
    [0.5, None, 1],
    ["a", "b"],
    [[1], [2]],
    [1, Odd(2), 3],
    [0.1, Odd(2), 0.1],
    [Odd(2), 1],
]
for items in numbers:
    print(repr(each(sum, items)), repr(each(sum, items, 0.0)), repr(each(sum, items, -0.0)), repr(each(sum, items, True)), repr(each(sum, items, I(1))))
print(each(sum, [[1], [2]], []), each(sum, [(1,), (2,)], ()), each(sum, ["a"], ""), each(sum, [b"a"], b""), each(sum, [1], 2**63), each(sum, [0.1] * 6, 2**63))
log = []
print(sum([Half(log)] + [0.1] * 10), sum([1, Half(log)] + [0.1] * 10), sum([0.1, 0.2, Half(log), 0.1, 0.1, 0.1]), log)

for n in 0, 1, 10, 4097:
    ints, floats = list(range(n)), [k / 7 for k in range(n)]
    print(n, each(sum, ints), repr(each(sum, floats)), repr(each(sum, ints + floats)), repr(each(sum, floats + ints)))
    print(each(any, [0] * n), each(all, [1] * n), each(any, [0, 0.0, "", None] * n + [3]), each(all, [1, 2.0, "a", True] * n + [()]))
    if n:
        print(each(min, floats), each(max, floats), each(min, ints + floats), each(max, list(map(str, ints))), each(min, list(map(str, ints))))
        print(len(each(set, ints)), len(each(set, floats)), sorted(each(set, [k % 3 for k in ints])))

print(each(max, ["a", "ab", "b", "ä", "ba"]), each(min, ["b", "a", "äa", "\U0001f600"]), each(max, ["a", 1]), each(min, [1, "a"]), each(max, [b"a", b"b"]))
print(each(max, []), each(min, [float("nan"), 1.0]), each(min, [1.0, float("nan")]), repr(each(max, [1, 1.0, True])), each(min, [True, 1, 1.0]))
print(["a", "b"] < ["a", "c"], ["a"] < ["a", "b"], ("b", 1) > ("a", 2), ["a", "b"] >= ["a", "b"], ["a"] <= ["ä"], ["\U0001f600"] > ["\ud83d"])


# lists that items change
class Changes:
    def __init__(self, items, change):
        self.items, self.change = items, change

    def __radd__(self, other):
        self.change(self.items)
        return other + 1

    def __bool__(self):
        self.change(self.items)
        return self.truth

    def __hash__(self):
        self.change(self.items)
        return 7

    def __lt__(self, other):
        self.change(self.items)
        return False

    __gt__ = __lt__


def changed(f, change, truth=False):
    items = []
    c = Changes(items, change)
    c.truth = truth
    items.extend([1, 2, c, 4, 5])
    try:
        r = f(items)
    except Exception as e:
        r = type(e).__name__
    if type(r) in (set, frozenset):
        r = len(r)
    return r if type(r) is not Changes else "c", len(items)


def once(change):
    done = []

    def f(items):
        if not done:
            done.append(1)
            change(items)

    return f


for change in list.clear, lambda l: l.pop(), lambda l: l.append(6) if len(l) < 100 else None, lambda l: l.insert(0, 0) if len(l) < 9 else None, lambda l: l.__setitem__(slice(None), [9] * 20):
    print(changed(sum, change), changed(lambda l: sum(l, 0.5), change), changed(lambda l: any(l[2:]) or any(l), change), changed(all, change, True), changed(all, change), changed(set, change))
    print(changed(max, change), changed(min, once(change)), changed(frozenset, once(change)), changed(lambda l: set().union(l), once(change)), changed(lambda l: {1}.update(l), once(change)))


def endless(items):
    items.append(1)
    if len(items) > 2000:
        raise OverflowError


print(changed(sum, endless))


# many times, for machine code
def often(n):
    a, b, c = list(range(10)), (0.5,) * 10, ["x", "y"]
    total = 0
    for i in range(n):
        a[i % 10] = i
        total += sum(a) + sum(b) + any(a) + all(b) + (max(c) == "y") + len(set(a)) + min(a)
    return total


print(often(2000))

for data in b"", b"abc", bytes(range(256)), bytes(4500):
    for b in data, bytearray(data):
        print(sum(b), sum(b, 0.5), any(b), all(b), max(b, default=None), min(b, default=None), len(set(b)), list(b)[-3:], [1, *b][:3], max(b, default=None, key=lambda k: -k))
b = bytearray(b"abcdef")
print(sum(b, type("S", (), {"__add__": lambda self, k: b.pop() and self, "__repr__": lambda self: "S"})()), b)
