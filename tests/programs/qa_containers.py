# Containers changed while they are iterated, compared or sorted; container operations.
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
def it_mut(make, mutate, n=10):
    c = make(); out = []
    try:
        for i, x in enumerate(c):
            out.append(x)
            mutate(c, i)
            if i > n: break
    except Exception as e: out.append(f"{type(e).__name__}: {e}")
    return out, c if len(c) < 20 else len(c)
D = lambda: {1: "a", 2: "b", 3: "c"}
for mu in (lambda c, i: c.__setitem__(i + 100, 1), lambda c, i: c.pop(1, None), lambda c, i: c.clear(), lambda c, i: (c.pop(2, None), c.__setitem__(2, "n")), lambda c, i: c.update({1: 5}), lambda c, i: (c.pop(3, 0), c.__setitem__(i + 50, 1)), lambda c, i: c.popitem()):
    print(it_mut(D, mu))
    def viewmut(c, i): mu(dd, i)
    for v in ("keys", "values", "items"):
        dd = D(); out = []
        try:
            for i, x in enumerate(getattr(dd, v)()):
                out.append(x); mu(dd, i)
                if i > 10: break
        except Exception as e: out.append(f"{type(e).__name__}: {e}")
        print(v, out)
    dd = D(); out = []
    try:
        for i, x in enumerate(reversed(dd)):
            out.append(x); mu(dd, i)
            if i > 10: break
    except Exception as e: out.append(f"{type(e).__name__}: {e}")
    print("rev", out)
S = lambda: {1, 2, 3}
for mu in (lambda c, i: c.add(i + 100), lambda c, i: c.discard(1), lambda c, i: c.clear(), lambda c, i: (c.discard(2), c.add(2)), lambda c, i: c.update({1}), lambda c, i: c.pop()):
    print(it_mut(S, mu))
L = lambda: [1, 2, 3]
for mu in (lambda c, i: c.append(i), lambda c, i: c.pop(), lambda c, i: c.clear(), lambda c, i: c.insert(0, 9), lambda c, i: c.remove(c[0]), lambda c, i: c.reverse(), lambda c, i: c.extend(c)):
    print(it_mut(L, mu, 5))
# eq mutating
class Evil:
    def __init__(s, c, act): s.c = c; s.act = act
    def __eq__(s, o): s.act(s.c); return False
    def __hash__(s): return 1
    def __repr__(s): return "Evil"
l = [1, 2, 3, 4]; print(attempt(l.index, Evil(l, list.clear)), l)
l = [1, 2, 3, 4]; print(attempt(l.count, Evil(l, lambda c: c.append(1) if len(c) < 50 else 0)), len(l))
l = [1, 2, 3, 4]; print(attempt(l.remove, Evil(l, list.clear)), l)
l = [1, 2, 3, 4]; print(Evil(l, list.clear) in l, l)
l = [1, 2, 3]; l2 = [Evil(l, list.clear), 2, 3]; print(l == l2, l)
d = {}; d[1] = 1; print(attempt(lambda: d[Evil(d, dict.clear)]), d)
d = {1: 2}; e = Evil(d, lambda c: c.update({i: i for i in range(50)})); d[e] = 5; print(len(d))
s = {1}; e = Evil(s, lambda c: c.update(range(50))); s.add(e); print(len(s))
class EvilKey:
    def __init__(s, l): s.l = l
    def __call__(s, x): s.l.append(1); return x
l = [3, 1, 2]; print(attempt(l.sort, key=EvilKey(l)), l)
class EvilLt:
    def __lt__(s, o): ll.clear(); return True
ll = [EvilLt(), EvilLt(), EvilLt()]; print(attempt(ll.sort), len(ll))
l = [1, 2, 3]
class Idx:
    def __init__(s, v, act=None): s.v = v; s.act = act
    def __index__(s):
        if s.act: s.act()
        return s.v
print(attempt(lambda: l[Idx(2, l.clear)]), l); l = [1, 2, 3]
print(attempt(lambda: l[Idx(0, l.clear):2]), l); l = [1, 2, 3]
def sa(): l[Idx(0, l.clear)] = 5
print(attempt(sa), l); l = [1, 2, 3]
def sa(): l[0:Idx(2, l.clear)] = [9, 9]
print(attempt(sa), l)
l = [1, 2, 3]; l[:] = l; print(l); l[1:2] = l; print(l); l[::2] = "abc"[:3]; print(l); print(attempt(l.__setitem__, slice(None, None, 2), [1])); del l[::2]; print(l); l += l; print(l); l *= 3; print(l); l *= -1; print(l)
l = list(range(10)); del l[-3:]; l[2:5] = []; print(l, l[::-1], l[5:1:-2], l[-100:100], l[100:], l[::3], attempt(lambda: l[::0])); l[3:1] = [7]; print(l); l.insert(-100, 0); l.insert(100, 1); print(l, l.index(7, -3), attempt(l.index, 7, 0, 1), attempt(l.pop, 50), attempt([].pop), attempt(l.remove, "zz"), attempt(l.index, "zz"))
print([1, 2] < [1, 3], [1] < [1, 0], [] < [0], [1, "a"] == [1, "a"], attempt(lambda: [1] < ["a"]), attempt(lambda: [1] < (1,)), [1] == (1,), (1, 2) <= (1, 2), attempt(lambda: (1, "a") > (1, 2)), [[1]] > [[0, 5]], [float("nan")] == [float("nan")], attempt(lambda: [] + ()), attempt(lambda: () + []), attempt(lambda: [1] * "a"), attempt(lambda: [1] * 2.0))
# sort stability
data = [(i % 3, i) for i in range(20)]; print(sorted(data, key=lambda t: t[0]), sorted(data, key=lambda t: t[0], reverse=True))
log = []
class C:
    def __init__(s, v): s.v = v
    def __lt__(s, o): log.append((s.v, o.v)); return s.v < o.v
