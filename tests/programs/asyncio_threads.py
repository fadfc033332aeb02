# A running event loop is one of a thread: others may run theirs at the same time.
# needs: stdlib
import asyncio, threading

async def inner(n):
    await asyncio.sleep(0.001 * n)
    return n, asyncio.get_running_loop() is not outer_loop, asyncio.current_task().get_name()

def in_thread(n):
    try:
        asyncio.get_running_loop()
    except RuntimeError as e:
        print(n, e)
    return asyncio.run(inner(n))

async def main():
    global outer_loop
    outer_loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(in_thread, 1))
    results = await asyncio.gather(*[asyncio.to_thread(asyncio.run, inner(n)) for n in range(4)])
    print([r[:2] for r in results], asyncio.get_running_loop() is outer_loop, asyncio.current_task() is not None)
    done = threading.Event()
    def loop_forever():
        loop = asyncio.new_event_loop()
        future.append(loop)
        loop.call_soon(done.set)
        loop.run_forever()
        loop.close()
    future = []
    t = threading.Thread(target=loop_forever)
    t.start()
    await asyncio.to_thread(done.wait)
    answer = asyncio.run_coroutine_threadsafe(inner(2), future[0])
    print((await asyncio.wrap_future(answer))[:2], asyncio._get_running_loop() is outer_loop)
    future[0].call_soon_threadsafe(future[0].stop)
    t.join()

asyncio.run(main())
print(asyncio._get_running_loop())
