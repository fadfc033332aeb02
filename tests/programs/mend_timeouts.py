# Times to wait that are no times: NaN, infinite, negative, too large, of other types. Descriptors are closed once.
# needs: stdlib
# needs: process
import _thread
import asyncio
import gc
import select
import signal
import socket
import threading
import time

nan, inf = float('nan'), float('inf')


def show(name, f, *a):
    try:
        print(name, a, f(*a))
    except BaseException as e:
        print(name, a, type(e).__name__, e)


lock = _thread.allocate_lock()
lock.acquire()
again = threading.RLock()
pair = socket.socketpair()
for v in [nan, inf, -inf, -1, -1e-9, 1e19, -1e19, 1e300, 2 ** 63, 2 ** 70, -2 ** 70, 'x', None, 0, 1e-6, True, 9.3e9, 2 ** 63 - 1, 2 ** 63 - 2]:
    good = v in (0, 1e-6, True)
    known = v not in (9.3e9, 2 ** 63 - 1, 2 ** 63 - 2)
    if known:
        if v is not True:
            show('sleep', time.sleep, v)
        if v is not None:
            show('select', select.select, [], [], [], 0 if v is True else v)
    if v != -1 and v is not True:
        show('acquire', lock.acquire, True, v)
        show('reentrant', again.acquire, True, v)
    show('acquire', lock.acquire, False, v)
    show('reentrant', again.acquire, False, v)
    show('settimeout', pair[0].settimeout, v)
    show('gettimeout', pair[0].gettimeout)
    show('default', socket.setdefaulttimeout, v)
    show('default', socket.getdefaulttimeout)
    socket.setdefaulttimeout(None)
for v in (nan, inf, 1e300, 2 ** 63, 1e19, 'x', -2 ** 70):
    show('localtime', time.localtime, v)
    show('gmtime', time.gmtime, v)
    show('ctime', time.ctime, v)
for v in (-1, 0, 65, 'x', None, 1.5, 64):
    show('interrupt_main', _thread.interrupt_main, v)
show('interrupt_main', _thread.interrupt_main, signal.SIGTERM)
old = signal.signal(signal.SIGTERM, lambda n, f: print('handler', n))
_thread.interrupt_main(signal.SIGTERM)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
_thread.interrupt_main(signal.SIGTERM)
try:
    _thread.interrupt_main()
    for i in range(1000):
        pass
except KeyboardInterrupt as e:
    print('interrupted', e.args)


# An end of a pair that is closed a second time, by hand or by a collection, closes nothing of others.
async def f():
    gc.collect()
    await asyncio.sleep(0)


for i in range(3):
    asyncio.run(f())
one, two = socket.socketpair()
number = one.fileno()
one.close()
others = [socket.socketpair() for i in range(3)]
one.close()
del one, two
gc.collect()
for x, y in others:
    x.send(b'hello')
    print(y.recv(10), x.fileno() > 0, y.fileno() > 0)
