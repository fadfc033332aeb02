# Finalizers that have nothing to do need not run; those that have, do: of subclasses, and of generators wherever they stand.
# needs: stdlib
import asyncio
import gc
import socket


class Socket(socket.socket):
    def __del__(self):
        print("del Socket, closed:", self.fileno() == -1)


class PlainSocket(socket.socket):
    pass


class Future(asyncio.Future):
    def __del__(self):
        print("del Future", self.done())
        super().__del__()


class PlainFuture(asyncio.Future):
    pass


class Mixin:
    def __del__(self):
        print("del Mixin", self.result())


class Mixed(Mixin, asyncio.Future):
    pass


def drop(make):
    def inner():
        make()
    inner()
    gc.collect()


def closed(cls):
    s = cls()
    s.close()


drop(lambda: closed(Socket))
drop(lambda: closed(PlainSocket))


async def futures():
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: print(context["message"]))

    def settled(cls):
        f = cls()
        f.set_result(1)
        return f

    def failed(cls):
        f = cls()
        f.set_exception(ValueError("nobody looks"))
        return f

    for cls in Future, PlainFuture, Mixed:
        print(cls.__name__)
        drop(lambda: settled(cls))
    for cls in Future, PlainFuture:
        print(cls.__name__, "failed")
        drop(lambda: failed(cls))
    PlainFuture.__del__ = lambda self: print("given later")
    drop(lambda: settled(PlainFuture))
    del PlainFuture.__del__
    drop(lambda: settled(PlainFuture))


asyncio.run(futures())


def generator(log):
    yield "outside"
    try:
        yield "inside"
    finally:
        log.append("finally")
    yield "behind"
    with open(__file__):
        yield "with"
    for x in nested(log):
        yield x
    yield from nested(log)


def nested(log):
    yield "nested"
    try:
        yield "nested, inside"
    finally:
        log.append("nested finally")


async def coroutine(log):
    await Stop()
    try:
        await Stop()
    finally:
        log.append("coroutine's finally")


class Stop:
    def __await__(self):
        yield "stop"


log = []
for steps in range(10):
    def start():
        g = generator(log)
        for _ in range(steps):
            at = next(g, None)
        print(steps, at if steps else "not begun", gc.is_finalized(g))
    drop(start)
    print("   ", log)
    log.clear()
for steps in 1, 2:
    def start():
        c = coroutine(log)
        for _ in range(steps):
            c.send(None)
    drop(start)
    print("coroutine", steps, log)
    log.clear()
