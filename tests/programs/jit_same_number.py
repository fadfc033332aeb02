# Numbers that are objects, ints beyond 49 bits and NaNs, stay the same objects wherever they go: through calls, containers, attributes, cells,
# generators and joins of loops, compiled or not.
import sys
INF = float("inf")

def ident(v, *a):
    try:
        return v
    except KeyError:
        return 0

def ident2(a, b):
    try:
        return b
    except KeyError:
        return a

def keep(l, v):
    try:
        l.append(v)
    except KeyError:
        pass

def both(a, b):
    try:
        return a is b
    except KeyError:
        return 0

def passed(n):
    c = [0] * 12
    for k in range(n):
        big = k + 2**50
        word = (k * 0x9E3779B97F4A7C15 + 2**63) & 0xFFFFFFFFFFFFFFFF
        nan = (k + INF) * 0.0
        huge = big * 2**30
        c[0] += ident(big) is big
        c[1] += ident2(0, big) is big
        c[2] += ident(word) is word
        c[3] += ident(nan) is nan
        c[4] += ident(huge) is huge
        c[5] += both(big, big)
        c[6] += both(nan, nan)
        c[7] += both(word, word)
        c[8] += both(big, ident(big))
        c[9] += both(nan, ident(nan))
    return c

def kept(n):
    l = []
    big, nan, word = n + 2**51, INF * (n * 0.0), (n + 2**63) & 0xFFFFFFFFFFFFFFFF
    hits = 0
    t = 0
    for k in range(n):
        keep(l, big)
        keep(l, nan)
        keep(l, word)
        t = t + (big & 7) + (word & 3)
        if nan > 1:
            t += 1
        hits += (l[-3] is big) + (l[-2] is nan) + (l[-1] is word)
        hits += (l[0] is big) + (l[1] is nan) + (l[2] is word)
    return hits, len(set(map(id, l))), t

def inserted(n):
    l = []
    big, nan, word = n + 2**51, INF * (n * 0.0), (n + 2**63) & 0xFFFFFFFFFFFFFFFF
    for k in range(n):
        l.insert(0, big)
        l.insert(0, nan)
        l.insert(0, word)
        big2 = big + k
        nan2 = nan * 2.0
        l.insert(0, big2)
        l.insert(0, nan2)
        if l[0] is not nan2 or l[1] is not big2 or l[1] is not ident(big2):
            return k
    return len(set(map(id, l)))

def lists(n):
    out = 0
    for k in range(n):
        nan = (k + INF) * 0.0
        big = k + 2**53
        l = [nan, big, nan, big]
        out += (nan in l) + (l.index(nan) == 0) + (l[0] is l[2]) + (l[1] is l[3]) + l.count(nan)
        t = (nan, big)
        out += t == (nan, big)
        d = {nan: 1, big: 2}
        out += d[nan] + d[big]
        for q in d:
            out += (q is nan) + (q is big)
        s = {nan, big}
        out += nan in s
        out += [nan] == [nan]
        neg = -nan
        out += (-neg is nan) + (neg is nan) + (abs(nan) is nan) + (nan + 0.0 is nan) + (nan * 1.0 is nan)
        out += (float(nan) is nan) + (int(big) is big) + (+big is big) + (+nan is nan)
        out += (max(nan, 1.0) is nan) + (min(nan, nan) is nan) + (max(big, 1) is big)
    return out

class P:
    __slots__ = ("a", "b")

class Q:
    pass

def attrs(n):
    p, q = P(), Q()
    out = 0
    q.l = 0
    for k in range(n):
        nan = (k + INF) * 0.0
        big = k + 2**53
        p.a, p.b = nan, big
        q.c, q.d = nan, big
        out += (p.a is nan) + (p.b is big) + (q.c is nan) + (q.d is big)
        keep([], nan)
        out += (p.a is nan) + (p.b is big) + (q.c is nan) + (q.d is big) + (p.a is q.c) + (p.b is q.d)
        globals()["G"] = big
        out += G is big
    return out

def cells(n):
    out = 0
    nan = big = 0
    def get():
        try:
            return nan
        except KeyError:
            return 0
    def get2():
        try:
            return big
        except KeyError:
            return 0
    for k in range(n):
        nan = (k + INF) * 0.0
        big = k + 2**53
        a, b = nan, big
        out += (get() is nan) + (get2() is big) + (get() is a) + (get2() is b)
        out += (get() is get()) + (get2() is get2())
    return out

