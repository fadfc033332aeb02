# s += x in place: whoever else can see the string must not see it change.
import sys
def f(n):
    s = ''
    for i in range(n): s += 'x'
    return s
def g(lines):
    out = []
    for l in lines:
        s = ''
        for c in l: s += c + '-'
        out.append(s)
    return out
r = g([chr(97+k) * 5000 for k in range(20)] * 3)
print([len(x) for x in r], [hash(x) == hash("".join(list(x))) for x in r[:3]], len(set(r)), all(x == x[0:2] * 5000 for x in r))
def leak(n):
    s = ''; keep = []
    for i in range(n):
        s += 'abcdefgh'
        if i % 50 == 49: keep.append(s)
    return keep, s
k, s = leak(500)
print([len(x) for x in k], all(s.startswith(x) for x in k), len(s))
def two(parts):
    s = ''
    for p in parts: s += p
    a = s
    s += 'END'
    return a, s
a, b = two(['q' * 300] * 3); print(len(a), len(b), a[-3:], b[-3:])
class R:
    def __init__(self, v): self.v = v
    def __radd__(self, o): self.o = o; return self.v
def radd(n, x):
    s = ''
    for i in range(n):
        s += 'y' * 100
        if 0: s = ''
        s += x
        s += 'z'
    return s
x = R(f(1000))
got = radd(20, x); print(len(got), len(x.v), len(x.o), set(x.v), got[-5:])
class E:
    def __radd__(self, o):
        self.o = o
        raise ValueError
def rad2(n, x):
    s = ''
    for i in range(n):
        s += 'y' * 100
        try: s += x
        except ValueError: pass
    return s
e = E()
kept = []
def rad3(n, x):
    s = ''
    for i in range(n):
        try: s += x(i)
        except ValueError: pass
    return s
class M:
    def __init__(self): self.seen = []
    def __radd__(self, o): self.seen.append(o); raise ValueError
m = M()
z = rad3(40, lambda i: m if i % 4 == 3 else 'k' * 50); print(len(z), [len(q) for q in m.seen])
def fl(n):
    s = ''
    got = []
    def peek(): got.append(sys._getframe(1).f_locals['s']); return 'p'
    for i in range(n):
        s += 'w' * 100
        s += peek()
    return s, got
z, got = fl(20); print(len(z), [len(q) for q in got])
def lo(n):
    s = ''; got = []
    for i in range(n):
        s += 'w' * 100
        got.append(locals()['s'])
    return s, got
z, got = lo(20); print(len(z), [len(q) for q in got])
def gen(n):
    s = ''
    for i in range(n):
        s += 'w' * 100
        s += (yield i) or ''
    yield s
g1 = gen(30); g2 = gen(30)
r = None
try:
    v = next(g1); next(g2)
    while True: v = g1.send('<>'); w = next(g2)
except StopIteration: pass
print(len(v), len(w))
def rec(n, s0=None):
    s = ''
    for i in range(10): s += 'r' * 60
    if n: 
        t = rec(n - 1)
        return s, t
    return s, None
print(rec(2)[0] == rec(3)[1][0])
def h(pre):
    s = ''
    s += pre
    s += 'tail'
    s += 'more' * 100
    return s
big = f(2000)
u = h(big); v2 = h(u); print(len(big), len(u), len(v2))
def wide(n):
    s = ''
    for i in range(n): s += 'a' if i < 2000 else ('é' if i < 3000 else ('\u20ac' if i < 4000 else '\U0001F600'))
    return s
w = wide(5000); print(len(w), hash(w) == hash(''.join(list(w))), w[1999:2001], ascii(w[2999:3001]), ascii(w[3999:4001]))
def w2(n):
    s = ''
    for i in range(n):
        c = 'é' if i % 3 else 'a'
        s += c
    return s
print(w2(3000) == ''.join('é' if i % 3 else 'a' for i in range(3000)))
def comp(n):
    s = ''
    for i in range(n):
        s += 'abc' * 100
        q = [s for s in range(3)]
    return s
print(len(comp(10)))
def exc(n):
    s = ''
    out = []
    for i in range(n):
        try:
            s += 'abc' * 50
            if i % 7 == 6: raise KeyError
        except KeyError:
            out.append(s)
        else:
            continue
    return out, s
o, s = exc(30); print([len(q) for q in o], len(s))
