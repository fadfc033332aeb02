# async with over managers of many kinds, hot: what __aenter__ and __aexit__ give, raise and wait for; and generators spread into lists.


class Pause:
    def __await__(self):
        yield "pause"


async def pause():
    await Pause()


def run(c):
    try:
        while True:
            c.send(None)
    except StopIteration as e:
        return e.value


class Manager:
    def __init__(self, swallows=False):
        self.swallows, self.log = swallows, []

    async def __aenter__(self):
        self.log.append("in")
        return self.log

    async def __aexit__(self, kind, exc, tb):
        self.log.append(kind and kind.__name__)
        return self.swallows


class Sub(Manager):
    async def __aexit__(self, *args):
        return await super().__aexit__(*args)


class NoExit:
    async def __aenter__(self):
        pass


class Plain:
    def __aenter__(self):
        return 3

    def __aexit__(self, *args):
        return 4


class FailsIn:
    async def __aenter__(self):
        raise KeyError("in")

    async def __aexit__(self, *args):
        pass


class FailsOut:
    async def __aenter__(self):
        return 1

    async def __aexit__(self, *args):
        raise KeyError("out")


class Slow:
    async def __aenter__(self):
        await pause()
        return 5

    async def __aexit__(self, *args):
        await pause()
        return True


async def use(manager, exc=None):
    async with manager as x:
        if exc:
            raise exc
        return x
    return "after"


def depth(tb):
    n = 0
    while tb:
        n, tb = n + 1, tb.tb_next
    return n


CASES = [
    (lambda: Manager(), None), (lambda: Manager(True), ValueError()), (lambda: Sub(), None), (lambda: Sub(True), ValueError(1)),
    (lambda: Manager(), ValueError(2)), (lambda: NoExit(), None), (lambda: Plain(), None), (lambda: FailsIn(), None), (lambda: FailsOut(), None),
    (lambda: FailsOut(), ValueError(3)), (lambda: Slow(), None), (lambda: Slow(), ValueError()), (lambda: 5, None),
]


def all_cases():
    out = []
    for make, exc in CASES:
        try:
            out.append(run(use(make(), exc)))
        except Exception as e:
            out.append((repr(e), repr(e.__context__), depth(e.__traceback__)))
            if exc:
                exc.__traceback__ = None
    return out


async def many(make, n):
    for _ in range(n):
        async with make() as x:
            pass
    return x


for _ in range(12):
    out = all_cases()
for line in out:
    print(line)
print(run(many(Manager, 50)), run(many(Sub, 50)), run(many(Slow, 50)))


def two():
    yield 1
    yield 2


def fails():
    yield 1
    raise ValueError


for _ in range(12):
    try:
        out = [0, *two(), *fails()]
    except ValueError as e:
        out = repr(e)
    try:
        print(*5)
    except TypeError as e:
        text = str(e)
print(out, [*two(), *two(), *(i for i in range(20))], max(*two(), *two()), text)