sorted([C(v) for v in (5, 2, 8, 1, 9, 3, 7)]); print(log); log.clear()
sorted([C(v) for v in (1, 2, 3, 4, 3, 2, 1)], reverse=True); print(log); log.clear()
print(min([C(3), C(1), C(2)]).v, max([C(3), C(1), C(3)]).v, log); log.clear()

l = [C(v) for v in list(range(40)) + list(range(20, 0, -1)) + [7] * 5]; l.sort(); print(len(log), log[:10], log[-5:])
print(sorted("bca", reverse=True), sorted([3, 1.5, True, 2]), attempt(sorted, [1, "a"]), attempt(sorted, [None, 1]), sorted([[2], [1, 5], [1]]), sorted({"b": 1, "a": 2}), sorted([(1, "b"), (1, "a")]), attempt(sorted, [1j, 2j]), sorted([float("nan"), 1.0, -1.0, 0.5]))
# dict things
d = {"a": 1, "b": 2}
print(d.popitem(), attempt({}.popitem), attempt(d.pop, "zz"), d.pop("zz", 5), d.setdefault("q"), d.setdefault("q", 3), d, attempt(d.update, 5), attempt(d.update, [1]), attempt(d.update, [(1, 2, 3)]), attempt(d.update, ["ab"]), d, attempt(dict, [1, 2]), attempt(dict, ["abc"]), attempt(d.__getitem__, []), attempt(lambda: {[]: 1}), attempt(lambda: {{}}), d | {"z": 1}, attempt(lambda: d | [1]), dict([("a", 1)], b=2), dict(d, **{"x": 1}))
d |= [("m", 1)]; print(d, list(d.items()), d.keys() & {"m"}, d.keys() | {1}, d.keys() - {"m"}, d.keys() ^ {"m", 1} == {1, "q", "a"} or sorted(map(str, d.keys() ^ {"m", 1})), d.items() & {("m", 1)}, "a" in d.values(), d.keys() == {"a", "q", "m"}, d.keys().isdisjoint([1]), d.keys() < {"a", "q", "m", "z"}, reversed(d.keys()), list(reversed(d.items())), d.keys().mapping) if False else print(d, list(d.items()), d.keys() & {"m"}, d.keys() - {"m", "a"} == set(), "a" in d.values(), d.keys().isdisjoint([1]), list(reversed(d.items())), d.keys().mapping == d, attempt(hash, d.keys()), repr(d.values()))
d = {}; d["self"] = d; print(d, [d]); l = []; l.append(l); print(l, (l,)); t = ([],); t[0].append(t); print(t); s = {1: [None]}; s[1][0] = s.values(); print(s)
d = dict.fromkeys(range(5)); del d[0], d[4]; d[0] = 1; print(d, next(iter(d)), list(d)[-1], d == {1: None, 2: None, 3: None, 0: 1}, {1: 2} == {1.0: 2.0}, {True: 1}, {1: "a", 1.0: "b", True: "c"}, {0: 1, False: 2, 0.0: 3, -0.0: 4, 0j: 5})
it = iter({1: 1, 2: 2, 3: 3}); next(it); print(it.__length_hint__(), list(it), list(it)); it = iter([1, 2, 3]); print(it.__length_hint__(), next(it), it.__reduce__()[1:], list(it), it.__length_hint__()); l = [1]; it = iter(l); list(it); l.append(2); print(list(it))
print({1, 2} | {3}, {1, 2} & {2}, {1, 2} - {1}, {1, 2} ^ {2, 3}, {1} < {1, 2}, {1, 2} >= {2}, {1}.union([2], (3,)), attempt(lambda: {1} | [2]), attempt({1}.remove, 5), attempt(set().pop), {1, 2, 3}.intersection([2, 3], [3]), {1}.issubset([1, 2]), {1, 2}.symmetric_difference([2, 3]), frozenset([1]) == {1}, hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): 1}[frozenset([1])], {1} in {frozenset([1])}, type(frozenset([1]) | {2}), type({1} | frozenset([2])), attempt({1}.update, 5), attempt({1}.add, []), {1}.__repr__(), set("hello") == set("olleh"), frozenset(), frozenset({1}))
a, *b, c = range(6); print(a, b, c); (a, (b, *c)), d = (1, "xyz"), 4; print(a, b, c, d); [a, b] = "hi"; print(a, b); a, b = b, a; print(a, b)
for bad in (lambda: exec_unpack(2, [1]), ): pass
def un(n, v):
    if n == 2: a, b = v
    elif n == 3: a, b, c = v
    elif n == "s1": a, *b = v
    elif n == "s3": a, *b, c, d = v
for n in (2, 3, "s1", "s3"):
    for v in ([], [1], [1, 2], (1, 2, 3), "abcd", {1: 2, 3: 4}, 5, None, range(10), iter([1]), (x for x in range(3)), {1, 2}): print(n, attempt(un, n, v))
