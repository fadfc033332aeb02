# _asyncio: futures and tasks, their attributes and errors, with a loop of the program's own.
# needs: stdlib
import asyncio
import contextvars
import gc
import re

import _asyncio  # after asyncio: the other way round, parts of asyncio do without it


def show(f, *args, **kw):
    try:
        return f(*args, **kw)
    except BaseException as e:
        return type(e).__name__, str(e)


class Loop:
    debug = False
    running = False

    def __init__(self):
        self.ready, self.problems = [], []

    def __repr__(self):
        return "<loop>"

    def get_debug(self):
        return self.debug

    def is_running(self):
        return self.running

    def call_soon(self, f, *args, context=None):
        self.ready.append((f, args, context))

    def call_exception_handler(self, context):
        self.problems.append({k: v for k, v in context.items() if k not in ("task", "future")})

    def run(self):
        n = 0
        while self.ready:
            f, args, context = self.ready.pop(0)
            context.run(f, *args) if context else f(*args)
            n += 1
        return n


def clean(x):
    return re.sub(r" at 0x\w+|Task-\d+| (running|defined|created) at [^>]*", "", repr(x))


loop = Loop()
for cls in _asyncio.Future, asyncio.futures._PyFuture:
    f = cls(loop=loop)
    print(clean(f), f._state, f._loop, f._result, f._exception, f._log_traceback, f._source_traceback, f._asyncio_future_blocking, f._cancel_message)
    print(show(f.result)[0], show(f.exception)[0], f.done(), f.cancelled(), f.get_loop())
    seen = []
    a, b = (lambda f: seen.append("a")), (lambda f: seen.append("b"))
    for x in a, b, a, a:
        f.add_done_callback(x)
    print(len(f._callbacks), f.remove_done_callback(a), len(f._callbacks), f.remove_done_callback(a), f.set_result(7), loop.run(), seen)
    print(clean(f), f.result(), f.exception(), show(f.set_result, 1)[0], show(f.set_exception, ValueError)[0], f.cancel())
    f.add_done_callback(a, context=contextvars.copy_context())
    print(loop.run(), seen)
    f = cls(loop=loop)
    f.set_exception(ValueError("v"))
    print(f._log_traceback, clean(f), show(f.result), f._log_traceback, f.exception(), show(setattr, f, "_log_traceback", True), show(f.result))
    f = cls(loop=loop)
    f.set_exception(StopIteration)
    print(type(f.exception()).__name__, f.exception(), type(f.exception().__cause__).__name__)
    f = cls(loop=loop)
    print(f.cancel("why"), f.cancelled(), clean(f), show(f.result), show(f.exception), f._cancel_message, f.cancel())
    f = cls(loop=loop)
    it = iter(f)
    print(next(it) is f, f._asyncio_future_blocking, show(next, it))
    it = f.__await__()
    f._asyncio_future_blocking = False
    next(it)
    f.set_result((1, 2))
    print(show(next, it), show(next, it))
    f = cls(loop=loop)
    it = iter(f)
    next(it)
    print(show(it.throw, KeyError("k")))
    print(cls[int], isinstance(f, cls), asyncio.isfuture(f))
    f.extra = 5
    print(f.extra, hasattr(f, "__dict__"))
    del f, it
    gc.collect()
    loop.problems.clear()
    f = cls(loop=loop)
    f.set_exception(OSError("lost"))
    del f
    gc.collect()
    print(loop.problems)
    loop.problems.clear()

f = _asyncio.Future.__new__(_asyncio.Future)
print(show(f.result), show(f.exception), show(f.set_result, 1), show(f.cancel), f.done(), f.cancelled(), f._loop, show(repr, f))
print(show(_asyncio.Future, 1), show(_asyncio.Future, x=1), show(_asyncio.Task), show(_asyncio.Task, 5, loop=loop))
f = _asyncio.Future(loop=loop)
print(show(f.set_exception, 5), show(delattr, f, "_log_traceback"), show(setattr, f, "_state", 1)[0], show(f.add_done_callback), show(f.cancel, 1, 2))

var = contextvars.ContextVar("var", default=0)
log = []


async def work(n, fut=None):
    var.set(var.get() + n)
    log.append((n, _asyncio.current_task(loop).get_name(), var.get()))
    if fut is not None:
        try:
            log.append(await fut)
        except asyncio.CancelledError as e:
            log.append(("cancelled", e.args))
            if n == 2:
                raise
            await asyncio.sleep(0)
    return n


