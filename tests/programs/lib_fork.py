# fork: what parent and child share and what they do not, code compiled on both sides, threads that the child does not have.
# needs: stdlib
# needs: process
# needs: fork
import os, queue, signal, sys, threading, time, warnings

warnings.simplefilter("ignore")

def status(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

def work(n, k):
    s = 0
    for i in range(n):
        s += i * k & 7
    return s

def both_compile():
    "Parent and child run, compile and change functions from the same state on."
    work(50000, 1)
    r, w = os.pipe()
    for k in range(8):
        pid = os.fork()
        def fresh(n):
            t = []
            for i in range(n):
                t.append(i * k)
            return sum(t)
        if pid == 0:
            total = 0
            for j in range(40):
                total += fresh(500 + j) + work(400, k)
            os.write(w, b"%d %d\n" % (k, total))
            os._exit(k)
        mine = 0
        for j in range(40):
            mine += fresh(500 + j) + work(400, k)
        print(status(pid) == k, os.read(r, 100) == b"%d %d\n" % (k, mine))

def memory():
    "Objects are copies, descriptors are shared."
    held = {"a": [1, 2]}
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        held["a"].append(3)
        held["pid"] = os.getpid() != os.getppid()
        os.write(w, repr(held).encode())
        os._exit(0)
    print(status(pid), os.read(r, 100), held)
    with open("fork.tmp", "w+b") as f:
        f.write(b"0123456789")
        f.flush()
        f.seek(2)
        pid = os.fork()
        if pid == 0:
            f.seek(5)
            os._exit(0)
        print(status(pid), os.lseek(f.fileno(), 0, os.SEEK_CUR))
    os.unlink("fork.tmp")

def hooks():
    seen = []
    os.register_at_fork(before=lambda: seen.append("before 1"), after_in_child=lambda: seen.append("child 1"))
    os.register_at_fork(before=lambda: seen.append("before 2"), after_in_parent=lambda: seen.append("parent 2"), after_in_child=lambda: seen.append("child 2"))
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(w, repr(seen).encode())
        os._exit(0)
    print(status(pid), os.read(r, 1000), seen)
    for wrong in (dict(before=1), dict(after_in_child=None), {}):
        try:
            os.register_at_fork(**wrong)
        except TypeError as e:
            print(e)

def among_threads():
    "Threads wait, compute and sleep while another forks; the child has none of them, and can have its own."
    stop = False
    r, w = os.pipe()
    got = []
    def reader():
        while (b := os.read(r, 1)) != b"x":
            got.append(b)
    def worker():
        while not stop:
            sum(range(100))
    def sleeper():
        while not stop:
            time.sleep(0.001)
    q = queue.Queue()
    def getter():
        while q.get() is not None:
            pass
    threads = [threading.Thread(target=f) for f in (reader, worker, sleeper, getter)]
    for t in threads:
        t.start()
    codes = []
    for i in range(20):
        pid = os.fork()
        if pid == 0:
            out = []
            t = threading.Thread(target=lambda: out.append(sum(i for i in range(1000))))
            t.start()
            t.join()
            good = out == [499500] and threading.active_count() == 1 and not any(x.is_alive() for x in threads)
            os._exit(10 if good else 11)
        os.write(w, b"a")
        q.put(1)
        codes.append(status(pid))
    stop = True
    q.put(None)
    os.write(w, b"x")
    for t in threads:
        t.join()
    print(set(codes), len(got))

def from_thread():
    "A thread that forks is the child's main thread; the child ends with it."
    r, w = os.pipe()
    out = []
    def f():
        pid = os.fork()
        if pid == 0:
            here = threading.current_thread()
            os.write(w, repr((here is threading.main_thread(), threading.active_count(), old.is_alive())).encode())
            return
        out.append(status(pid))
    old = threading.main_thread()
    t = threading.Thread(target=f)
    t.start()
    t.join()
    print(out, os.read(r, 100))

def signals():
    arrived = []
    signal.signal(signal.SIGUSR1, lambda n, f: arrived.append(n))
    pid = os.fork()
    if pid == 0:
        os.kill(os.getpid(), signal.SIGUSR1)
        time.sleep(0)
        os._exit(len(arrived))
    print(status(pid), arrived)
    pid = os.fork()
    if pid == 0:
        while True:
            time.sleep(10)
    os.kill(pid, signal.SIGTERM)
    print(status(pid))

def deep():
    "A child forks again, from within calls and generators."
    def gen():
        for i in range(3):
            pid = os.fork()
            if pid == 0:
                yield ("child", i)
                os._exit(40 + i)
            yield status(pid)
    kept = []
    for x in gen():
        if isinstance(x, tuple):
            pid = os.fork()
            if pid == 0:
                os._exit(9)
            assert status(pid) == 9
        else:
            kept.append(x)
    print(kept)

for f in (both_compile, memory, hooks, among_threads, from_thread, signals, deep):
    print(f.__name__)
    sys.stdout.flush()
    f()
