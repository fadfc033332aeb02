# await in hot code: of fresh coroutines, of those that are awaited already, of finished ones, of other awaitables.


class Wait:
    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


class Bad:
    def __await__(self):
        return 3


async def leaf(n):
    return n


async def waits(n):
    return await Wait(n)


def plain():
    yield 1


async def take(x):
    return await x


def drive(coro, answer=None):
    seen = []
    try:
        seen.append(coro.send(None))
        while True:
            seen.append(coro.send(answer))
    except StopIteration as e:
        return seen, e.value
    except Exception as e:
        return seen, type(e).__name__, str(e)


async def fib(n):
    if n <= 1:
        return n
    return await fib(n - 1) + await fib(n - 2)


for _ in range(3):
    assert drive(fib(14)) == ([], 377)
for i in range(500):
    assert drive(take(leaf(i))) == ([], i)
    assert drive(take(waits(i)), -i) == ([i], -i)

bad = (Bad(), 5, None, "x")
first = [drive(take(b)) for b in bad]
print(first)


def twice():
    w = waits(1)
    a, b = take(w), take(w)
    out = [a.send(None)]
    try:
        b.send(None)
    except RuntimeError as e:
        out.append(str(e))
    out.append(drive(a, 7))
    out.append(drive(take(w)))
    return out


f = twice()
print(f)
for _ in range(500):
    assert [drive(take(b)) for b in bad] == first
    assert drive(take(leaf(1))) == ([], 1)
    assert twice() == f


async def sends(log):
    for i in range(3):
        log.append(await Wait(i))
    return log


def values(answers):
    c = sends([])
    out = [c.send(None)]
    try:
        for a in answers:
            out.append(c.send(a))
    except StopIteration as e:
        return out, e.value


for _ in range(500):
    r = values([None, None, None]), values([1, "a", None]), values([None, 2.5, {}])
print(r)

l = leaf(1)
c = take(l)
try:
    c.send(4)
except TypeError as e:
    print(e)
c.close()
l.close()


def gen():
    got = yield from inner()
    yield got


def inner():
    x = yield 1
    while x is not None:
        x = yield x
    return "end"


def talk(answers):
    g = gen()
    return [next(g)] + [g.send(a) for a in answers]


for _ in range(500):
    r = talk([1, 2, None]), talk([None]), talk(["a", 0, None])
print(r)
