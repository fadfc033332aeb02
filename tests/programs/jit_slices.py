# Slices read and assigned, sequences added and repeated, in hot code.


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


class Index:
    def __init__(self, i):
        self.i = i

    def __index__(self):
        return self.i

    def __repr__(self):
        return f"Index({self.i})"


class Seen:
    def __getitem__(self, k):
        return k

    def __setitem__(self, k, v):
        print("set", k, v)


def two(v, a, b): return v[a:b], v[a:], v[:b], v[:], v[-2:], v[1:3]
def three(v, a, b, c): return v[a:b:c], v[::c], v[a::c], v[:b:c], v[::-1]
def put(v, a, b, x):
    v = v[:] if isinstance(v, (list, bytearray)) else v
    v[a:b] = x
    w = v[:]
    w[:1] = x
    w[2:] = x
    return v, w


parts = [0, 1, 2, -1, -3, 10, -10, None, 2**47, 2**60, -(2**70), True, 1.5, "a", Index(1)]
for v in [1, 2.5, "c", None, 5], (1, 2, 3), "hello", "h\xe9\u20ac", b"bytes", bytearray(b"array"), range(9), memoryview(b"view"), Seen(), 5, None, {}:
    for a in parts:
        for b in (0, 2, -1, None, 9, Index(2), 2.0):
            r = attempt(two, v, a, b)
            print(type(v).__name__, a, b, r if not isinstance(v, memoryview) else attempt(lambda: [bytes(x) for x in r]))
    for c in parts:
        r = attempt(three, v, 1, 4, c)
        print(type(v).__name__, c, r if not isinstance(v, memoryview) else attempt(lambda: [bytes(x) for x in r]))
for x in [7, 8], (9,), [], "xy", b"zz", iter([1]), 5, None, {1: 2}:
    for a, b in (0, 2), (1, 1), (3, 1), (-2, None), (None, 2**70), (1.5, 2), (Index(1), Index(3)):
        print(attempt(put, [1, 2, 3, 4, 5], a, b, x), attempt(put, bytearray(b"abcde"), a, b, x), attempt(put, (1, 2), a, b, x), attempt(put, Seen(), a, b, 1))


def rotate(p, n):
    out = []
    for i in range(n):
        p[: i % 4 + 1] = p[i % 4 :: -1]
        out.append(p[0])
        q = p[:]
        q[1:3] = p
        out.append(len(q))
        q[:] = q
        q[::2] = q[::-2] if len(q) % 2 else q[::2]
        p[1:1] = [i]
        del p[2:4]
        p += [i, i + 1]
    return out, p


print(rotate([1, 2, 3, 4, 5, 6], 9))


def binary(a, b):
    return a + b


def times(a, b):
    return a * b, attempt(lambda: b * a)


def augmented(a, b):
    c = a
    c += b
    return isinstance(a, float) or c is a, c


def retimes(a, b):
    c = a
    c *= b
    return isinstance(a, float) or c is a, c


things = [[1, 2], [], (3,), (), "st", "", b"by", 2, 0, -1, 1.5, True, None, 2**48, [[None]] * 2]
for a in things:
    for b in things:
        print(repr(a), repr(b), attempt(binary, a, b))
        if b != 2**48 and a != 2**48:
            print(attempt(times, a, b), attempt(retimes, a[:] if isinstance(a, list) else a, b))
        print(attempt(augmented, a[:] if isinstance(a, list) else a, b))
print(attempt(times, [1], 2**62), attempt(times, [0] * 3, 2**60))


def displays(n):
    out = []
    for i in range(n):
        a = [1, 2, 3, 4]
        b = [1, 2, 3, i]
        c = [*a, *b, i]
        d = [*"ab", *(i, i)]
        a.append(b)
        out.append((a, c, d, [*range(i)], [], [i] * i + a[:1]))
    return out


print(displays(3))


def sieve(n):
    flags = [True] * (n + 1)
    flags[0:2] = [False, False]
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = [False] * len(range(i * i, n + 1, i))
    return sum(flags), [i for i, f in enumerate(flags) if f][-3:]


print(sieve(1000))


def merge_sort(v):
    if len(v) < 2:
        return v
    m = len(v) // 2
    a, b = merge_sort(v[:m]), merge_sort(v[m:])
    out = []
    i = j = 0
    while i < len(a) and j < len(b):
        if b[j] < a[i]:
            out.append(b[j])
            j += 1
        else:
            out.append(a[i])
            i += 1
    return out + a[i:] + b[j:]


print(merge_sort([(i * 37) % 101 for i in range(60)]), merge_sort([0.5, -1.5, 2.0]), merge_sort(list("hello")))


def parse(s):
    out = []
    while s:
        if s[:2] == "ab":
            out.append(s[2:4])
            s = s[4:]
        else:
            out.append(s[-1:] + s[0])
            s = s[1:-1]
    return out


print(parse("abxyzzabqwe"), parse("ab\xe9\u20acabzz"))


def kept(n):
    out = []
    for i in range(n):
        k = slice(i, i + 2)
        m = slice(None, None, -1)
        out.append(("abcdef"[k], [1, 2, 3, 4][k], (k.start, k.stop, k.step), "abc"[m], k))
    return out


print(kept(3))
