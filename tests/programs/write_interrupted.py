# needs: stdlib
# needs: process
# A signal's handler runs while a write waits for room in a pipe; what it raises ends the write.
import os
import signal
import threading


def boom(*args):
    signal.setitimer(signal.ITIMER_REAL, 0)
    1 / 0


def big(kind):
    data = b"x" * 300_000
    return data.decode() if kind == "text" else data


def opened(kind, w):
    if kind == "text":
        return open(w, "w")
    return open(w, "wb", buffering=0 if kind == "raw" else -1)


for kind in "raw", "buffered", "text", "os":
    r, w = os.pipe()
    signal.signal(signal.SIGALRM, boom)
    f = opened(kind, w)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        if kind == "os":
            os.write(w, big(kind))
            os.write(w, big(kind))
        f.write(big(kind))
        f.flush()
        f.write(big(kind))
        print("not interrupted")
    except ZeroDivisionError as e:
        print(kind, "interrupted by", e)
    os.close(r)
    try:
        f.close()
        print("closed")
    except BrokenPipeError as e:
        print("broken pipe")

# After a handler that returns, the write goes on.
for kind in "buffered", "text":
    got = 0

    def reader():
        global got
        while data := os.read(r, 5000):
            got += len(data)

    thread = threading.Thread(target=reader)
    r, w = os.pipe()
    signal.signal(signal.SIGALRM, lambda *args: thread.start())
    f = opened(kind, w)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    print(f.write(big(kind)))
    f.close()
    thread.join()
    os.close(r)
    print(kind, got)
