# needs: stdlib
# needs: process
# A thread waits for a socket that another closes: it goes on with the file that it has begun with, as the system does.
import os, select, socket, threading, time

def start(s, op, timeout):
    s.settimeout(timeout)
    out = []
    def f():
        try: out.append(op(s))
        except OSError as e: out.append((type(e).__name__, e.errno))
    t = threading.Thread(target=f, daemon=True)
    t.start()
    time.sleep(0.1)
    return t, out

def both(name, stop, op=lambda s: s.recv(5), alive=False, timeouts=(None, 0.3)):
    for timeout in timeouts:
        a, b = socket.socketpair()
        t, out = start(b, op, timeout)
        stop(a, b)
        t.join(0.2 if alive and timeout is None else None)
        print(name, timeout, out, t.is_alive())
        if alive and timeout is None:
            a.close()
            t.join()
            print(name, "ended", out)

def shut(a, b): b.shutdown(2); b.close()
def close(a, b): b.close()
def late(a, b): b.close(); a.sendall(b"late")
def ends(a, b): b.close(); a.close()
def number(a, b): os.close(b.fileno()); a.sendall(b"num"); b.detach()
def taken(a, b): fd = b.detach(); a.sendall(b"late"); os.close(fd)
def file(a, b): open(b.fileno(), "rb", buffering=0).close(); a.sendall(b"file"); b.detach()
def early(a, b): a.sendall(b"data"); b.close()
def gone(a, b): a.close(); b.close()
def other(a, b):
    n = os.open("/dev/null", 0)
    os.dup2(n, b.fileno())
    os.close(n)
    a.sendall(b"late")
for stop in (shut, early, gone): both(stop.__name__, stop, timeouts=(None,))
both("close", close, alive=True)
for stop in (late, ends, number, taken, file, other): both(stop.__name__, stop)
both("into", late, lambda s: s.recv_into(bytearray(9)))
both("from", late, lambda s: s.recvfrom(9))

# The number is given to another socket while a thread still waits for the file that had it.
a, b = socket.socketpair()
fd = b.fileno()
t, out = start(b, lambda s: s.recv(9), None)
c, d = socket.socketpair()
b.close()
os.dup2(d.fileno(), fd)
d.close()
d = socket.socket(fileno=fd)
t2, out2 = start(d, lambda s: s.recv(9), None)
c.sendall(b"new")
t2.join()
print("new", out2, out)
a.sendall(b"old")
t.join()
print("old", out)
a.close(); c.close(); d.close()

# Several wait for one socket that is closed: all get on.
a, b = socket.socketpair()
waiting = [start(b, lambda s: s.recv(1), None) for _ in range(4)]
b.close()
a.sendall(b"wxyz")
for t, out in waiting: t.join()
print("several", sorted(out[0] for t, out in waiting))
a.close()

# One sends what does not fit, another receives.
a, b = socket.socketpair()
t, out = start(b, lambda s: s.sendall(b"p" * (1 << 20)), None)
t2, out2 = start(b, lambda s: s.recv(9), None)
b.close()
n = 0
while n < 1 << 20: n += len(a.recv(1 << 16))
a.sendall(b"both")
t.join(); t2.join()
print("both ways", n, out, out2)
a.close()

# A listening socket.
def serve(s):
    with s.accept()[0] as c: return c.recv(9)
def listening(name, stop, timeout):
    s = socket.create_server(("127.0.0.1", 0))
    addr = s.getsockname()
    t, out = start(s, serve, timeout)
    stop(s, addr)
    t.join()
    print(name, timeout, out)
def call(s, addr):
    s.close()
    with socket.create_connection(addr) as c: c.sendall(b"hey")
def shut(s, addr): s.shutdown(2); s.close()
listening("call", call, None)
listening("shut", shut, None)
listening("close", lambda s, addr: s.close(), 0.3)

# What waits in poll and select is told; nothing keeps numbers in use.
def by_poll(s):
    p = select.poll()
    p.register(s, select.POLLIN)
    return [e for _, e in p.poll(300)]
a, b = socket.socketpair()
t, out = start(b, by_poll, None)
b.close()
t.join()
print("poll", out == [[select.POLLNVAL]])
a.close()
a, b = socket.socketpair()
print("numbers", max(a.fileno(), b.fileno()) < 20)
for s in (a, b): threading.Thread(target=s.recv, args=(1,), daemon=True).start()
time.sleep(0.05)
a.close()
print("end")
