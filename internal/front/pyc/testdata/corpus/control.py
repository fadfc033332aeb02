# Loops, conditions, comprehensions, unpacking, slices, strings.
import sys as system, os.path
from math import pi as PI, e

total: int = 0
for i in range(300):
    if i % 3 == 0 and not i % 5 or i is None:
        continue
    elif i > 250:
        break
    total += i
else:
    total = -1

while total > 10 and (total := total // 2) < 10 ** 30:
    pass

squares = [x * x for x in range(5) if x != 2]
table = {k: v for k, v in zip("abc", (1, 2.5, None))}
pairs = {(a, b) for a in range(3) for b in range(a)}
lazy = list(y for y in squares)
first, *rest, last = [*squares, *lazy]
text = f"{total!r:>{10}} {first:x} {last!s} {rest}" + "é" * 2 + b"\xff".decode("latin-1")
text[1:3], text[::2], rest[:] if rest else ()
rest[0:1] = [7]
del rest[0], table["a"]
big = 123456789012345678901234567890
z = 3 + 4j
assert total >= 0, "negative"


def nested(a, b=2, /, c=3, *args, d, e=5, **kwargs):
    def inner(n):
        nonlocal a
        a += n
        return [lambda: (a, n, q) for q in args]
    global total
    total = a
    del b
    return inner(c)(*args, **{**kwargs, "d": d}), a < c < e


def unbound(flag):
    if flag:
        value = 1
    for _ in ():
        pass
    print(value, _)
    del value


print(f"{1 if total else 2}", sep="", end="\n", file=None)
