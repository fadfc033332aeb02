# Functions that share their code, called from one place: each has its own globals, builtins, defaults and closure.
import builtins
F = type(lambda: 0)
def short(x, y=2):
    return g + x * y + len("abc")
def longer(x, y=2):
    t = 0
    for k in range(3):
        t += g + k
        if t > 10**9:
            print("never", t, x, y)
    return t + x * y + len("abc")
def outer(c):
    def inner(x, y=3):
        return c + x + y + g
    return inner
g = 1
def spaces():
    for n in range(5):
        s = {"g": n * 100, "__builtins__": builtins if n != 3 else {"len": lambda s: 7000, "range": range}}
        yield s
S = list(spaces())
fs = []
for f in (short, longer):
    fs += [f] + [F(f.__code__, s, "n", (k,)) for k, s in enumerate(S)] + [F(f.__code__, S[0]), F(f.__code__, globals(), "m", (9, 9))]
fs += [outer(k) for k in (1, 0.5, 2**48)] + [F(outer(0).__code__, S[1], "c", (5,), outer(7).__closure__)]
def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
def calls(fs, n):
    out = []
    for k in range(n):
        for f in fs:
            try:
                out.append(f(k))
            except TypeError as e:
                out.append(str(e))
            try:
                out.append(f(k, 1))
            except TypeError as e:
                out.append(str(e))
    return out
def total(out):
    h = 0
    for v in out:
        for c in repr(v):
            h = (h * 31 + ord(c)) % 1000000007
    return h
for group in (fs[:8], fs[8:16], fs[16:], fs, fs[::2], fs[:2], fs[1:3], fs[4:6]):
    r = calls(group, 12)
    print(len(r), total(r), r[-4:])
class C:
    pass
ms = []
for f in fs:
    c = type("C", (C,), {"m": f, "p": property(f), "__call__": f, "__add__": f, "__init__": lambda self: None})
    ms.append(c())
def methods(os, n):
    out = []
    for k in range(n):
        for o in os:
            for how in range(4):
                try:
                    out.append((o.m() if how == 0 else o.p if how == 1 else o() if how == 2 else o + k))
                except TypeError as e:
                    out.append(str(e).replace("C", "").split("'")[0])
    return out
def number(self, x=5):
    return g * 3 + x + len("ab")
ns = []
for k, s in enumerate(S):
    f = F(number.__code__, s, "n", (k,))
    ns.append(type("N", (), {"m": f, "p": property(f), "__call__": f, "__add__": f})())
r = methods(ns, 12)
print(total(r), r[-20:])
C1 = type("C1", (), {"m": F(number.__code__, S[0], "n", (1,))})
o = C1()
out = []
for k in range(60):
    if k % 10 == 9:
        C1.m = F(number.__code__, S[k // 10 % 5], "n", (k,))
    out.append(o.m())
print(out)
