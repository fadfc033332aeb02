# list and tuple methods, sorting, slicing in place, comparisons, mutation while iterating.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


l = [3, 1, 2]
l.append(5)
l.extend((7, 8))
l.insert(0, 9)
l.insert(-1, "x")
l.insert(100, "end")
l += "ab"
l *= 2
print(l, len(l), l.pop(), l.pop(0), l.pop(-3), l.count(1), l.index(2), l.index(2, 5), attempt(l.index, 99), attempt(l.remove, 99), attempt(l.pop, 100), attempt([].pop))
l.remove("x")
l.reverse()
print(l, l.copy() == l, l[:] is l, l.clear(), l)
print(list(), list("abc"), list(range(3)), list({1: 2}), [*range(2), *"x"], [1] + [2], [1] * 0, [[0] * 2] * 2, [1, 2] == [1, 2.0], [1, 2] < [1, 3], [1] < [1, 0], [] < [0], attempt(lambda: [1] < ["a"]), attempt(lambda: [1] + (2,)), attempt(lambda: [1] * 2.0), attempt(lambda: [1] * [2]), attempt(list, 5), attempt(hash, []), attempt(lambda: [1, 2][1.0]), attempt(lambda: [1] < 5))
t = (1, 2, 3)
print(t + (4,), t * 2, t[1:], t.count(1), t.index(3), attempt(t.index, 9), tuple("ab"), tuple([1]), (), (1,), t == (1, 2, 3.0), hash(t) == hash((1, 2, 3)), hash((1, 2, 3)), hash(()), hash((1.0, -1, 2**70)), t < (1, 2, 4), 2 in t, attempt(lambda: t.__setitem__(0, 1)), attempt(lambda: t.append(1)), attempt(hash, ([],)), (lambda *a: a)(*t), t[::-1], attempt(lambda: t + [1]), t.__len__())
a = list(range(10))
a[2:5] = ["x"]
a[::3] = "PQR"
a[len(a):] = [1, 2]
a[1:1] = [7, 7]
print(a, attempt(a.__setitem__, slice(None, None, 2), [1]), attempt(a.__setitem__, 50, 1))
del a[::2]
del a[-1:]
print(a)
a[:] = a[::-1]
a[1:] = a
print(a)
x = [1]
x.append(x)
print(x, x == x, len(x))
data = ["banana", "Apple", "cherry", "apple", "Banana", "date", ""]
print(sorted(data), sorted(data, key=str.lower), sorted(data, key=len, reverse=True), sorted(data, key=lambda s: (len(s), s.lower())), sorted("hello", reverse=True), sorted([(2, "b"), (1, "z"), (2, "a")]), sorted({3: 1, 1: 2}), attempt(sorted, [1, "a"]), attempt(sorted, [1], key=5), attempt(sorted, [1], lambda x: x), attempt(sorted, [3, None]), sorted([True, 0, 2, -1.5]), attempt([3, 1].sort, reverse="x"))
nums = [(i * 7919 + 13) % 1009 for i in range(500)]
s = sorted(nums)
nums2 = nums[:]
nums2.sort(key=lambda v: -v)
print(s[:5], s[-5:], nums2[:3], s == nums2[::-1], sorted(nums, key=lambda v: v % 10)[:20], sorted(range(20), key=lambda v: v % 3), sorted([0.5, -1, 3, 2.25, 10**20, -(10**20)]), sorted(["é", "e", "z", "\U0001f600", "\uffff"]))
stable = sorted([(i % 4, -i) for i in range(40)], key=lambda p: p[0])
print(stable)
calls = []
sorted([3, 1, 2], key=lambda v: calls.append(v) or v)
print(calls)


def bad_key(v):
    if v == 2:
        raise ValueError("bad key")
    return v


l = [3, 2, 1]
print(attempt(l.sort, key=bad_key), l)


class Cmp:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v > o.v

    def __repr__(self):
        return f"C{self.v}"


print(sorted(map(Cmp, [1, 3, 2, 5, 4])), min(map(Cmp, [1, 3, 2])))
mut = [1, 2, 3]


def mutating(v):
    mut.append(v)
    return v


