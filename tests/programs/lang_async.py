# async/await with a loop written by hand; async generators, comprehensions, context managers.


def run(coro):
    """Drive a coroutine; what it awaits for is printed and answered by doubling."""
    value = None
    log = []
    try:
        while True:
            request = coro.send(value)
            log.append(request)
            value = request * 2
    except StopIteration as e:
        return e.value, log


def attempt(f, *a):
    try:
        return f(*a)
    except BaseException as e:
        return type(e).__name__ + ": " + str(e)


class Ask:
    def __init__(self, v):
        self.v = v

    def __await__(self):
        return (yield self.v)


async def add(a, b):
    return await Ask(a) + await Ask(b)


async def nested():
    x = await add(1, 2)
    y = await add(x, 10)
    return x, y


print(run(nested()))


class Ticker:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n <= 0:
            raise StopAsyncIteration
        self.n -= 1
        return await Ask(self.n)


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        print("enter", self.name, await Ask(100))
        return self

    async def __aexit__(self, kind, value, tb):
        print("exit", self.name, kind and kind.__name__, value, await Ask(200))
        return self.swallow


async def uses():
    out = []
    async for x in Ticker(3):
        out.append(x)
    else:
        out.append("else")
    async with Manager("a") as m, Manager("b", True):
        out.append(m.name)
        raise ValueError("inside")
    out.append([x async for x in Ticker(4) if x != 2])
    out.append({x: y async for x in Ticker(2) for y in range(2)})
    out.append({x async for x in Ticker(2)})
    out.append([await Ask(i) for i in range(3)])
    gen = (await Ask(i) async for i in Ticker(2))
    out.append([x async for x in gen])
    async for x in Ticker(5):
        if x == 6:
            break
        if x == 8:
            continue
        out.append(x)
    return out


print(run(uses()))


async def agen(n):
    try:
        for i in range(n):
            got = yield i
            if got is not None:
                print("got", got)
            await Ask(i)
    except KeyError as e:
        yield ("caught", e.args[0])
    finally:
        print("agen finally", await Ask(7))


async def drive():
    g = agen(3)
    out = [await g.asend(None), await g.asend("hello"), await anext(g)]
    out.append(await g.athrow(KeyError("thrown")))
    try:
        await g.__anext__()
    except StopAsyncIteration:
        out.append("stopped")
    out.append(await anext(g, "default"))
    g = agen(5)
    async for x in g:
        out.append(x)
        if x == 1:
            break
    await g.aclose()
    await g.aclose()
    g = agen(1)
    out.append([x async for x in g])
    try:
        await agen(2).athrow(ValueError("fresh"))
    except ValueError as e:
        out.append(str(e))
    return out


print(run(drive()))


async def errors():
    out = []
    for make in (lambda: 5, lambda: BadAwait(), lambda: agen(1), lambda: [1]):
        try:
            await make()
        except Exception as e:
            out.append(f"{type(e).__name__}: {e}")
    try:
        async for x in [1]:
            pass
    except TypeError as e:
        out.append(str(e))
    try:
        async for x in BadAiter():
            pass
    except TypeError as e:
        out.append(str(e))
    try:
        async with 5:
            pass
    except TypeError as e:
        out.append(str(e))
    try:
        async with SyncOnly():
            pass
    except TypeError as e:
        out.append(str(e))
    return out


class BadAwait:
    def __await__(self):
        return 5


class BadAiter:
    def __aiter__(self):
        return 5


class SyncOnly:
    def __enter__(self):
        return self

    def __exit__(self, *a):
        pass


for line in run(errors())[0]:
    print(line)


async def simple():
    return 1


c = simple()
print(attempt(c.send, 5), attempt(c.send, None), attempt(c.send, None), c.close())
c = add(1, 2)
print(c.send(None), attempt(c.throw, ValueError("thrown in")), attempt(c.send, None), type(c).__name__, c.__name__, c.cr_frame)
c = add(1, 2)
c.send(None)
c.close()
print(attempt(c.send, None))


async def twice():
    c = simple()
    a = await c
    try:
        await c
    except RuntimeError as e:
        return a, str(e)


print(run(twice()))


class Loop:
    def __init__(self):
        self.tasks = []

    def go(self, *coros):
        self.tasks = [(i, c, None) for i, c in enumerate(coros)]
        results = {}
        order = []
        while self.tasks:
            i, c, v = self.tasks.pop(0)
            try:
                r = c.send(v)
            except StopIteration as e:
                results[i] = e.value
            except Exception as e:
                results[i] = repr(e)
            else:
                order.append((i, r))
                self.tasks.append((i, c, r))
        return results, order


async def job(name, n):
    total = 0
    for i in range(n):
        total += await Ask(i + n)
        if name == "bad" and i == 2:
            raise RuntimeError("job failed")
    return f"{name}={total}"


print(Loop().go(job("x", 3), job("bad", 5), job("y", 4)))


async def lots(n):
    s = 0
    async for x in Ticker(n):
        s += x
        s += await add(x, 1)
    return s


result, log = run(lots(120))
print(result, len(log))


async def cleanup():
    try:
        await Ask(1)
    finally:
        print("cleanup ran")


c = cleanup()
c.send(None)
print(attempt(c.throw, KeyError("stop")))


async def agen_return():
    yield 1
    return


async def collect():
    return [x async for x in agen_return()]


print(run(collect()))
g = agen_return()
print(type(g).__name__, g.ag_running)
