# Scopes: comprehensions, class bodies, global, nonlocal, del, walrus, star-unpacking, chained assignment, loops with else.
import sys


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


x = "global"


def comp():
    x = "local"
    a = [x for x in range(3)]
    b = {x: y for x, y in zip("ab", "cd")}
    c = [(lambda: x)() for x in "q"]
    d = [[x for x in range(y)] for y in range(3)]
    e = [x for x in [1, 2, 3] if x > 1 for x in range(x)]
    return x, a, b, c, d, e


print(comp(), x)
print([x for x in "ab"], x, [y for y in range(5) if (last := y) % 2], last, [z := 1, z + 1], z)


def walrus():
    if (n := len("abc")) > 2:
        r = n
    while (n := n - 1) > 0:
        r += n
    total = 0
    vals = [total := total + v for v in range(5)]
    return r, n, vals, total, any((hit := v) > 2 for v in range(9)), hit, (a := 1, b := 2), f"{(c := 5):>3}"


print(walrus())


class C:
    x = "class"
    y = x
    f = lambda self: x
    g = [x for x in "pq"]
    h = [i for i in (x, y)]

    def m(self):
        return x, self.x

    class D:
        z = x

    exec_like = (lambda v=x: v)()


print(C.y, C().f(), C.g, C.h, C().m(), C.D.z, C.exec_like)
a = b = c = [0]
a.append(1)
(d, e), [f, *g], *h = (1, 2), "xyz", 3, 4
i, j = j2, i2 = 5, 6
print(a is b is c, b, d, e, f, g, h, i, j, j2, i2)
[k, [l, [m]]] = 1, (2, {3: 4})
print(k, l, m, *[1, 2], *(3,), *{4: 5}, *"ab", [*range(2), *[]], {**{"a": 1}, **{}}, (*"xy",))
first, *rest = [1]
*init, end = (1, 2, 3)
print(first, rest, init, end, attempt(lambda: exec_unpack([])), sep="|")


def exec_unpack(v):
    p, *q, r = v
    return p, q, r


print(attempt(exec_unpack, []), attempt(exec_unpack, [1]), attempt(exec_unpack, "ab"), attempt(exec_unpack, range(6)), attempt(exec_unpack, 5))
lst = [1, 2, 3]
idx = 0
idx, lst[idx] = 2, "changed"
print(lst, idx)
lst[0], lst[1] = lst[1], lst[0]
lst[idx := 1] += 5 if isinstance(lst[1], int) else "!"
print(lst)


def loops():
    out = []
    for i in range(3):
        pass
    else:
        out.append(("for else", i))
    for i in range(3):
        if i == 1:
            break
    else:
        out.append("never")
    for i in ():
        pass
    else:
        out.append(("empty else", i))
    n = 0
    while n < 3:
        n += 1
        if n == 2:
            continue
        out.append(n)
    else:
        out.append("while else")
    while True:
        n += 1
        if n > 5:
            break
    else:
        out.append("never")
    for i in range(2):
        for j in range(3):
            if j == 1:
                break
        else:
            continue
        out.append((i, j))
    for out2 in [out]:
        for out2[0] in "xy":
            pass
    return out


print(loops())


def dels():
    a, b, c = 1, [1, 2, 3], {"k": 1}
    del a, b[0], c["k"]
    o = C()
    o.attr = 1
    del o.attr
    return b, c, attempt(lambda: o.attr), attempt(lambda: a)


print(dels())


def chained(n):
    return [0 < n < 10, 0 < n > 5 != 7, n == n == n, 1 < 2 < n < 100, not n > 3, n in [1, 5] in [[1, 5]], n is not None is not True]


for v in (1, 5, 7, 50):
    print(v, chained(v))
side = []


def effect(v):
    side.append(v)
    return v


print(effect(1) < effect(0) < effect(5), side, effect(0) and effect(9), effect(3) or effect(4), side, (effect(1) if effect(0) else effect(2)))
side.clear()
d = {effect("k"): effect("v"), **{effect("s"): effect("t")}}
print(effect(1) + effect(2) * effect(3), [effect(i) for i in (7, 8)], side)


def order():
    log = []

    def t(v):
        log.append(v)
        return v

    class O:
        def __setitem__(self, k, v): log.append(("set", k, v))
        def __getitem__(self, k): log.append(("get", k)); return "g"
        def __setattr__(self, k, v): log.append(("attr", k, v))

    o = O()
    o[t("i")] = t("v")
    o[t("a")] += t("b")
    o.x = o.y = t("c")
    o[t(1)], o[t(2)] = t(3), t(4)
    t(print)(t("args"), sep=t(""))
    t(max)(*[t(1)], t(2), **{"key": t(abs)})
    return [v if not callable(v) else v.__name__ for v in log]


print(order())
print(sorted(n for n in globals() if len(n) == 1), "attempt" in globals(), __name__, globals()["x"], type(locals()).__name__, locals() is globals())
globals()["injected"] = 5
print(injected)
if True:
    def cond(): return "yes"
else:
    def cond(): return "no"
print(cond(), 1 if [] else 2 if () else 3, (lambda: ...)() is ..., not not [], (not 1) == False, 1 and 2 or 3, 0 or "" or [] or None, 1 and 0 and 2)
pass; q = 1; r = 2; print(q, r)
_ = [0 for _ in range(3)]
print(_, __debug__, ..., Ellipsis is ..., NotImplemented)
import math as mm, itertools
from math import pi as PI, floor, sqrt as root
print(mm.pi == PI, floor(2.5), root(16), itertools.__name__, attempt(lambda: __import__("no_such_module")), attempt(lambda: __import__("math").pi == PI))


def import_errors():
    try:
        from sys import nothing_here
    except ImportError as e:
        print(e, e.name)
    try:
        import nothing.at.all
    except ModuleNotFoundError as e:
        print(e, e.name)
    try:
        import math.sub
    except ModuleNotFoundError as e:
        print(e, e.name)


import_errors()
frame = sys._getframe()
print(frame.f_code.co_name, frame.f_lineno > 100, frame.f_globals is globals(), frame.f_back)


def who():
    return sys._getframe(1).f_code.co_name, sys._getframe().f_code.co_qualname, sys._getframe().f_back.f_lineno - sys._getframe(1).f_code.co_firstlineno


def caller():
    return who()


print(caller())
v: int = 5
w: "list[int]"
print(v, __annotations__)
try:
    w
except NameError as e:
    print(e, e.name)
del x, v
print(attempt(lambda: x), attempt(lambda: v))
