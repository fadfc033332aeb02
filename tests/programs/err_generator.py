# An uncaught exception inside a generator, a coroutine step and a callback of a builtin.
def numbers():
    yield 1
    yield from more()


def more():
    yield 2
    raise IndexError("exhausted")


async def step():
    for n in numbers():
        print(n)


def key(x):
    return [0, 1][x]


try:
    sorted([0, 1, 2], key=key)
except IndexError as e:
    print(e)
step().send(None)
