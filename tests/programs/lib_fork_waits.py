# Threads that wait for a semaphore, in the midst of forks: what they wait for is theirs, and no child's copy of them takes it.
# needs: stdlib
# needs: process
# needs: fork
import multiprocessing
import os
import threading
import time
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
context = multiprocessing.get_context("fork")
gate = context.Semaphore(0)
lock = context.Lock()
got = []


def waiter(n):
    gate.acquire()
    for _ in range(20):
        with lock:
            got.append(n)
            time.sleep(0.0002)


threads = [threading.Thread(target=waiter, args=(i,)) for i in range(6)]
for thread in threads:
    thread.start()
children = []
for i in range(12):
    pid = os.fork()
    if not pid:
        time.sleep(0.3)
        os._exit(i)
    children.append(pid)
    if i % 2:
        gate.release()
print([os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children])
for thread in threads:
    thread.join()
print(len(got), sorted(set(got)), gate.acquire(False), lock.acquire(False))


def pool(_):
    with context.Pool(1) as p:
        answers.append(p.apply(abs, (-3,)))


answers = []
threads = [threading.Thread(target=pool, args=(i,)) for i in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(answers)
