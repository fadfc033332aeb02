# Async for over classes, coroutines and async generators, whose awaitables are used again unless the program gets to see them.

import gc
import sys


class Pause:
    def __await__(self):
        yield "pause"


async def pause():
    await Pause()


def run(c):
    n = 0
    while True:
        try:
            c.send(None)
        except StopIteration as e:
            return e.value, n
        n += 1


class Tree:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right

    async def __aiter__(self):
        if self.left:
            async for i in self.left:
                yield i
        yield self.value
        if self.right:
            async for i in self.right:
                yield i


def tree(a):
    if not a:
        return None
    i = len(a) // 2
    return Tree(tree(a[:i]), a[i], tree(a[i + 1:]))


class Counter:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        self.i = 0
        return self

    async def __anext__(self):
        self.i += 1
        if self.i > self.n:
            raise StopAsyncIteration
        if self.i % 3 == 0:
            await pause()
        return self.i


class NoIterator:
    def __aiter__(self):
        return 5


class NoAwaitable:
    def __aiter__(self):
        return self

    def __anext__(self):
        return 7


class FailsFirst:
    def __aiter__(self):
        raise KeyError(1)


class FailsThen:
    def __aiter__(self):
        return self

    async def __anext__(self):
        raise ValueError(2)


async def gen(n):
    for i in range(n):
        if i % 5 == 0:
            await pause()
        yield i


async def nest(depth):
    if depth:
        async for x in nest(depth - 1):
            try:
                yield x
            finally:
                pass
    for i in range(3):
        yield i


async def total(x):
    s = 0
    async for i in x:
        s += i
    return s


async def stops_early():
    g = gen(10)
    async for x in g:
        if x == 3:
            break
    await g.aclose()
    return x


async def comprehensions():
    return [x async for x in gen(5)], {x async for x in tree(range(5))}


for n in range(9):
    print(run(total(tree(range(n)) or gen(0))), run(total(Counter(n))), run(total(gen(n))), run(total(nest(n))))
for make in NoIterator, NoAwaitable, FailsFirst, FailsThen:
    for _ in range(9):
        try:
            run(total(make()))
        except Exception as e:
            text = repr(e), repr(e.__cause__)
    print(text)
for _ in range(9):
    sums = [run(total(x)) for x in (Counter(4), gen(4), tree(range(4)), FailsThen() and Counter(3), nest(2))]
print(sums, run(stops_early()), run(comprehensions()))

# Awaitables that the program sees stay what they are.
seen = []


async def spies(n):
    for i in range(n):
        seen.append(outer.cr_await)
        await pause()
        seen.append(outer.cr_await)
        yield i


outer = total(spies(20))
print(run(outer), sorted({type(x).__name__ for x in seen}))
outer = total(spies(9))
seen.clear()
for _ in range(9):
    outer.send(None)
    seen.append(outer.cr_await)
    seen += (x for x in gc.get_referents(outer) if type(x).__name__ == "async_generator_asend")
outer.close()
seen = [x for x in seen if type(x).__name__ == "async_generator_asend"]
print(len({id(x) for x in seen}))
answers = set()
for x in seen[:-2]:
    try:
        x.send(None)
    except RuntimeError as e:
        answers.add(str(e))
print(answers)


# What tracing sees, too.
returned = []


def trace(frame, event, arg):
    if event == "return" and frame.f_code is gen.__code__:
        returned.append(arg)
    return trace


run(total(gen(30)))
sys.settrace(trace)
run(total(gen(30)))
sys.settrace(None)
run(total(gen(30)))
print(len(returned), len({id(x) for x in returned}), sorted({type(x).__name__ for x in returned}))


async def catches(n):
    for i in range(n):
        try:
            yield i
        except ValueError as e:
            yield str(e)


async def throws(g):
    out = []
    async for i in g:
        if i % 7 == 0:
            out.append(await g.athrow(ValueError(i)))
    return out


print(run(throws(catches(40))))
