# multiprocessing by spawn: processes, queues, locks, pools, memory that is shared.
# needs: stdlib
# needs: process
import multiprocessing as mp, os, signal, sys

def square(x):
    return x * x

def put(queue, lock, i):
    with lock:
        queue.put((i, square(i)))

def answer(end, ready, go):
    ready.set()
    go.wait()
    end.send(end.recv() + 1)
    with ready._cond:
        pass

def count(lock, name):
    from multiprocessing.shared_memory import SharedMemory
    memory = SharedMemory(name=name)
    for _ in range(50):
        with lock:
            memory.buf[0] += 1
    memory.close()

def fail(x):
    raise KeyError(x)

def nap():
    import time
    time.sleep(60)

def main():
    mp.set_start_method("spawn")
    queue, lock = mp.Queue(), mp.Lock()
    procs = [mp.Process(target=put, args=(queue, lock, i), name="p%d" % i) for i in range(2)]
    for p in procs: p.start()
    print(sorted(queue.get(timeout=60) for _ in procs), [p.join() for p in procs], [(p.name, p.exitcode, p.is_alive()) for p in procs])
    here, there = mp.Pipe()
    ready, go = mp.Event(), mp.Event()
    p = mp.Process(target=answer, args=(there, ready, go))
    p.start()
    print(ready.wait(60), go.is_set())
    go.set()
    here.send(41)
    print(here.recv(), p.join(), p.exitcode)
    from multiprocessing.shared_memory import SharedMemory, ShareableList
    memory = SharedMemory(create=True, size=100)
    lock = mp.RLock()
    procs = [mp.Process(target=count, args=(lock, memory.name)) for _ in range(2)]
    for p in procs: p.start()
    for p in procs: p.join()
    print(memory.buf[0], [p.exitcode for p in procs])
    memory.close(); memory.unlink()
    try: SharedMemory(name=memory.name)
    except FileNotFoundError as e: print("gone")
    items = ShareableList([1, "two", 3.5, None, b"x"])
    items[0] = 7
    print(list(items), len(items), items.index("two"))
    items.shm.close(); items.shm.unlink()
    with mp.Pool(2) as pool:
        print(pool.map(square, range(5)), pool.apply_async(square, (9,)).get(60), pool.starmap(pow, [(2, 3), (3, 2)]))
        try: pool.apply(fail, (1,))
        except KeyError as e: print(repr(e), type(e.__cause__).__name__)
    p = mp.Process(target=nap)
    p.start()
    p.terminate()
    p.join()
    print(p.exitcode == -signal.SIGTERM)
    s = mp.Semaphore(2)
    print(s.acquire(), s.acquire(), s.acquire(timeout=0.01), s.acquire(False), s.get_value(), s.release(), s.get_value())
    b = mp.BoundedSemaphore(1)
    for bad in [b.release, mp.RLock().release, lambda: mp.get_context("none")]:
        try: bad()
        except Exception as e: print(repr(e))
    r = mp.RLock()
    print(r.acquire(), r.acquire(), r._semlock._count(), r._semlock._is_mine(), r.release(), r.release(), r._semlock._count(), r._semlock._is_mine())
    import _multiprocessing
    print(_multiprocessing.flags, _multiprocessing.SemLock.SEM_VALUE_MAX, s._semlock.kind, s._semlock.maxvalue == 2 ** 31 - 1, r._semlock.kind, r._semlock.maxvalue)
    for bad in [lambda: _multiprocessing.SemLock(5, 0, 1, "/psy-test", True), lambda: _multiprocessing.SemLock(1, -1, 1, "/psy-test", True),
                lambda: _multiprocessing.sem_unlink("/psy-test-none"), lambda: _multiprocessing.SemLock(1, 1, 1, 5, True),
                lambda: _multiprocessing.SemLock._rebuild(0, 1, 1, "/psy-test-none"), lambda: _multiprocessing.sem_unlink("/a/b")]:
        try: bad()
        except Exception as e: print(type(e).__name__, e)

if __name__ == "__main__":
    main()
