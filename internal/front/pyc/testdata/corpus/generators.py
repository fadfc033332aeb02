# Generators, coroutines, asynchronous loops and contexts.
def gen(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                return got
    finally:
        yield "end"


def delegate(n):
    result = yield from gen(n)
    with open("x") as f, f as g:
        yield f, g
    return result


async def agen(source):
    async with source as s:
        async for item in s:
            if await item:
                yield item
    return


async def coro(source):
    found = [x async for x in agen(source) if await x]
    return {x: y for x in found async for y in x}, (z async for z in source)
