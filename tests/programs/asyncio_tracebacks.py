# What is left of the traceback of a task that failed: all of it for who asks first, result gives it away.
# needs: stdlib
import asyncio, traceback
async def gen(x):
    raise RuntimeError("boom")
    yield
async def inner():
    it = gen(1)
    await it.__anext__()
async def inner2():
    await anext(gen(1))
async def inner3():
    async for x in gen(1): pass
async def plain(): raise RuntimeError("boom")
async def later():
    await asyncio.sleep(0)
    await plain()
for f in inner, inner2, inner3, plain, later:
    loop = asyncio.new_event_loop()
    task = loop.create_task(f())
    try:
        try: loop.run_until_complete(task)
        finally:
            asyncio.all_tasks(loop)
            loop.run_until_complete(loop.shutdown_asyncgens()); loop.close()
    except RuntimeError as e:
        print(f.__name__, [x.name for x in traceback.extract_tb(e.__traceback__)])
    try: task.result()
    except RuntimeError as e:
        print(f.__name__, [x.name for x in traceback.extract_tb(e.__traceback__)])
    try: task.result()
    except RuntimeError as e:
        print(f.__name__, [x.name for x in traceback.extract_tb(e.__traceback__)])
    print([x.name for x in traceback.extract_tb(task.exception().__traceback__)])


async def wait(task):
    try:
        await task
    except RuntimeError as e:
        return [x.name for x in traceback.extract_tb(e.__traceback__)]


async def several():
    task = asyncio.create_task(later())
    print(await wait(task), await wait(task))
    done = await asyncio.gather(later(), plain(), return_exceptions=True)
    print([[x.name for x in traceback.extract_tb(e.__traceback__)] for e in done])
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(later())
    except* RuntimeError as e:
        print([x.name for x in traceback.extract_tb(e.exceptions[0].__traceback__)])
    future = asyncio.get_running_loop().create_future()
    future.set_exception(KeyError(1))
    print(future.exception().__traceback__, future.exception() is future.exception())


asyncio.run(several())
try:
    asyncio.run(later())
except RuntimeError as e:
    print([x.name for x in traceback.extract_tb(e.__traceback__)])
