# Threads: starting and joining, locks, queues, events, pools, data of their own, exceptions, collections meanwhile, daemons.
# needs: stdlib
import gc
import queue
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

sys.setswitchinterval(0.0005)


def run(*targets):
    threads = [threading.Thread(target=f) for f in targets]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


sums = []


def work():
    total = 0
    for i in range(30000):
        total += i & 7
    sums.append(total)


run(*[work] * 8)
print(len(sums), set(sums))

q, got = queue.Queue(), []


def put():
    for i in range(500):
        q.put(i)
    q.put(None)


def get():
    while (x := q.get()) is not None:
        got.append(x)


run(get, put)
print(sum(got), got == sorted(got))

own = threading.local()
own.x = 1


class Own(threading.local):
    def __init__(self, a):
        self.a = [a]


of_class = Own(7)


def look():
    print(hasattr(own, "x"), of_class.a, sorted(of_class.__dict__))
    own.x = 2


run(look)
print(own.x, own.__dict__)

count = 0
lock = threading.RLock()


def add():
    global count
    for _ in range(2000):
        with lock:
            with lock:
                count += 1


run(*[add] * 4)
print(count)

event, order = threading.Event(), []


def wait():
    event.wait()
    order.append("woken")


def wake():
    time.sleep(0.01)
    order.append("set")
    event.set()


run(wait, wake)
print(order)

with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(lambda x: x * x, range(10))))
    f = pool.submit(lambda: 1 / 0)
    print(type(f.exception()).__name__)


def collect():
    for i in range(60):
        rows = [[j, str(j)] for j in range(200)]
        if i % 20 == 0:
            gc.collect()
        assert all(str(a) == b for a, b in rows)


run(*[collect] * 4)
print(threading.active_count(), threading.current_thread() is threading.main_thread())

threading.excepthook = lambda a: print(a.exc_type.__name__, a.thread.name)
t = threading.Thread(target=lambda: [][1], name="bad")
t.start()
t.join()
print(lock.acquire(timeout=0.01), threading.Lock().acquire(False))
held = threading.Lock()
held.acquire()
print(held.acquire(timeout=0.01), held.locked())

traced = []


def tracer(frame, event, arg):
    traced.append(frame.f_code.co_name)


def with_trace():
    sys.settrace(tracer)
    work()
    sys.settrace(None)


run(with_trace, work, work)
print("work" in traced, sys.gettrace())

threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
threading.Thread(target=lambda: (time.sleep(0.05), print("last"))).start()
print("main ends")
