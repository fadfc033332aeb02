# A program that waits, and has nothing else to do, finds out what objects are gone: what it waits for may be their end.
# needs: stdlib
# needs: process
import asyncio
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref


class Said:
    "What says when it goes."

    def __init__(self, name, then=None):
        self.name, self.then = name, then

    def __del__(self):
        print("gone:", self.name)
        if self.then:
            self.then()


def apart(function):
    "What function returns: nothing of its frame is in the caller's, as that of an inlined function may be."
    return next(map(lambda _: function(), [None]))


def dropped(name, then=None):
    apart(lambda: Said(name, then) and None)


# a socket that nobody has any more is closed: its other end reads the end
def pair():
    a, b = socket.socketpair()
    a.send(b"last words")
    return b


b = apart(pair)
b.settimeout(20)
print(b.recv(100), b.recv(100))

# by select, poll and epoll
for how in "select", "poll", "epoll":
    r, w = os.pipe()
    dropped(how, lambda: os.write(w, b"x"))
    if how == "select":
        print(len(select.select([r], [], [], 20)[0]))
    elif how == "poll":
        p = select.poll()
        p.register(r, select.POLLIN)
        print(len(p.poll(20000)))
    else:
        p = select.epoll()
        p.register(r, select.EPOLLIN)
        print(len(p.poll(20)))
        p.close()
    os.close(r), os.close(w)

# an event loop is told by what goes: a task whose exception nobody has asked for
loop = asyncio.new_event_loop()
loop.set_exception_handler(lambda loop, context: (print(context["message"]), loop.stop()))


async def fails():
    1 / 0


apart(lambda: asyncio.ensure_future(fails(), loop=loop) and None)
loop.run_forever()
loop.close()

# who reads a pipe whose other end is a file that nobody has any more
r, w = os.pipe()


def writes():
    f = os.fdopen(w, "w")
    f.write("buffered")


apart(writes)
print(os.read(r, 100), os.read(r, 100))
os.close(r)

# sleep, with a weak reference's callback, and the wait for a signal
pauses = 0.2, 0.4, 0.8, 1.6, 3.2, 6.4


class Target:
    pass


def watched():
    return weakref.ref(Target(), lambda ref: print("callback"))


for wait in time.sleep, lambda pause: signal.sigtimedwait([signal.SIGUSR2], pause):
    ref = apart(watched)
    for pause in pauses:
        if ref() is not None:
            wait(pause)
    print(ref())

# a child that waits for its input's end
child = subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)
dropped("stdin", lambda: os.write(child.stdin.fileno(), b"x\n"))
print(child.wait())
child.stdin.close()

# what only the wait itself refers to stays
def epolls():
    yield select.epoll()


def locks():
    lock = threading.Lock()
    lock.acquire()
    yield lock


print(list(map(select.epoll.poll, epolls(), [0.2])), list(map(type(threading.Lock()).acquire, locks(), [True], [0.2])))

# where several threads wait
a, b = socket.socketpair()


def receive():
    print(a.recv(10), flush=True)


t = threading.Thread(target=receive)
t.start()
dropped("thread", lambda: b.send(b"sent"))
t.join()
a.close(), b.close()
print("end")
