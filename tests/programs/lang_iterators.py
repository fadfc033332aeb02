# The iterator protocol in full: __iter__, __next__, __getitem__, __length_hint__, __reversed__, sentinels, errors midway, use of builtins on them.


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Count:
    def __init__(self, n, fail=None):
        self.n, self.i, self.fail = n, 0, fail

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i == self.fail:
            raise ValueError(f"at {self.i}")
        if self.i > self.n:
            raise StopIteration
        return self.i

    def __length_hint__(self):
        return self.n - self.i


class Items:
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        return self.items[i]

    def __len__(self):
        return len(self.items)


class Both(Items):
    def __iter__(self):
        yield from ("iter", *self.items)

    def __reversed__(self):
        return iter(("reversed", *self.items[::-1]))

    def __contains__(self, x):
        return x == "always" or x in self.items


users = [list, tuple, lambda it: len(set(it)), sorted, sum, max, min, lambda it: [*it], lambda it: dict.fromkeys(it), lambda it: list(map(str, it)), lambda it: list(zip(it, "ab")), lambda it: list(enumerate(it)), any, all, lambda it: 2 in it, lambda it: "".join(map(str, it)), lambda it: (lambda *a: a)(*it), lambda it: (lambda a, *b: (a, b))(*it), lambda it: list(filter(None, it)), lambda it: next(iter(it)), lambda it: bytes(it), lambda it: list(reversed(it))]
for make in (lambda: Count(3), lambda: Items(3, 1, 2), lambda: Both(3, 1), lambda: Count(5, 3), lambda: Count(0), lambda: iter([2, 1]), lambda: (x for x in (1, 2)), lambda: 5):
    print([attempt(u, make()) for u in users])


def unpack2(it):
    a, b = it
    return a, b


def star(it):
    a, *b, c = it
    return a, b, c


def extend(it):
    l = [0]
    l.extend(it)
    l += it
    return l


def sliced(it):
    l = [0, 1, 2]
    l[1:2] = it
    return l


for f in (unpack2, star, extend, sliced):
    print([attempt(f, m()) for m in (lambda: Count(2), lambda: Count(3), lambda: Items(1, 2), lambda: Count(4, 2), lambda: None, lambda: Both(9))])


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right

    def insert(self, value):
        side = "left" if value < self.value else "right"
        child = getattr(self, side)
        if child is None:
            setattr(self, side, Node(value))
        else:
            child.insert(value)

    def depth(self):
        return 1 + max((c.depth() for c in (self.left, self.right) if c), default=0)


root = Node(50)
for i in range(120):
    root.insert(i * 37 % 101)
print(list(root)[:12], sum(root), root.depth(), [v for v in root if v % 17 == 0], sorted(root) == list(root), max(root), 37 in root)
linked = None
for v in range(5):
    linked = (v, linked)


def walk(l):
    while l is not None:
        v, l = l
        yield v


print(list(walk(linked)))
it = iter([1, 2, 3, 4, 5, 6])
print(list(zip(it, it)), list(zip(*[iter("abcdef")] * 3)))
it = iter(range(10))
for x in it:
    if x == 3:
        break
print(list(it), next(it, "done"))
stop = iter(lambda c=Count(10): next(c), 4)
print(list(stop), attempt(lambda: list(iter(Count(3).__next__, 99))))
m = map(lambda a, b: a + b, Count(3), Items(10, 20, 30, 40))
print(next(m), m.__next__(), list(m), attempt(next, m))
f = filter(lambda v: v % 2, Count(6))
print(type(f).__name__, iter(f) is f, list(f), list(reversed(Items(1, 2, 3))), list(reversed(Both(1, 2))), "always" in Both(), 5 in Items(1, 5), attempt(reversed, Count(3)))
e = enumerate("ab", -1)
print(next(e), list(e), [i for i, (j, k) in enumerate([(1, 2), (3, 4)]) if j + k > 3])
total = 0
for i in range(200):
    for v in Count(3):
        total += v
    for v in Items(1, 2):
        total += v
    for v in Both(1):
        total += v if v != "iter" else 0
print(total)
