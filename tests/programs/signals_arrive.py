# Signals that the system sends: handlers, timers, masks, waiting, the wakeup descriptor.
# needs: stdlib
# needs: process
import os
import signal
import threading
import time

got = []


def handler(n, frame):
    got.append(signal.Signals(n).name)


for n in signal.SIGUSR1, signal.SIGTERM, signal.SIGALRM, signal.SIGPROF:
    print(signal.signal(n, handler))
os.kill(os.getpid(), signal.SIGUSR1)
print(got)
os.system("kill -TERM %d" % os.getpid())
while len(got) < 2:
    time.sleep(0.001)
print(got)

print(signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02))
while len(got) < 5:
    pass
print(signal.setitimer(signal.ITIMER_REAL, 0)[1] > 0, got[-3:])  # what is left is 0 while a signal is on its way
signal.setitimer(signal.ITIMER_PROF, 0.02)
while got[-1] != "SIGPROF":
    pass
print(signal.getitimer(signal.ITIMER_PROF))
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(signal.pause(), got[-1], signal.alarm(100), signal.alarm(0))

some = {signal.SIGUSR1, signal.SIGTERM}
print(signal.pthread_sigmask(signal.SIG_BLOCK, some))
seen = len(got)
os.kill(os.getpid(), signal.SIGUSR1)
print(signal.sigpending(), len(got) - seen)
print(signal.pthread_sigmask(signal.SIG_UNBLOCK, some) == some, len(got) - seen, signal.sigpending())
signal.pthread_sigmask(signal.SIG_BLOCK, some)
threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()
print(signal.sigwait(some), signal.sigtimedwait(some, 0.01))
signal.pthread_sigmask(signal.SIG_SETMASK, [])

r, w = os.pipe()
for value in w, 10 ** 6:
    try:
        signal.set_wakeup_fd(value)
    except (ValueError, OSError) as e:
        print(type(e).__name__)
os.set_blocking(w, False)
print(signal.set_wakeup_fd(w))
os.system("kill -TERM %d" % os.getpid())
print(os.read(r, 10), got[-1])
print(signal.set_wakeup_fd(-1) == w)


def elsewhere():
    for f, args in (signal.signal, (signal.SIGUSR1, handler)), (signal.set_wakeup_fd, (-1,)):
        try:
            f(*args)
        except ValueError as e:
            print(e)
    signal.raise_signal(signal.SIGUSR1)


seen = len(got)
t = threading.Thread(target=elsewhere)
t.start()
t.join()
while len(got) == seen:
    time.sleep(0.001)
print(got[-1])
for bad in (signal.setitimer, 9, 1), (signal.setitimer, 0, -1), (signal.pthread_sigmask, 0, [0]), (signal.sigtimedwait, [], -1):
    try:
        bad[0](*bad[1:])
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)
