# While a thread waits for the other end of a named pipe, others run, and signals end the wait.
# needs: stdlib
# needs: process

import os
import signal
import tempfile
import threading

d = tempfile.TemporaryDirectory()
p = os.path.join(d.name, "fifo")
os.mkfifo(p)


def write():
    with open(p, "w") as f:
        f.write("hello\n")


for opening in open, lambda p: os.fdopen(os.open(p, os.O_RDONLY)):
    t = threading.Thread(target=write)
    t.start()
    with opening(p) as f:
        print(f.read(), end="")
    t.join()


class Alarm(Exception):
    pass


def alarm(number, frame):
    if waiting:  # another alarm comes, if this one does before the wait or in a callback that cannot let it out
        raise Alarm


def interrupted():
    global waiting
    for opening, flags in (os.open, os.O_RDONLY), (os.open, os.O_WRONLY), (open, "r"), (open, "w"):
        waiting = True
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.5)
        try:
            opening(p, flags)
        except Alarm:
            waiting = False
            print("interrupted")
    signal.setitimer(signal.ITIMER_REAL, 0)


signal.signal(signal.SIGALRM, alarm)
interrupted()
done = threading.Event()
t = threading.Thread(target=done.wait)
t.start()
interrupted()
done.set()
t.join()
d.cleanup()

