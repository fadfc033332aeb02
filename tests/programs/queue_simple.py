# queue.SimpleQueue: order, waiting threads, time limits, and what a finalizer does to a queue in use.
# needs: stdlib
import gc
import queue
import threading

q = queue.SimpleQueue()
print(type(q), queue.Empty, q.empty(), q.qsize(), queue.SimpleQueue[int])

for n in range(20):
    q.put(n, False, -3)
got = [q.get() for _ in range(13)]
for n in range(20, 40):
    q.put_nowait(n)
print(got, q.qsize(), [q.get_nowait() for _ in range(27)])

for call in (lambda: q.get_nowait(), lambda: q.get(False), lambda: q.get(timeout=0.01), lambda: q.get(True, -1),
             lambda: q.get(timeout=1e300), lambda: q.get(timeout="x"), lambda: q.get(1, 2, 3), lambda: q.put(),
             lambda: queue.SimpleQueue(1)):
    try:
        print(call())
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


class Sub(queue.SimpleQueue):
    def __init__(self, name):
        self.name = name


s = Sub("sub")
s.put(s)
print(s.get().name)

# Four that take, four that give: every item comes once, each giver's in its order.
results = [[] for _ in range(4)]


def take(out):
    while (item := q.get()) is not None:
        out.append(item)


def give(k):
    for n in range(500):
        q.put((k, n))


takers = [threading.Thread(target=take, args=(r,)) for r in results]
givers = [threading.Thread(target=give, args=(k,)) for k in range(4)]
for t in takers + givers:
    t.start()
for t in givers:
    t.join()
for t in takers:
    q.put(None)
for t in takers:
    t.join()
print(sorted(sum(results, [])) == [(k, n) for k in range(4) for n in range(500)], q.empty())
print(all([n for k2, n in r if k2 == k] == sorted(n for k2, n in r if k2 == k) for r in results for k in range(4)))


class Giver:
    def __init__(self):
        self.me = self

    def __del__(self):
        q.put("from a finalizer")


Giver()
gc.collect()
print(q.get(timeout=5))
