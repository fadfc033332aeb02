# Tuples and lists made, passed, unpacked, returned and kept, where a compiler may leave them unmade.
import sys


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def swaps(n):
    a, b, c = 1, 2.5, "x"
    for i in range(n):
        a, b = b, a
        b, c, a = a, b, c
        a, b, c = (c, a, b)
    return a, b, c


print([swaps(n) for n in range(8)])


def pairs(n):
    t = (0, 0.5)
    for i in range(n):
        x, y = t
        t = (x + i, y * 2)
    return t


print(pairs(0), pairs(1), pairs(50))


def divide(a, b):
    return a // b, a % b


def total(n):
    s = 0
    for i in range(1, n):
        q, r = divide(1000, i)
        s += q * r
    return s


print(total(100))


def chain(n):
    lst = None
    for i in range(n):
        lst = (i, lst)
    return lst


def length(lst):
    n = 0
    while lst is not None:
        v, lst = lst
        n += v
    return n


print(length(chain(10)), length(chain(1000)), chain(4))


def both(n):
    t = None
    for i in range(n):
        t = ((i, t), (t, i))
        if i % 3 == 2:
            t = t[0][0]
    return t


print(both(2), both(3), both(5))


def index(n):
    out = []
    for i in range(n):
        t = (i, i * 0.5, "s", None)
        out.append((t[0], t[-1], t[i % 4], len(t), t[1:3]))
    return out


print(index(6))
print(attempt(lambda: (1, 2)[2]), attempt(lambda: (1, 2)[-3]))


def identity(n):
    same = True
    for i in range(n):
        t = (i, i)
        u = t
        l = [t, u]
        same = same and t is u and l[0] is l[1] and l[0] is t and t is not (i, i) and t == (i, i)
    return same


print(identity(10))


def equal(n):
    c = 0
    for i in range(n):
        if (i, i % 2) == (i, 0):
            c += 1
        if (i, 1) < (5, 0):
            c += 10
        if (i % 3, "a") in [(0, "a"), (1, "b")]:
            c += 100
    return c


print(equal(12))


def unpack(v):
    r = None
    for _ in range(3):
        a, b, c = v
        r = [c, b, a]
    return r


class It:
    def __iter__(self):
        return iter("xyz")


for v in (1, 2, 3), [1.5, 2, "x"], "abc", range(3), {1: 2, 3: 4, 5: 6}, It(), b"abc", (1, 2), [1, 2, 3, 4], "ab", (), 5, None, iter([1, 2, 3]):
    print(attempt(unpack, v))


def swap_items(l):
    for i in range(len(l) - 1):
        l[i], l[i + 1] = l[i + 1], l[i]
    return l


print(swap_items([1, 2.5, "c", None, 5]))


def escape(n):
    keep = []
    d = {}
    for i in range(n):
        t = (i, float(i), (i, -i))
        d[t] = i
        d[i, i + 1] = t
        keep.append(t)
        if i == 3:
            keep.append(sys._getframe().f_locals["t"])
    return keep, d


print(escape(5))


def in_handler(n):
    out = []
    for i in range(n):
        t = (i, i + 1)
        try:
            if i % 2:
                raise ValueError(t)
            out.append(t)
        except ValueError as e:
            out.append((e.args, t, t is e.args[0]))
    return out


print(in_handler(4))


def generate(n):
    for i in range(n):
        t = (i, i * i)
        yield t
        a, b = t
        yield a + b


print(list(generate(4)))


def big(n):
    for i in range(n):
        t = (1, 2, 3, 4, 5, 6, 7, 8, 9, i)
        u = (1, 2, 3, 4, 5, 6, 7, i)
        a, b, c, d, e, f, g, h = u
    return t, u, h


print(big(3))


def lists(n):
    out = []
    for i in range(n):
        e = []
        p = [i]
        q = [i, e, p]
        e.append(q[0])
        out += [p + e, q]
    return out, [x * 2 for x in range(n)], [[j for j in range(i)] for i in range(n)], [y for x in out for y in x if isinstance(y, int)]


print(lists(4))


def appends(n):
    a = []
    b = []
    for i in range(n):
        a.append(i)
        a.append(i + 0.5)
        b.append((a, i))
        if i % 5 == 4:
            a = []
    return len(b), len(a), sum(len(x) for x, _ in b), b[-1][1]


print(appends(3), appends(1000))


def pops(l):
    out = []
    while l:
        out.append(l.pop())
        if len(l) > 2:
            out.append(l.pop(0))
    return out


print(pops(list(range(9))), attempt([].pop), pops(list("abc")))


def many(n):
    # more live values than registers
    a = b = c = d = e = f = g = h = i = j = k = 0
    for x in range(n):
        a, b, c, d = x, x + 1, x + 2, x + 3
        t = (a, b, c, d)
        e, f, g, h = (t, a + b, c * d, (x, t))
        i, j, k = h[1][0], e[2], f + g
    return a, b, c, d, e, f, g, h, i, j, k, t


print(many(5))


def starred(n):
    out = []
    for i in range(n):
        first, *rest = (i, i + 1, i + 2)
        *init, last = [first, rest]
        out.append((first, rest, init, last, (*rest, *init)))
    return out


print(starred(2))


def zipped(n):
    s = 0
    for i, (x, y) in enumerate(zip(range(n), range(n, 0, -1))):
        s += i * x - y
    for k, v in {i: i * 2 for i in range(n)}.items():
        s += k * v
    return s


print(zipped(30))
