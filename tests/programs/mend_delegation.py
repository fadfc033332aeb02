# Delegation: yield from over objects with __iter__ of their own, and steps of async generators, in loops that get hot.
import math


class Tree:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right

    def __iter__(self):
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right

    async def __aiter__(self):
        if self.left:
            async for i in self.left:
                yield i
        yield self.value
        if self.right:
            async for i in self.right:
                yield i


def tree(r):
    n = len(r)
    if n == 0:
        return None
    i = n // 2
    return Tree(tree(r[:i]), r[i], tree(r[i + 1:]))


class Wait:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def drive(coro, answer=None):
    seen = []
    try:
        sent = None
        while True:
            seen.append(coro.send(sent))
            sent = answer
    except StopIteration as e:
        return seen, e.value
    except Exception as e:
        return seen, type(e).__name__, str(e)


async def collect(it):
    out = []
    async for x in it:
        out.append(x)
    return out


t = tree(range(3000))
for _ in range(3):
    assert list(t) == list(range(3000))
    assert drive(collect(t)) == ([], list(range(3000)))


# __iter__ of many kinds, at one place
class Self:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if not self.n:
            raise StopIteration("end")
        self.n -= 1
        return self.n


class OfList:
    def __iter__(self):
        return iter([1, 2])


class Bad:
    def __iter__(self):
        return 5


class Raises:
    def __iter__(self):
        raise ValueError("no iterator")


class No:
    __iter__ = None


class Items:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return -i


class Changing:
    def __iter__(self):
        yield 1


def plain(n):
    yield n
    return "done"


def delegate(x):
    r = yield from x
    yield ("result", r)


def show(x):
    try:
        return list(delegate(x))
    except Exception as e:
        return type(e).__name__, str(e)


kinds = [lambda: Self(2), OfList, Bad, Raises, No, Items, Changing, lambda: plain(7), lambda: [4], lambda: "ab", lambda: {1: 2}, lambda: 5]
first = [show(k()) for k in kinds]
for f in first:
    print(f)
for k, f in zip(kinds, first):
    for _ in range(400):
        assert show(k()) == f
for _ in range(400):
    assert [show(k()) for k in kinds] == first
print(show(Changing()))
Changing.__iter__ = lambda self: iter("xyz")
print(show(Changing()))


async def coroutine():
    pass


c = coroutine()
print(show(c))
c.close()


# steps of async generators
async def numbers(n, fail=None, wait=False):
    for i in range(n):
        if wait and i % 3 == 1:
            yield (i, await Wait(("waits", i)))
        yield i
    if fail:
        raise fail("at the end")


async def total(*args):
    t = 0
    try:
        async for i in numbers(*args):
            t += i if type(i) is int else 1000
    except KeyError as e:
        return t, repr(e)
    return t


for _ in range(20):
    assert drive(total(200)) == ([], 19900)
    assert drive(total(50, KeyError)) == ([], (1225, "KeyError('at the end')"))
    assert drive(total(20, ValueError)) == ([], "ValueError", "at the end")
print(drive(total(6, KeyError, True)))
for _ in range(200):
    assert drive(total(6, KeyError, True)) == ([("waits", 1), ("waits", 4)], (2015, "KeyError('at the end')"))
print(drive(total(2, StopIteration)))
print(drive(total(2, StopAsyncIteration)))


async def steps(g):
    out = [await anext(g), await g.__anext__(), await g.asend(None), await g.asend("x")]
    s = g.__anext__()
    out.append(await s)
    try:
        await s
    except RuntimeError as e:
        out.append(str(e))
    await g.aclose()
    try:
        await anext(g)
    except StopAsyncIteration:
        out.append("closed")
    return out


for _ in range(300):
    r = drive(steps(numbers(9)))
print(r)


async def nested():
    g = numbers(3, None, True)

    async def inner():
        async for x in g:
            pass

    a, b = inner(), inner()
    out = [a.send(None)]
    try:
        b.send(None)
    except RuntimeError as e:
        out.append(str(e))
    a.close()
    return out


for _ in range(300):
    r = drive(nested())
print(r)


async def values():
    yield (1, 2)
    yield StopIteration(3)
    yield None


for _ in range(300):
    r = drive(collect(values()))
print([type(x).__name__ for x in r[1]], r[1][0], r[1][1].value)

for n in (0, 1, 2, 20, 21, 30, 100, 499, 500, 501, 1200):
    x = 1
    for i in range(1, n + 1):
        x *= i
    assert math.factorial(n) == x
    assert math.perm(n + 7, n) == math.factorial(n + 7) // 5040
print(math.factorial(25))