print(attempt(mut.sort, key=mutating), mut)
it = iter([1, 2, 3])
print(next(it), it.__length_hint__(), list(it), next(it, "none"), attempt(next, it), list(reversed([1, 2, 3])), reversed([1, 2]).__length_hint__())
l = [1, 2, 3, 4]
for v in l:
    if v % 2:
        l.remove(v)
print(l)
matrix = [[i * j for j in range(4)] for i in range(4)]
print(matrix, [list(r) for r in zip(*matrix)], [v for r in matrix for v in r if v], [[c for c in r if c > 1] for r in matrix if sum(r)], sum(map(sum, matrix)), [*map(max, matrix)])
print(any([0, "", 3]), all([1, "a", []]), any([]), all([]), sum([1.5, 2], 10), attempt(sum, ["a"]), attempt(sum, ["a"], ""), sum([[1], [2]], []), max([3, 1, 2]), min(3, 1, 2), max("b", "a", key=ord), max([], default="none"), attempt(max, []), attempt(min, 1), max([1, 2, 3], key=lambda v: -v), list(enumerate("ab", 1)), list(zip("ab", [1, 2, 3])), attempt(lambda: list(zip("ab", [1], strict=True))), attempt(lambda: list(zip([1], "ab", strict=True))), list(map(lambda a, b: a * b, [1, 2, 3], [4, 5])), list(filter(None, [0, 1, "", "a"])), list(filter(str.isdigit, "a1b2")), list(zip()), list(map(str, ())))


class L(list):
    def append(self, v):
        list.append(self, v * 2)

    def __len__(self):
        return 99


l = L([1, 2])
l.append(5)
print(l, len(l), bool(L()), list(l), l + [1], type(l + [1]).__name__, l == [1, 2, 10], L("ab")[0], isinstance(l, list), l[:2], type(l[:2]).__name__, type(l.copy()).__name__, sorted(l), l * 2)


class T(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    @property
    def first(self):
        return self[0]


t = T(1, 2)
print(t, t.first, t == (1, 2), hash(t) == hash((1, 2)), t + (3,), type(t[:]).__name__, {t: 1}[(1, 2)], len(t), *t)
out = []
for i in range(200):
    out.append(i)
    if i % 3 == 0:
        out.pop()
    if i % 7 == 0:
        out.insert(0, -i)
    if i % 50 == 49:
        out = out[::2]
print(len(out), sum(out), out[:10])


def quicksort(a):
    if len(a) <= 1:
        return a
    p, *rest = a
    return quicksort([x for x in rest if x < p]) + [p] + quicksort([x for x in rest if x >= p])


def mergesort(a):
    if len(a) < 2:
        return a
    m = len(a) // 2
    l, r = mergesort(a[:m]), mergesort(a[m:])
    out, i, j = [], 0, 0
    while i < len(l) and j < len(r):
        if l[i] <= r[j]:
            out.append(l[i]); i += 1
        else:
            out.append(r[j]); j += 1
    return out + l[i:] + r[j:]


def heapsort(a):
    a = a[:]
    n = len(a)

    def sift(i, n):
        while (c := 2 * i + 1) < n:
            if c + 1 < n and a[c] < a[c + 1]:
                c += 1
            if a[i] >= a[c]:
                return
            a[i], a[c] = a[c], a[i]
            i = c

    for i in range(n // 2 - 1, -1, -1):
        sift(i, n)
    for i in range(n - 1, 0, -1):
        a[0], a[i] = a[i], a[0]
        sift(0, i)
    return a


def insertion(a):
    a = list(a)
    for i in range(1, len(a)):
        v, j = a[i], i
        while j and a[j - 1] > v:
            a[j] = a[j - 1]
            j -= 1
        a[j] = v
    return a


print(quicksort(nums) == mergesort(nums) == heapsort(nums) == insertion(nums) == sorted(nums))


# Keywords that only a subclass's __new__ takes.
class Marked(list):
    def __new__(cls, seq, mark=None):
        self = super().__new__(cls, seq)
        self.mark = mark
        return self


class Plain(list):
    pass


m = Marked([1, 2], mark=3)
print(m, m.mark)
try:
    Plain(sequence=())
except TypeError as e:
    print(e)
