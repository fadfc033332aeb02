# Recursion, handlers, unbound variables and containers that change under a hot loop.
import sys, gc
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
def over(n): return over(n + 1)
for k in range(3):
    print(deep(500), deep(900))
    try: over(0)
    except RecursionError as e: print(e)
def mut(n): return n if n < 2 else mut2(n - 1) + 1
def mut2(n): return mut(n - 1) + 1
print(mut(700))
sys.setrecursionlimit(300)
def lim(n):
    try: return lim(n + 1)
    except RecursionError: return n
print(0 < lim(0) < 300, lim(0) == lim(0))
sys.setrecursionlimit(5000)
print(deep(4000))
sys.setrecursionlimit(1000)
def loopcall(n):
    t = 0
    for i in range(n):
        try: t += deep(i * 13)
        except RecursionError: t -= 1
    return t
print(loopcall(70))
class R:
    def __getattr__(self, n): return getattr(self, n + 'x') if len(n) < 20 else len(n)
    def __add__(self, o): return o if o < 1 else self + (o - 1)
    def __len__(self): return 5
    def __iter__(self): return (i for i in range(3))
def r(n):
    o = R(); t = 0
    for i in range(n):
        t += o.a + len(o) + (o + i)
        for v in o: t += v
    return t
print(r(60), r(60))
def collect(n):
    t = []
    for i in range(n):
        a = [i]; a.append(a)
        t = [a, t][:1]
        if i % 20 == 19: gc.collect()
    return t[0][0]
print(collect(100))
def handlers(n):
    t = []
    for i in range(n):
        try:
            try:
                if i % 3 == 0: raise ValueError(i)
                if i % 3 == 1: {}[i]
                t.append('ok')
            except KeyError as e:
                t.append(('k', e.args, type(sys.exc_info()[1]).__name__))
                if i % 2: raise
            finally:
                t.append(('f', sys.exc_info()[0] and sys.exc_info()[0].__name__))
                if i == 31: continue
                if i == 37: break
        except (ValueError, KeyError) as e:
            t.append((type(e).__name__, e.__traceback__.tb_lineno, e.__context__ and type(e.__context__).__name__))
        else: t.append('else')
        try: e
        except UnboundLocalError as x: t.append(str(x))
    return t[-9:], len(t), sys.exc_info()
print(handlers(40)); print(handlers(30))
def unb(n):
    t = 0
    for i in range(n):
        if i % 10 != 9: z = i
        try: t += z
        except UnboundLocalError as e: t += 1000
        if i % 10 == 8: del z
    return t
print(unb(100), unb(100))
def mutate(n):
    out = []
    for k in range(n):
        xs = [1, 2, 3]
        for x in xs:
            if len(xs) < 6: xs.append(x * 10)
            if x == 2 and k % 5 == 0: xs.clear()
            if x == 10 and k % 7 == 0: xs[:] = [7.5, 'a', None, 1]
        out.append(len(xs))
    return out
print(mutate(50))
def dmut(n):
    for k in range(n):
        d = {1: 1, 2: 2}
        try:
            for x in d:
                if k % 9 == 8: d[x * 10] = 1
        except RuntimeError as e: return k, str(e)
print(dmut(50), dmut(50))
def match(n):
    t = []
    for i in range(n):
        v = [i, (i, i), {'a': i}, 'str', 2.5, None, P(i)][i % 7]
        match v:
            case int(x) if x > 40: t.append(x)
            case int(): t.append('i')
            case (a, b): t.append(a + b)
            case {'a': z}: t.append(z)
            case P(x=y): t.append(y)
            case str() | None: t.append('s')
            case _: t.append('d')
    return t
class P:
    def __init__(self, x): self.x = x
print(match(80))
def big(n):
    t = 1
    for i in range(n):
        t = t * 3 + i
        if t > 1 << 70: t = t >> 60
        t -= 1
    return t
print([big(k * 17) for k in range(12)])
def fl(n):
    x = 0
    for i in range(n):
        x = x + 0.1 if i % 4 else x + 1
        if x > 20: x = int(x) - 20
    return x
print([fl(k * 31) for k in range(10)])
def kw(a, *r, b=2, **k): return a + b + len(r) + len(k)
def calls(n):
    t = 0
    for i in range(n):
        t += kw(i) + kw(i, 1, 2) + kw(i, b=i) + kw(i, z=1) + kw(*[i, 1], **{'q': 1})
        t += max(i, 3) + min([i, 2]) + abs(-i) + int('5') + len(str(i)) + sum((1, 2))
    return t
print(calls(60))
def wit(n):
    t = []
    class CM:
        def __enter__(self): t.append('in'); return self
        def __exit__(self, *a): t.append(a[0] and a[0].__name__); return i % 2 == 0
    for i in range(n):
        try:
            with CM() as c:
                if i % 3 == 0: raise KeyError(i)
        except KeyError: t.append('out')
    return len(t), t[-6:]
print(wit(60))
def globs():
    global cnt
    for cnt in range(70):
        if cnt == 50: globals()['cnt'] = 'x'
        if type(cnt) is str: return cnt
print(globs(), globs())
