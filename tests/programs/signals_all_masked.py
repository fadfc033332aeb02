# All signals are blocked and freed again, ignored, and given their defaults: handlers are called, threads run afterwards, and a process dies of its own faults.
# needs: stdlib
# needs: process
import os
import signal
import subprocess
import sys
import threading

every = signal.valid_signals()
before = signal.pthread_sigmask(signal.SIG_BLOCK, every)
print(signal.pthread_sigmask(signal.SIG_UNBLOCK, every) == every - {signal.SIGKILL, signal.SIGSTOP})
signal.pthread_sigmask(signal.SIG_SETMASK, before)

count = 0


def handler(*_):
    global count
    count += 1


for n in signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGURG:
    for action in signal.SIG_IGN, handler, signal.SIG_DFL:
        signal.signal(n, action)
        print(n.name, signal.getsignal(n) is action or signal.getsignal(n) == action, end=" ")
        if action is not signal.SIG_DFL or n == signal.SIGURG:
            os.kill(os.getpid(), n)
            print(count, end=" ")
    print()


def raises():
    while not stop:
        signal.raise_signal(signal.SIGUSR1)


stop = False
sys.unraisablehook = lambda _: None  # one that comes before its handler is taken away is said to be "ignored due to race condition"
signal.signal(signal.SIGUSR1, handler)
thread = threading.Thread(target=raises)
thread.start()
for _ in range(3000):
    for action in handler, signal.SIG_IGN:
        signal.signal(signal.SIGUSR1, action)
stop = True
thread.join()
sys.unraisablehook = sys.__unraisablehook__
print("ran")

for n in signal.SIGSEGV, signal.SIGFPE, signal.SIGBUS, signal.SIGUSR1:
    code = f"import os, signal; signal.signal({int(n)}, signal.SIG_DFL); os.kill(os.getpid(), {int(n)}); print('alive')"
    print(n.name, subprocess.run([sys.executable, "-S", "-c", code]).returncode == -n)
