# fork while threads wait for sockets: the parent's go on, and the child's wait for the same descriptors and for others by the same numbers.
# needs: stdlib
# needs: process
# needs: fork
import os, select, signal, socket, sys, threading, time, warnings

warnings.simplefilter("ignore", DeprecationWarning)


def echo(s):
    while b := s.recv(100):
        s.sendall(b)


def talk(s, n, tag):
    for i in range(n):
        b = b"%s %d\n" % (tag, i)
        s.sendall(b)
        got = b""
        while len(got) < len(b):
            got += s.recv(100)
        assert got == b, (got, b)


def converse(pairs, n, tag):
    threads = []
    for a, b in pairs:
        threads += [threading.Thread(target=echo, args=(a,)), threading.Thread(target=talk, args=(b, n, tag))]
    for t in threads:
        t.start()
    return threads


def finish(pairs, threads):
    for t in threads[1::2]:
        t.join()
    for a, b in pairs:
        b.shutdown(socket.SHUT_WR)
    for t in threads[::2]:
        t.join()
    for a, b in pairs:
        a.close()
        b.close()


def own(tag, n=30):
    pairs = [socket.socketpair() for _ in range(4)]
    finish(pairs, converse(pairs, n, tag))


def child(f, *args):
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        signal.alarm(30)
        f(*args)
        code = 0
    finally:
        sys.stdout.flush()
        os._exit(code)


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


# One thread waits for each socket. The child closes its copies, and has others by their numbers.
pairs = [socket.socketpair() for _ in range(6)]
got = {}


def receive(i):
    got[i] = pairs[i][0].recv(100)


def waits():
    got.clear()
    threads = [threading.Thread(target=receive, args=(i,)) for i in range(len(pairs))]
    for t in threads:
        t.start()
    time.sleep(0.02)
    return threads


def closes():
    numbers = {s.fileno() for p in pairs for s in p}
    for p in pairs:
        for s in p:
            s.close()
    new = [socket.socketpair() for _ in range(6)]
    assert {s.fileno() for p in new for s in p} == numbers
    finish(new, converse(new, 30, b"new"))


def tell(threads):
    for i, (_, b) in enumerate(pairs):
        b.sendall(b"for %d" % i)
    for t in threads:
        t.join()
    print(sorted(got.items()))


threads = waits()
pid = child(closes)
print("closed", ended(pid))
tell(threads)

# The child waits for the same sockets as the parent, in vain, and what comes is for the parent.


def same():
    def wait(i):
        assert not select.select([pairs[i][0]], [], [], 0.1)[0]
        assert not select.select([pairs[i][0]], [pairs[i][1]], [], 0)[0]

    mine = [threading.Thread(target=wait, args=(i,)) for i in range(len(pairs))]
    for t in mine:
        t.start()
    for t in mine:
        t.join()
    own(b"same")


threads = waits()
pid = child(same)
print("the same", ended(pid))
tell(threads)

# What comes in the child wakes the child's thread, and the parent's thread for the same socket too: the child takes it, the parent waits on.
threads = waits()
r, w = os.pipe()


def takes():
    def take():
        assert pairs[0][0].recv(100) == b"for the child"
        os.write(w, b"x")

    t = threading.Thread(target=take)
    t.start()
    pairs[0][1].setblocking(True)
    t.join()


pairs[0][0].setblocking(True)
threads_of_pipe = threading.Thread(target=lambda: got.__setitem__("pipe", os.read(r, 1)))
threads_of_pipe.start()
pid = child(takes)
time.sleep(0.02)
pairs[0][1].sendall(b"for the child")
threads[0].join(0.3)
if threads[0].is_alive():
    print("the child took it", ended(pid))
    threads_of_pipe.join()
    print(got.pop("pipe"))
else:  # the parent was quicker
    pairs[0][1].sendall(b"for the child")
    print("the child took it", ended(pid))
    threads_of_pipe.join()
    print(got.pop("pipe"))
    threads[0] = threading.Thread(target=receive, args=(0,))
    threads[0].start()
tell(threads)

# A counter of the program's is shared, and who waits for it in the parent hears of the child.
e = os.eventfd(0)


def hear():
    got["counter"] = select.select([e], [], [], 20)[0] == [e] and os.eventfd_read(e)


t = threading.Thread(target=hear)
t.start()
time.sleep(0.02)
pid = child(os.eventfd_write, e, 3)
t.join()
print("counter", got.pop("counter"), ended(pid))
os.close(e)

# Conversations go on while the process forks, from the main thread and from others; children have conversations of their own.
talkers = [socket.socketpair() for _ in range(4)]
threads = converse(talkers, 400, b"parent")
codes = [ended(child(own, b"child %d" % i)) for i in range(5)]


def forks():
    codes.extend(ended(child(own, b"grandchild")) for _ in range(2))


others = [threading.Thread(target=forks) for _ in range(2)]
for t in others:
    t.start()
for t in others:
    t.join()
finish(talkers, threads)
print("codes", codes)

# A child forks, too, while its threads wait.


def nested():
    threads = waits()
    inner = child(closes)
    code = ended(inner)
    tell(threads)
    assert code == 0


print("nested", ended(child(nested)))

# Servers: the parent's accepts on, the child has a server of its own.


def serve(listener, n):
    for _ in range(n):
        c, _ = listener.accept()
        threading.Thread(target=lambda c=c: (echo(c), c.close())).start()


def server(n):
    listener = socket.create_server(("127.0.0.1", 0))
    t = threading.Thread(target=serve, args=(listener, n))
    t.start()
    return listener, t


def ask(listener, tag):
    with socket.create_connection(listener.getsockname()) as s:
        talk(s, 20, tag)


def serves():
    listener, t = server(3)
    clients = [threading.Thread(target=ask, args=(listener, b"own")) for _ in range(3)]
    for c in clients:
        c.start()
    for c in clients + [t]:
        c.join()
    listener.close()


listener, t = server(4)
ask(listener, b"before")
pids = [child(serves) for _ in range(2)]
ask(listener, b"meanwhile")
pids.append(child(ask, listener, b"from the child"))
print("servers", [ended(p) for p in pids])
ask(listener, b"after")
t.join()
listener.close()

# A child that ends as programs do, not by _exit, tells no thread of the parent's to end; none of them looks again and again.
a, b = socket.socketpair()
t = threading.Thread(target=lambda: got.__setitem__("two", select.select([a, pairs[0][0]], [], [])[0] == [a]))
t.start()
time.sleep(0.02)
sys.stdout.flush()
if (pid := os.fork()) == 0:
    u = threading.Thread(target=lambda: select.select([pairs[1][0], pairs[2][0]], [], [], 0.05))
    u.start()
    sys.exit(3)
print("ends", ended(pid))
began = time.process_time()
time.sleep(0.3)
print("rests", time.process_time() - began < 0.15)
b.sendall(b"x")
t.join()
print(got["two"])

# Signals are for the process that they are sent to, whose main thread waits for several descriptors.
signal.signal(signal.SIGUSR1, lambda *a: got.__setitem__("signal", os.getpid()))


def signalled():
    while "signal" not in got:
        select.select([pairs[1][0], pairs[2][0]], [], [], 0.1)
    assert got["signal"] == os.getpid()


got.clear()
pid = child(signalled)
time.sleep(0.05)
select.select([pairs[1][0], pairs[2][0]], [], [], 0.05)
os.kill(pid, signal.SIGUSR1)
print("signal", ended(pid), "signal" in got)
os.kill(os.getpid(), signal.SIGUSR1)
select.select([pairs[1][0], pairs[2][0]], [], [], 0.05)
print(got["signal"] == os.getpid())
