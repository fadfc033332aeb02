# min and max of containers of ints, and sets intersected with dicts.


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


big = 1 << 70
for c in [3, 1, 2], (3, 1, 2), {3, 1, 2}, frozenset([3, 1, 2]), [1], (1,), {1}, [], (), set(), frozenset(), [1, 1.0, True], [True, 1], [1, True], (1, big), \
        {-big, 5}, [2, "a"], {0, 16, 32}, [5, 5, 4, 4], list(range(10000)), set(range(5000)), {i * 8 for i in range(40)}, [-(1 << 48), (1 << 48) - 1], \
        [None], {1, 2.5}, {1: 2, 0: 3}, "ba", range(5):
    print(attempt(min, c), attempt(max, c))
    print(attempt(lambda: min(c, default=7)), attempt(lambda: max(c, key=lambda x: -x, default=8)))
s = {1, 2, 3, 40}
s.discard(1)
s.discard(40)
print(min(s), max(s))
s.clear()
print(attempt(min, s))


class Own(list):
    def __iter__(self):
        return iter([9])


class OwnSet(set):
    def __iter__(self):
        return iter([9])


print(min(Own([1])), max(OwnSet([1])), min(type("T", (tuple,), {})([4, 2])))


def hot(c, n):
    t = 0
    for i in range(n):
        t += min(c) + max(c)
    return t


print(hot([4, 2, 9], 3000), hot({4, 2, 9}, 3000), hot((4, 2, 9.0), 3000))

d = {"a": 1, "b": 2, "c": 3}
e = {"a": 1, 2: 3, "c": 4}


def both(s, d):
    return sorted(map(str, s.intersection(d))), type(s.intersection(d)).__name__, s.isdisjoint(d)


for s in {"a", "c", 1}, frozenset(["b"]), set(), frozenset(), {2, "2"}, {"z"}:
    print(both(s, d), both(s, e), both(s, {}), both(s, dict.fromkeys("abcdefghijklmnop")))
    t = set(s)
    t.intersection_update(d)
    print(sorted(map(str, t)), sorted(map(str, s.intersection(d, e))), sorted(map(str, s.intersection(d.keys()))))


class D(dict):
    def __iter__(self):
        return iter("b")


print(sorted({"a", "b"}.intersection(D(a=1))))


class Key:  # has the hash of a str, and looks at the dict when it is compared
    def __init__(self, text, do):
        self.text = text
        self.do = do

    def __hash__(self):
        return hash(self.text)

    def __eq__(self, other):
        return self.do(other)


print(len({Key("a", lambda o: o == "a")}.intersection(d)))
print(attempt({Key("a", lambda o: d.clear())}.intersection, d))
d = {"a": 1, "b": 2}
print(attempt({Key("a", lambda o: d.setdefault("new"))}.intersection, d), sorted(d))
print(attempt({Key("a", lambda o: 1 / 0)}.intersection, d))
d = dict.fromkeys("abcdef")
del d["c"]
print(sorted({"a", "c", "f"}.intersection(d)))
