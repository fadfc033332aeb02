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
    raise Alarm


signal.signal(signal.SIGALRM, alarm)
done = threading.Event()
t = threading.Thread(target=done.wait)
t.start()
for flags in os.O_RDONLY, os.O_WRONLY:
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        os.open(p, flags)
    except Alarm:
        print("interrupted")
done.set()
t.join()
d.cleanup()
