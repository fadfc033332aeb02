# Event loops of several threads at once, and signals that wake a loop, also those that the program sends to itself.
# needs: stdlib
# needs: process
import asyncio
import os
import select
import signal
import socket
import threading
import warnings


async def inner(n):
    await asyncio.sleep(0)
    return n, asyncio.get_running_loop() is not main_loop


async def main():
    global main_loop
    main_loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(asyncio.run, inner(5)))
    print(sorted(await asyncio.gather(*(asyncio.to_thread(asyncio.run, inner(n)) for n in range(4)))))
    print(await asyncio.to_thread(asyncio._get_running_loop), asyncio.get_running_loop() is main_loop)
    try:
        asyncio.run(main())
    except RuntimeError as e:
        print(e)
    done = asyncio.Event()
    for send in (lambda n: os.kill(os.getpid(), n)), signal.raise_signal, (lambda n: threading.Thread(target=signal.raise_signal, args=(n,)).start()):
        main_loop.add_signal_handler(signal.SIGUSR1, done.set)
        send(signal.SIGUSR1)
        await asyncio.wait_for(done.wait(), 60)
        done.clear()
        print("woken", main_loop.remove_signal_handler(signal.SIGUSR1), signal.getsignal(signal.SIGUSR1) is signal.SIG_DFL)



warnings.simplefilter("ignore")
asyncio.run(main())
a, b = socket.socketpair()
a.setblocking(False)
b.setblocking(False)
print(signal.set_wakeup_fd(b.fileno()))
signal.signal(signal.SIGUSR1, lambda n, frame: print("handled", n == signal.SIGUSR1))
os.kill(os.getpid(), signal.SIGUSR1)
print(select.select([a], [], [], 60)[0] == [a], a.recv(10) == bytes([signal.SIGUSR1]))
signal.signal(signal.SIGUSR1, signal.SIG_IGN)
os.kill(os.getpid(), signal.SIGUSR1)
print(select.select([a], [], [], 0)[0])
signal.set_wakeup_fd(-1)
