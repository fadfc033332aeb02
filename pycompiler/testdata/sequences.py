# Functions on sequences whose machine code calls no helper once it is compiled: see sequences_test.go.
from math import sin, sqrt

floats = [x * 0.5 for x in range(50)]
ints = list(range(50))
pair = (3, 4)
text = "the quick brown fox"
data = bytearray(range(50))
table = {i: i * i for i in range(50)}
names = {"a": 1, "b": 2}
chosen = {1, 2, 3}


def total(l):
    s = 0.0
    for x in l:
        s += x
    return s


def indexed(l):
    s = 0
    for i in range(len(l)):
        s += l[i] - l[-1]
    return s


def stored(l):
    for i in range(len(l)):
        l[i] = i & 7
        l[-1] = l[i]
    return l[9]


def halves(l):
    for i in range(len(l)):
        l[i] = l[i] * 0.5
    return len(l)


def swapped(n):
    a, b, c = 1, 2, 3
    for _ in range(n):
        a, b, c = b, c, a
        t = a, b
        b, a = t
    return a, b, c


def parts(a, b):
    return a // b, a % b


def returned(n):
    s = 0
    for i in range(1, n):
        q, r = parts(1000, i)
        s += q + r
    return s


def unpacked(p, n):
    s = 0
    for _ in range(n):
        a, b = p
        s += a * b
    return s


def numbered(l):
    s = 0
    for i, x in enumerate(l):
        s += i * x
    return s


def dotted(a, b):
    s = 0.0
    for x, y in zip(a, b):
        s += x * y
    return s


def vowels(s):
    n = 0
    for c in s:
        if c == "a" or c == "e" or c in "iou":
            n += ord(c)
    return n


def stepped(n):
    s = 0
    for i in range(1, n):
        for j in range(i * i, n, i):
            s += j
    return s


def appended(n):
    l = []
    for i in range(n):
        l.append(i)
    while l:
        n += l.pop()
    return n, [x + 1 for x in range(5)]


def looked_up(d, n):
    s = 0
    for i in range(n):
        s += d[i]
        d[i] = d.get(i, 0)
        if i not in d:
            s = -1
    return s


def named(d, s):
    return d["a"] + d["b"] + (1 in s) + (9 in s) + len(d)


def least(l):
    m = l[0]
    for x in l:
        m = min(m, abs(x - 10), 40)
        m = max(m, int(x))
    return m


def roots(l):
    s = 0.0
    for x in l:
        s += sqrt(x) + sin(x) + x % 3.0 + x ** 1.5 + x // 2.0
    return int(s)


def sliced(l):
    a = l[1:4] + l[::-2] + [0] * 3
    a[1:2] = l[:2]
    a += l
    return len(a), a[:3]


def joined(s):
    t = ""
    for c in s:
        t += c + "-"
    return t[:3], t == "x"


def shifted(n):
    s = 0
    for i in range(n):
        s += (1 << i) + (n >> i)
    return s


def spread(l):
    a, b, *c = l
    return a + b


def wrong(l, i):
    return l[i]