def gen(n):
    for k in range(n):
        nan = (k + INF) * 0.0
        big = k + 2**53
        r = yield nan
        if r is not None and r is not nan: yield "no"
        r = yield nan
        yield big
        yield big

def gens(n):
    out = 0
    g = gen(n)
    for a in g:
        b = next(g)
        c = next(g)
        d = next(g)
        out += (a is b) + (c is d) + (ident(a) is b) + (ident(c) is d)
    return out

def yields(n):
    prev = n * 2**50 + 1
    pn = INF * 0.0
    def inner(v, w):
        for k in range(n):
            x = yield v
            y = yield w
    out = 0
    for q, x in enumerate(inner(prev, pn)):
        out += (x is prev) + (x is pn)
    return out

def rec(n, v, w):
    if n == 0:
        return v, w
    a, b = rec(n - 1, v, w)
    return (v if a is v else 0), (w if b is w else 0)

def recs(n):
    out = 0
    for k in range(n):
        v, w = k + 2**54, (k + INF) * 0.0
        a, b = rec(5, v, w)
        out += (a is v) + (b is w)
    return out

def loops(n):
    v, w = n + 2**54, n * INF * 0.0
    v2, w2 = v, w
    out = 0
    for k in range(n):
        if k & 1:
            v3, w3 = v, w
        else:
            v3, w3 = v2, w2
        out += (v3 is v) + (w3 is w)
        t = (v3, w3)
        out += (t[0] is v2) + (t[1] is w2)
        f = sys._getframe().f_locals
        out += (f["v"] is v) + (f["w"] is w) + (f["v3"] is v)
    return out

def swap(n):
    a, b = n + 2**54, n + 2**55
    x, y = n * INF * 0.0, n * -INF * 0.0
    l = [a, b, x, y]
    out = 0
    for k in range(n):
        a, b = b, a
        x, y = y, x
        i = 1 - (k & 1)
        out += (a is l[i]) + (b is l[1 - i]) + (x is l[2 + i]) + (y is l[3 - i])
        keep(l, a)
        out += l.pop() is a
        t = a + 1
    return out


def mixed(n, m):
    """Words, small ints and big ones take turns."""
    out = 0
    l = []
    for k in range(n):
        v = (k << (k % 60)) + m
        w = (v * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF >> (k % 40)
        x = -v
        keep(l, v)
        keep(l, w)
        keep(l, x)
        out += (l[-3] is v) + (l[-2] is w) + (l[-1] is x) + (v + w + x) % 5
        out += (ident(v) is v) + (ident(w) is w) + (ident2(w, x) is x)
        v += w
        out += ident(v) is v
    return out


def signs(n):
    """What is computed of a NaN is another object, with the sign that it has."""
    import math
    out = []
    for k in range(n):
        nan = k * INF * 0.0
        neg, pos = -nan, abs(nan)
        back = -neg
        out.append((math.copysign(1, nan), math.copysign(1, neg), math.copysign(1, pos), math.copysign(1, back)))
        out.append((neg is nan, pos is nan, back is nan, abs(pos) is pos, ident(neg) is neg, [pos] == [pos], [back] == [nan]))
        out.append((nan + 1 is nan, nan * nan is nan, nan - 0.0 is nan, nan / 2 is nan, nan ** 1 is nan, nan // 1 is nan, nan % 2 is nan))
    return sorted(set(out))


def read(frame, name):
    try:
        return frame.f_locals[name]
    except KeyError:
        return 0


def frames(n):
    """A callee sees the variables of its caller."""
    out = 0
    f = sys._getframe()
    a, b = n + 2**54, n * INF * 0.0
    for k in range(n):
        c, d = k + 2**54, k * INF * 0.0
        x, y = read(f, "c"), read(f, "d")
        if k & 1:
            c += 1
            out -= (read(f, "c") is x) + (read(f, "c") is not c)
        out += (x is c) + (y is d) + (read(f, "a") is a) + (read(f, "b") is b)
    return out


def tuples(n):
    out = 0
    for k in range(n):
        t = u, v, w = k + 2**54, k * INF * 0.0, 5
        out += (t[0] is u) + (t[1] is v) + (ident(u) is t[0]) + (ident(v) is t[1])
        p, q, _ = ident(t)
        out += (p is u) + (q is v) + (t == (u, v, w)) + (t.index(v) == 1)
    return out


for f in passed, kept, inserted, lists, attrs, cells, gens, yields, recs, loops, swap, frames, tuples:
    for _ in range(2):
        print(f.__name__, f(60), f(61))
print(mixed(100, 0), mixed(100, 2**49), signs(60))
