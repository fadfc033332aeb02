# needs: stdlib
# Generators and coroutines that only the loop, yield from or await around them refers to: their memory is used again. Whoever gets to see one keeps it.
import gc, sys, types, weakref

class Tree:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right
    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right

def tree(lo, hi):
    if lo == hi:
        return None
    mid = (lo + hi) // 2
    return Tree(tree(lo, mid), mid, tree(mid + 1, hi))

t = tree(0, 60)
for _ in range(8):
    assert list(t) == list(range(60))
print([x for x in t if x % 20 == 0], {x for x in t if x < 3}, {x: x for x in t if x > 57}, sum(x for x in t))

def flat(x):
    if isinstance(x, list):
        for y in x:
            for z in flat(y):
                yield z
    else:
        yield x
nested = [1, [2, [3, [4, 5], 6]], [[7]]]
for _ in range(6):
    got = list(flat(nested))
print(got)

# what a program sees by gi_yieldfrom, it keeps
def leaf(n):
    for i in range(n):
        yield i
    return "leaf ended"
def outer(n):
    r = yield from leaf(n)
    yield r
def show(g):
    return type(g).__name__, g.__name__, g.gi_running, g.gi_suspended, g.gi_frame is None
for n in 1, 2, 6:
    kept = []
    for _ in range(20):
        g = outer(n)
        for x in g:
            if x == n - 1:
                kept.append(g.gi_yieldfrom)
    list(outer(3))
    print(len(set(map(id, kept))), {show(k) for k in kept}, {next(k, None) for k in kept})

# ... by gc
def ends_after(g):
    found = [x for x in gc.get_referents(g) if isinstance(x, types.GeneratorType)]
    rest = list(g)
    list(outer(4))
    return [show(x) for x in found], rest
for _ in range(8):
    g = outer(2)
    next(g)
    got = ends_after(g)
print(got)
for _ in range(3):
    g = outer(2)
    next(g)
    found = [x for x in gc.get_objects() if isinstance(x, types.GeneratorType) and x.__name__ == "leaf" and x.gi_suspended]
    refs = [weakref.ref(x) for x in found]
    list(g)
    list(outer(4))
    print([show(x) for x in found], [r() is x for r, x in zip(refs, found)])
    del found

# ... and by frames
frames = []
def sees(n):
    frames.append(sys._getframe())
    yield n
def through(n):
    yield from sees(n)
for i in range(20):
    list(through(i))
print([f.f_locals["n"] for f in frames[:5]], len({id(f) for f in frames}))

# a generator that a loop does not finish, and one that raises
def noted(n):
    try:
        for i in range(n):
            yield i
            if i == 3:
                raise ValueError(i)
    finally:
        log.append(n)
log = []
def breaks(n):
    for x in noted(n):
        if x == 1:
            break
    return x
def fails(n):
    try:
        for x in noted(n):
            pass
    except ValueError as e:
        return e.args, e.__traceback__.tb_next.tb_frame.f_locals["i"]
for _ in range(8):
    a, b = breaks(9), fails(9)
gc.collect()
print(a, b, len(log))

# thrown into, closed, with values sent
def inner():
    got = []
    while True:
        try:
            x = yield len(got)
            if x is None:
                return got
            got.append(x)
        except KeyError:
            got.append("key")
        except GeneratorExit:
            closed.append(list(got))
            return got
closed = []
def sends():
    while True:
        r = yield from inner()
        yield r
for _ in range(12):
    g = sends()
    next(g)
    a = [g.send(1), g.throw(KeyError), g.send(2), g.send(None), next(g), g.send(5)]
    g.close()
print(a, closed[-1], len(closed))

# finalizers of both at once
def inner_final():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        order.append("inner")
        return 3
def outer_final():
    try:
        yield from inner_final()
    finally:
        order.append("outer")
        order.append(sum(x for x in leaf(4)))
order = []
def drop():
    next(outer_final())
for _ in range(6):
    drop()
gc.collect()
print(len(order), order.count("inner"), order.count("outer"), order.count(6))

# coroutines
@types.coroutine
def pause(x):
    return (yield x)
async def fib(n):
    if n < 2:
        return n
    return await fib(n - 1) + await fib(n - 2)
async def asks(n):
    a = await pause(n)
    return a * 2
async def main(n):
    total = 0
    for i in range(n):
        total += await asks(i)
    return total
def drive(c, see=None):
    try:
        x = c.send(None)
        while True:
            if see is not None:
                see.append(c.cr_await)
            x = c.send(x + 1)
    except StopIteration as e:
        return e.value
for _ in range(6):
    assert drive(fib(6)) == 8
print(drive(main(9)), drive(fib(8)))
for _ in range(8):
    seen = []
    drive(main(5), seen)
print([(c.__name__, c.cr_running, c.cr_frame, c.cr_await) for c in seen], len(set(map(id, seen))))
try:
    drive(seen[0])
except RuntimeError as e:
    print(e)

# the same from tier 1: the functions are new each time
src = """
def g(n):
    yield from range(n)
def h(n):
    for x in g(n):
        yield x
"""
for _ in range(4):
    ns = {}
    exec(src, ns)
    r = list(ns["h"](3))
print(r)
# generators of many sizes
def make(k):
    ns = {}
    exec("def g(n):\n" + "".join(f"    v{i} = n\n" for i in range(k)) + "    yield n\n    return n\ndef f(n):\n    return (yield from g(n))\n", ns)
    return ns["f"]
fs = [make(k) for k in range(0, 120, 29)]
for _ in range(6):
    r = [list(f(i)) for i, f in enumerate(fs)]
print(r[-1], len(r))