class Sub(_asyncio.Task):
    pass


class Yields:
    def __init__(self, x):
        self.x = x

    def __await__(self):
        try:
            yield self.x
        except RuntimeError as e:
            log.append(re.sub(r"<.*>", "<...>", str(e)))
        return "after"


async def awaits(x):
    return await Yields(x)


for cls in _asyncio.Task, asyncio.tasks._PyTask, Sub:
    for make in _asyncio.Future, asyncio.futures._PyFuture:
        log.clear()
        var.set(100)
        t = cls(work(1), loop=loop, name="one")
        print(clean(t), t in asyncio.all_tasks(loop), t.get_name(), t.cancelling(), t._must_cancel, t._fut_waiter, t.done())
        print(loop.run(), log, t.result(), var.get(), clean(t), t.get_coro() is not None)
        for n, message in (2, "stop"), (3, None), (4, 5):
            fut = make(loop=loop)
            t = cls(work(n, fut), loop=loop, name=n, context=contextvars.copy_context())
            loop.run()
            print(clean(t)[:60], t._fut_waiter is fut, t.get_context()[var], len(t.get_stack()))
            if n == 4:
                fut.set_result("done")
            else:
                print(t.cancel(message), t.cancelling(), t.uncancel(), t.cancel(msg=message))
            loop.run()
            print(t.done(), t.cancelled(), show(t.result), t.cancelling(), t.cancel())
        print(log)
        log.clear()
        t = cls(work(5), loop=loop, name="never")
        print(t.cancel(), t._must_cancel, loop.run(), t.cancelled(), log)
        other = make(loop=Loop())
        other._asyncio_future_blocking = True
        plain = make(loop=loop)
        for x in 5, other, plain, (i for i in ()), None:
            t = cls(awaits(x), loop=loop)
            loop.run()
            log.append(t.result())
        print(log)
        print(show(t.set_result, 1), show(t.set_exception, KeyError()), t.set_name(1.5), t.get_name())
        done = make(loop=loop)
        done.set_exception(KeyError("inner"))
        t = cls(work(6, done), loop=loop)
        loop.run()
        print(show(t.result))
        # eager
        log.clear()
        loop.running = True
        t = cls(work(7), loop=loop, name="eager", eager_start=True)
        print(t.done(), t.result(), log, t.get_coro(), len(loop.ready))
        fut = make(loop=loop)
        t = cls(work(8, fut), loop=loop, name="later", eager_start=True)
        print(t.done(), t._fut_waiter is fut, t in asyncio.all_tasks(loop), show(_asyncio.current_task, loop))
        fut.set_result(1)
        loop.run()
        print(t.result(), log)
        loop.running = False

        async def leaves(kind):
            raise kind("out")

        for kind in KeyboardInterrupt, SystemExit:
            t = cls(leaves(kind), loop=loop)
            print(show(loop.run), t.done(), type(t.exception()).__name__)
        t = cls(work(9, make(loop=loop)), loop=loop)
        loop.run()
        t.cancel()
        loop.run()

print(show(_asyncio.get_running_loop), _asyncio._get_running_loop(), show(_asyncio.current_task))
_asyncio._set_running_loop(loop)
print(_asyncio.get_running_loop(), _asyncio.get_event_loop(), _asyncio.current_task(), asyncio.get_running_loop() is loop)
print(_asyncio._enter_task(loop, 1), show(_asyncio._enter_task, loop, 2), show(_asyncio._leave_task, loop, 2), _asyncio.current_task())
print(_asyncio._swap_current_task(loop, 3), _asyncio._swap_current_task(loop=loop, task=None), show(_asyncio._swap_current_task, loop, None), _asyncio._current_tasks)
_asyncio._set_running_loop(None)

# a real loop


async def leaf(n):
    await asyncio.sleep(0)
    return n


async def tree(depth):
    if depth == 0:
        return await leaf(1)
    return sum(await asyncio.gather(*[tree(depth - 1) for _ in range(4)]))


async def main():
    out = [await tree(4)]
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    out.append(await tree(4))
    async with asyncio.TaskGroup() as g:
        tasks = [g.create_task(leaf(i)) for i in range(3)]
    out += [t.result() for t in tasks]
    try:
        async with asyncio.timeout(0.001):
            await asyncio.Event().wait()
    except TimeoutError:
        out.append("timeout")
    return out


print(asyncio.run(main()))
