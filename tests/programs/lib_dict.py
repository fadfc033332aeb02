# dict: ordering, views, methods, merging, mutation errors, missing, keys of mixed kinds, comprehensions.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


d = {"b": 1, "a": 2}
d["c"] = 3
d["b"] = 4
del d["a"]
d["a"] = 5
print(d, list(d), list(d.values()), list(d.items()), len(d), "a" in d, d.get("z"), d.get("z", 0), d.pop("c"), d.pop("zz", None), attempt(d.pop, "zz"), d.setdefault("n", []), d.setdefault("b", 9), d.popitem(), attempt({}.popitem), attempt(lambda: d["q"]), attempt(lambda: d[[]]), attempt(lambda: {{}: 1}))
d.update({"x": 1}, y=2)
d.update([("p", 1), ["q", 2]])
d.update(zip("rs", (3, 4)))
print(d, attempt(d.update, 5), attempt(d.update, [1]), attempt(d.update, [(1, 2, 3)]), attempt(dict, [("a",)]), dict(a=1, b=2), dict([("k", "v")]), dict({1: 2}, z=3), dict(zip("ab", range(2))), dict.fromkeys("abc"), dict.fromkeys([1, 2], 0), {**{"a": 1}, "b": 2, **{"a": 3}}, {"a": 1} | {"b": 2}, attempt(lambda: {"a": 1} | 5), dict() == {})
e = {1: "a"}
e |= {2: "b"}
e |= [(3, "c")]
print(e, e == {3: "c", 2: "b", 1: "a"}, e != {}, attempt(lambda: e < {}), {1: 1, 1.0: 2, True: 3}, {None: 1, (): 2, "": 3, 0: 4, False: 5}, list(reversed(e)), list(reversed(e.items())), e.copy() is e, e.clear(), e)
keys = {"a": 1, "b": 2, "c": 3}.keys()
other = {"b": 1, "d": 4}
print(keys & other.keys() == {"b"}, sorted(keys | other), sorted(keys - other.keys()), sorted(keys ^ other.keys()), keys.isdisjoint(["z"]), keys == {"a", "b", "c"}, keys <= {"a", "b", "c", "d"}, "a" in keys, {"x": 1}.items() == {("x", 1)}, ("x", 1) in {"x": 1}.items(), 1 in {"x": 1}.values(), len(keys), keys, other.values(), other.items(), keys.mapping["a"], sorted({"x": 1}.items() | {("y", 2)}))
for mutate in (lambda d: d.update(new=1), lambda d: d.pop("a"), lambda d: d.__setitem__("a", 5), lambda d: d.clear()):
    d = {"a": 1, "b": 2, "c": 3}
    try:
        for k in d:
            mutate(d)
        print("ended", d)
    except RuntimeError as err:
        print(err, d)


class Default(dict):
    def __init__(self, factory, *a):
        self.factory = factory
        super().__init__(*a)

    def __missing__(self, k):
        v = self[k] = self.factory()
        return v


words = Default(list)
for w in "the quick brown fox jumps over the lazy dog again".split():
    words[len(w)].append(w)
print(words, words.get(99), 99 in words, words[99], len(words))


class Key:
    def __init__(self, n, h):
        self.n, self.h = n, h

    def __hash__(self):
        return self.h

    def __eq__(self, o):
        log.append((self.n, o.n))
        return self.n == o.n

    def __repr__(self):
        return f"K{self.n}"


log = []
d = {Key(i, i % 3): i for i in range(9)}
print(d[Key(4, 1)], len(log), Key(4, 2) in d, d.get(Key(8, 2)), len(log))


class BadEq:
    def __hash__(self):
        return 1

    def __eq__(self, o):
        raise ValueError("bad eq")


class NoHash:
    __hash__ = None


class StrHash:
    def __hash__(self):
        return "x"


class BigHash:
    def __hash__(self):
        return 2**70 + 5


d = {BadEq(): 1}
print(attempt(lambda: d[BadEq()]), attempt(lambda: {NoHash(): 1}), attempt(lambda: {StrHash(): 1}), hash(BigHash()), attempt(hash, {}), attempt(hash, {1}))
squares = {n: n * n for n in range(10) if n % 2}
inverse = {v: k for k, v in squares.items()}
print(squares, inverse, {k: v for d in ({1: 2}, {3: 4}) for k, v in d.items()}, {c: i for i, c in enumerate("hello")}, {(i, j): i ^ j for i in range(3) for j in range(2)}, {i: {j: i + j for j in range(2)} for i in range(2)})
big = {}
for i in range(1000):
    big[i * 37 % 1009] = i
for i in range(0, 1000, 3):
    big.pop(i, None)
for i in range(2000, 2100):
    big[i] = i
print(len(big), list(big)[:10], list(big)[-3:], sum(big), sum(big.values()), next(iter(big)), next(reversed(big)))
for i in range(50):
    big.popitem()
print(len(big), list(big.items())[-1])
text = "it was the best of times it was the worst of times"
counts = {}
for w in text.split():
    counts[w] = counts.get(w, 0) + 1
print(counts, sorted(counts, key=lambda w: (-counts[w], w)), max(counts, key=counts.get), {n: [w for w in counts if counts[w] == n] for n in sorted(set(counts.values()))})
d = {"self": None}
d["self"] = d
print(d, str({"k": "v"}), f"{ {1: 2} }", {1: 2}.__repr__(), {"a\n": 'q"'})
it = iter({1: 1, 2: 2})
print(it.__length_hint__(), next(it), next(it), next(it, "end"), list({1: 2}.items().__iter__()), bool({}), bool({1: 1}), {1: 2}.__contains__(1), {}.__class__.__name__, dict.__name__, isinstance(words, dict))


class LRU:
    def __init__(self, size):
        self.size = size
        self.data = {}
        self.hits = self.misses = 0

    def __call__(self, f):
        def wrapper(*args):
            if args in self.data:
                self.hits += 1
                value = self.data.pop(args)
            else:
                self.misses += 1
                if len(self.data) >= self.size:
                    del self.data[next(iter(self.data))]
                value = f(*args)
            self.data[args] = value
            return value

        wrapper.cache = self
        return wrapper


@LRU(16)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.cache.hits, fib.cache.misses, len(fib.cache.data))


class Trie:
    def __init__(self):
        self.root = {}

    def add(self, word):
        node = self.root
        for c in word:
            node = node.setdefault(c, {})
        node[None] = True

    def walk(self, node=None, prefix=""):
        node = self.root if node is None else node
        for c in sorted(node, key=lambda c: c or ""):
            if c is None:
                yield prefix
            else:
                yield from self.walk(node[c], prefix + c)

    def complete(self, prefix):
        node = self.root
        for c in prefix:
            if c not in node:
                return []
            node = node[c]
        return list(self.walk(node, prefix))


t = Trie()
for w in "car cart card care cat dog do done".split():
    t.add(w)
print(list(t.walk()), t.complete("car"), t.complete("x"))
class Shape: pass
o = Shape()
o.x = 1
o.__dict__["y"] = 2
print(o.y, vars(o), o.__dict__ is vars(o))
o.__dict__ = {"z": 3}
print(o.z, hasattr(o, "x"), attempt(setattr, o, "__dict__", 5))
