# -*- coding: utf-8 -*-
def f(a, b, c):
    x = a + b if c else a * b
    y = (a + b) * (c - 1) / 0
    z = [i for i in range(10)][a:b, c]
    w = a.b.c(1)(2)[3] ** -b
    (yield x) + (a, b)
    return f"{a + b!r:>{c}} {'x' + "y"}" % (a,) + "q" 'r'
async def g():
    r = await g() + (await g())[1]
    async with g() as q: await q.z(1)
    return (await g())(2)
def 漢字(x):
    if x['漢字'] + "漢" + x[1]: pass
    é = (x.é @ x.ü)[ "ñ" ] ; x.漢 = 漢字(1)
    assert x(1)[2], f(x) + 1
    raise ValueError("x") from x[1]
class A(B, metaclass=C(1)): pass
x = (
    a  # comment + (
    +  # c
    b
    )
y = foo(
    1,
    2,
    3,
    4,
    5)[
  3
 ]
del x[0][1], y.z
x[0] += y[1]
for i in a + b: print(i, *a, **b(1))
with a(1) as b, c[1] as d: pass
print(x \
  + y \
  // z)
lambda: (yield)
v = not a + b or c(1) and -d ** ~e
v = x[a](b)(*c, **d).e[f:g:h]
v = (a)(b); w = ((a + b))
v = (((a)) + ((b)))
@dec(1)
@dec.two[3]
def h(a=b+1, *, c: d[1] = e(2)) -> f(3): pass
match a(1):
    case [B(x=1), *_]: pass
try: a()
except (b[1], c(2)) as d: pass
v = 0x1f+1e+5-1.5e-3*2j//0b11
v = a if b(1) else c[2]
v = a < b(1) < c + d
v = [*a(1), *b[2]], {**c(3)}, {d(4): e + f}
v: int = a(1)
a.b = c(1)
a = b = c(1)
a, b = c(1)
return_ = foo(1)
import os.path as p, sys
from x import (a, b)
v = """multi
line""" + foo('''a
b''')
v = f'''{a
 + b}''' + b
v = rb"x" + BR'\'' + F"{x!r}{{}}{a['b']}"
v = (x := a(1)) + 1
