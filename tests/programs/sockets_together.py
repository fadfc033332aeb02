# needs: stdlib
# needs: process
# Threads that wait for sockets together: each is woken for its own, whatever the others do.
import os, select, selectors, signal, socket, sys, threading, time

# Many wait at a time; answers come in any order.
pairs = [socket.socketpair() for _ in range(20)]
got = {}
def answer(i):
    s = pairs[i][1]
    while data := s.recv(100):
        s.sendall(data.upper())
    got[i] = True
threads = [threading.Thread(target=answer, args=(i,)) for i in range(20)]
for t in threads: t.start()
for k in range(30):
    order = sorted(range(20), key=lambda i: (i * 7 + k * 3) % 20)
    for i in order: pairs[i][0].sendall(b"m%d-%d" % (i, k))
    for i in reversed(order):
        data = pairs[i][0].recv(100)
        assert data == b"M%d-%d" % (i, k), data
for a, b in pairs: a.shutdown(socket.SHUT_WR)
for t in threads: t.join()
print("answers", len(got))
for a, b in pairs: a.close(); b.close()

# Two threads wait for the same socket, to receive; one sends through it meanwhile.
a, b = socket.socketpair()
seen = []
def take(): seen.append(b.recv(1))
threads = [threading.Thread(target=take) for _ in range(3)]
for t in threads: t.start()
b.sendall(b"out")
print("other way", a.recv(10))
for c in b"xyz": a.sendall(bytes([c])); time.sleep(0.01)
for t in threads: t.join()
print("one each", sorted(seen))

# A full socket: a thread waits to send while another waits to receive from the same.
total = 1 << 20
def pour(): b.sendall(b"z" * total)
def listen(): seen.append(b.recv(5))
threads = [threading.Thread(target=pour), threading.Thread(target=listen)]
for t in threads: t.start()
time.sleep(0.05)
a.sendall(b"hello")
n = 0
while n < total: n += len(a.recv(65536))
for t in threads: t.join()
print("full", n, seen[-1])

# Timeouts end in their order, and those whose data come in time do not.
ends = []
late = [socket.socketpair() for _ in range(4)]
def limited(i):
    late[i][0].settimeout([0.25, 0.05, 5, 0.15][i])
    try: ends.append((i, late[i][0].recv(10)))
    except TimeoutError as e: ends.append((i, str(e)))
threads = [threading.Thread(target=limited, args=(i,)) for i in range(4)]
for t in threads: t.start()
threads[0].join()
late[2][1].sendall(b"in time")
for t in threads: t.join()
print("limits", ends)

# A thread that computes is interrupted for one whose data come.
c, d = socket.socketpair()
stop = False
def spin():
    n = 0
    while not stop: n += 1
spinner = threading.Thread(target=spin)
spinner.start()
echo = threading.Thread(target=lambda: [d.sendall(d.recv(1)) for _ in range(20)])
echo.start()
for i in range(20): c.sendall(bytes([65 + i])); assert c.recv(1) == bytes([65 + i])
stop = True
spinner.join(); echo.join()
print("beside a computing thread")

# A thread that sleeps does not keep others from being woken; nor does one that waits for a lock.
gate = threading.Lock(); gate.acquire()
waiting = threading.Thread(target=gate.acquire); waiting.start()
sleeper = threading.Thread(target=time.sleep, args=(0.3,)); sleeper.start()
echo = threading.Thread(target=lambda: [d.sendall(d.recv(1)) for _ in range(100)])
echo.start()
begin = time.monotonic()
for i in range(100): c.sendall(b"q"); c.recv(1)
print("beside waiting threads", time.monotonic() - begin < 0.29)
gate.release()
for t in (waiting, sleeper, echo): t.join()

# The main thread's wait ends by a signal, though another thread waits for all.
def handler(n, f): raise KeyError("signal")
signal.signal(signal.SIGUSR1, handler)
other = threading.Thread(target=d.recv, args=(1,)); other.start()
def kill():
    time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGUSR1)
killer = threading.Thread(target=kill); killer.start()
try: c.recv(1); print("no signal")
except KeyError as e: print("interrupted", e)
killer.join()
c.sendall(b"x"); other.join()

# select, poll, epoll and selectors in threads.
def by_select():
    r, w, x = select.select([d, b], [], [], 5)
    found.append(("select", r == [d]))
def by_poll():
    p = select.poll(); p.register(d, select.POLLIN)
    found.append(("poll", p.poll(5000) == [(d.fileno(), select.POLLIN)]))
def by_epoll():
    with select.epoll() as p:
        p.register(d, select.EPOLLIN)
        found.append(("epoll", p.poll(5) == [(d.fileno(), select.EPOLLIN)]))
def by_selector():
    with selectors.DefaultSelector() as s:
        s.register(d, selectors.EVENT_READ, "data")
        found.append(("selector", [k.data for k, _ in s.select(5)]))
found = []
threads = [threading.Thread(target=f) for f in (by_select, by_poll, by_epoll, by_selector)]
for t in threads: t.start()
time.sleep(0.05)
c.sendall(b"x")
for t in threads: t.join()
print(sorted(found))
d.recv(1)

# Nothing comes: they end by their timeouts.
none = []
def wait_select(): none.append(select.select([d], [], [], 0.03))
def wait_poll():
    p = select.poll(); p.register(d, select.POLLIN); none.append(p.poll(30))
def wait_epoll():
    with select.epoll() as p: p.register(d, select.EPOLLIN); none.append(p.poll(0.03))
threads = [threading.Thread(target=f) for f in (wait_select, wait_poll, wait_epoll)]
for t in threads: t.start()
for t in threads: t.join()
print(sorted(none, key=str))

# A listening socket, a number that stands for another socket than before, and files that are always ready.
with socket.create_server(("127.0.0.1", 0)) as srv:
    def serve():
        for _ in range(5):
            with srv.accept()[0] as s: s.sendall(s.recv(10) * 2)
    t = threading.Thread(target=serve); t.start()
    for i in range(5):
        with socket.create_connection(srv.getsockname()) as s:
            s.sendall(b"%d" % i)
            print(s.recv(10), end=" ")
    t.join()
print()
for i in range(5):
    x, y = socket.socketpair()
    t = threading.Thread(target=lambda: x.sendall(x.recv(5)[::-1])); t.start()
    time.sleep(0.002)
    y.sendall(b"abc%d" % i)
    print(y.recv(5), end=" ")
    t.join(); x.close(); y.close()
print()

# Daemon threads that wait do not keep the program from ending.
for s in (c, d, a):
    threading.Thread(target=s.recv, args=(1,), daemon=True).start()
print("end")
