# The process has descriptors of its own, which no program can take away. That is psy's alone: CPython's program closes the same numbers.
# needs: stdlib
# needs: process
import os, select, socket, threading, time, io

keep = set()
def tries(fd):
    for f in (os.close, socket.close, lambda n: io.FileIO(n, "r").close(), lambda n: os.fdopen(n, "wb").close(),
              lambda n: select.epoll.fromfd(n).close(), lambda n: socket.socket(fileno=n).close(),
              lambda n: os.dup2(0, n)):
        try:
            f(fd)
        except (OSError, ValueError):
            pass

time.sleep(0.001)
r, w = os.pipe()
thread = threading.Thread(target=lambda: os.read(r, 1))
thread.start()
for fd in range(3, 40):
    if fd not in (r, w):
        tries(fd)
mine = os.eventfd(3)
print(os.eventfd_read(mine))
os.close(mine)
try:
    os.close(mine)
except OSError as e:
    print(e)
p = select.epoll()
p.register(r, select.EPOLLIN)
print(p.poll(0))
os.close(p.fileno())
try:
    p.poll(0)
except OSError as e:
    print(e)
os.write(w, b"x")
thread.join()
for i in range(20):
    time.sleep(0.001)
    [bytes(1000) for j in range(2000)]
a, b = socket.socketpair()
a.send(b"hello")
print(b.recv(10))
os.closerange(3, 60)
try:
    a.send(b"x")
except OSError as e:
    print(e)
a.detach(), b.detach()
time.sleep(0.01)
print("end")
