# Sets of ints and strs keep no hashes. Other keys come and go, compare equal to strs, and change sets while they are compared.
# needs: stdlib
import copy
import pickle


class Name(str):
    pass


class Odd(str):
    """Equal to what it is told, with the hash of a str."""

    def __new__(cls, text, do):
        self = str.__new__(cls, text)
        self.do = do
        return self

    __hash__ = str.__hash__

    def __eq__(self, other):
        do, self.do = self.do, lambda: None
        do()
        return str.__eq__(self, other)


def show(*sets):
    for s in sets:
        print(type(s).__name__, len(s), list(s))


def text(i):
    return "".join(["k", str(i)])


words = [text(i * 7 % 50) for i in range(200)]
wide = ["ä", "ä" + "b"[:1], "日本", "\U0001f600", "", "a", "a\0", "é" * 9]
show(set(words), frozenset(words), set(wide), set(wide + words[:5] + [1, 2, 3]), set("mississippi"), set({w: 1 for w in words[:20]}))
a, b = {text(i) for i in range(30)}, set(map(text, range(15, 45)))
mixed = {1, 2, "k1", "k2", 3, "", "ä"}
show(a | b, a & b, a - b, b - a, a ^ b, b ^ a, a | mixed, mixed | a, a & mixed, mixed - a, a ^ mixed)
show(a | {1.5}, {1.5} | a, a & {"k1", None}, {"k1", None} & a, a - {(), "k2"}, {(), "k2"} - a, a ^ {b"k1", "k1"}, {True} | mixed, mixed & {1.0, 2.0})
print(a <= a | b, a & b < a, a == set(list(a)), a.isdisjoint(b), a.isdisjoint({1, "x"}), a >= {"k1"}, a == frozenset(a), hash(frozenset(a)) == hash(frozenset(list(a))))
print("k3" in a, Name("k3") in a, "k99" in a, b"k3" in a, 1.0 in mixed, (1,) in mixed, None in a)

c = a.copy()
c.add(Name("k1"))
c.add(Name("n1"))
print([type(k).__name__ for k in c if k in ("k1", "n1")], "n1" in c)
c.discard("n1")
c.remove(Name("k5"))
c.difference_update(["k6", 7, "k8"], {"k9": 1}, {"k10", 0})
c.symmetric_difference_update({"k11", "new", 5})
c.intersection_update([text(i) for i in range(20)] + ["new", 5, 5.0])
c.update(iter(["x", "y"]), ("z", 1), {2: 3}, [2.5, "after"], (w for w in words[:9]))
show(c, copy.deepcopy(c), pickle.loads(pickle.dumps(c)))
while c:
    print(c.pop(), end=" ")
print(len(c))
c |= {"again"}
c -= {"again", "never"}
c |= b
show(c)

for make in (lambda s: s.add("more"), lambda s: s.clear(), lambda s: s.update(range(30)), lambda s: s.add(0.5), lambda s: s.discard("k1"), lambda s: s.pop()):
    for use in (lambda s, k: k in s, lambda s, k: s.add(k), lambda s, k: s.discard(k), lambda s, k: s | {k}, lambda s, k: {k} | s, lambda s, k: s & {k, 8},
                lambda s, k: s - {k}, lambda s, k: {k} - s, lambda s, k: s ^ {k}, lambda s, k: {k} <= s, lambda s, k: s.update([5, "q", k, "r", 6])):
        s = {"k1", "k2", 1}
        r = use(s, Odd("k1", lambda: make(s)))
        print(len(s), len(r) if isinstance(r, set) else r, end="; ")
    print()

l = ["a", "b"]


class Grows:
    def __hash__(self):
        if len(l) < 9:
            l.extend(["g", len(l)])
        return 3


l.append(Grows())
l.extend("xyz")
print(len(set(l)), len(l), len(frozenset(l)), len({"a"}.union(l)))
for f in (set, frozenset, {1}.union, {1}.update, set().update):
    try:
        f(["a", "b", [], "c"])
    except TypeError as e:
        print(e)


def hot(n):
    total = 0
    for i in range(n):
        d = {text(i), text(i + 1), i}
        d.add("k%d" % i)
        total += len(a | d) + len(a & d) * 2 + len(a - d) * 3 + len(a ^ d) * 5 + len(set(words)) + ("k%d" % (i + 1) in d)
        if i % 100 == 99:
            d.add(1.5)
        d |= a
        total += len(d - b) + (d <= b) + (a <= d) + len(set([text(i), i, text(i)]))
    return total


print(hot(1500))
