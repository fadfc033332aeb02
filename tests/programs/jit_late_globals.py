# Globals, builtins, closures, codes and defaults that change in the midst of a hot loop.
import builtins, sys
X = 1
def g1(n):
    global X
    t = []
    for i in range(n):
        t.append(X)
        if i % 37 == 36:
            X = i
        if i == 100:
            del X
            try:
                t.append(X)
            except NameError as e:
                t.append(str(e))
            X = "s"
        if i == 150:
            X = 2.5
    X = 1
    return t[-3:], len(t), sum(map(hash, map(str, t))) and t[95:110]
print(g1(200)); print(g1(200))
def g2(n):
    out = 0
    for i in range(n):
        out += len((i, i))
        if i == n // 2:
            builtins.len = lambda x: 10
        if i == n // 2 + 5:
            builtins.len = real
    return out
real = len
print(g2(100), g2(100), g2(60))
def g3(n):
    t = 0
    for i in range(n):
        t += abs(-i)
        if i == 50:
            globals()['abs'] = lambda x: 1000
        if i == 60:
            del globals()['abs']
    return t
print(g3(100), g3(100), g3(100), g3(100), g3(100))
# same code, other globals
def tmpl(n):
    s = 0
    for i in range(n):
        s += K * i
        s += helper(i)
    return s
def mk(k):
    d = {'K': k, '__builtins__': builtins, 'helper': (lambda i: i if k % 2 else -i), 'range': range}
    return type(mk)(tmpl.__code__, d, 'tmpl')
fs = [mk(k) for k in range(5)] + [mk(2.5), mk(1 << 50)]
for r in range(6):
    print([f(40) for f in fs])
d = {'K': 1, '__builtins__': {'range': lambda n: [7] * n}, 'helper': lambda i: i}
f = type(mk)(tmpl.__code__, d, 'tmpl')
print(f(30), f(30), f(30), fs[1](30))
def clos(a):
    def inner(n):
        t = a
        for i in range(n):
            t = t + a
        return t
    def set(v):
        nonlocal a
        a = v
    return inner, set
pairs = [clos(v) for v in (1, 2.5, "x", [1], 1 << 60)]
for r in range(4):
    print([p[0](5 * r) for p in pairs])
    for p in pairs: p[1](r)
# __code__ and defaults
def h(x, y=3): return x + y
def h2(x, y=3): return x * y
def loop(n):
    t = 0
    for i in range(n):
        t += h(i)
        if i == 30: h.__defaults__ = (100,)
        if i == 40: h.__code__ = h2.__code__
        if i == 50: h.__code__ = hc
        if i == 60: h.__defaults__ = None
    return t
hc = h.__code__
for k in range(3):
    h.__defaults__ = (3,)
    try: print(loop(55))
    except TypeError as e: print(e)
h.__defaults__ = (3,)
try: print(loop(80))
except TypeError as e: print(e)
def h3(x, y): return x + y
def loop3(n):
    t = 0
    for i in range(n):
        t += h3(i, 1)
        if i == 60: h3.__code__ = (lambda a, b: a - b).__code__
        if i == 80: h3.__code__ = (lambda a: a - 5).__code__
    return t
try: print(loop3(79))
except TypeError as e: print(e)
try: print(loop3(100))
except TypeError as e: print(e)
