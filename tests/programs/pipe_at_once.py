# needs: stdlib
# needs: process
# os.read and os.write ask a file before they ask what it is: whatever it is, the answer is the same.
import os
import socket
import tempfile
import threading


def told(f, *args):
    try:
        return f(*args)
    except OSError as e:
        return type(e).__name__, e.errno


def read_all(fd, size):
    got = []
    while b := os.read(fd, size):
        got.append(b)
    return b''.join(got)


r, w = os.pipe()
print(os.write(w, b'abcdef'), os.read(r, 4), os.read(r, 4), os.write(w, b''), os.read(r, 0))
print(told(os.read, w, 1), told(os.write, r, b'x'))

# More than fits: the writer waits, others run, and all arrives.
data = bytes(range(256)) * 4096
got = []
reader = threading.Thread(target=lambda: got.append(read_all(r, 5000)))
reader.start()
sent = 0
while sent < len(data):
    sent += os.write(w, data[sent:])
os.close(w)
reader.join()
print(sent, got[0] == data, os.read(r, 1))
os.close(r)

# Nobody reads.
r, w = os.pipe()
os.close(r)
print(told(os.write, w, b'x'), told(os.write, w, b''))
os.close(w)
print(told(os.read, r, 1), told(os.write, w, b'x'))

# What does not wait.
r, w = os.pipe()
os.set_blocking(r, False)
os.set_blocking(w, False)
print(told(os.read, r, 1))
n = 0
while True:
    k = told(os.write, w, b'x' * 1000)
    if not isinstance(k, int):
        break
    n += k
print(n > 4096, k, len(read_all_now := told(os.read, r, 1 << 20)) == n)
os.close(w)
print(os.read(r, 5))
os.close(r)

# Files: what is written is there, at the end there is less, and then nothing.
with tempfile.TemporaryDirectory() as d:
    name = os.path.join(d, 'f')
    fd = os.open(name, os.O_RDWR | os.O_CREAT)
    print(os.write(fd, data), os.lseek(fd, 0, 0), os.read(fd, len(data) + 10) == data, os.read(fd, 10))
    os.lseek(fd, -3, 2)
    print(os.read(fd, 10), os.read(fd, 10), os.write(fd, b'more'), os.fstat(fd).st_size)
    os.close(fd)
    fd = os.open(name, os.O_RDONLY)
    print(told(os.write, fd, b'x'), len(os.read(fd, 7)))
    os.close(fd)
    fd = os.open(name, os.O_WRONLY | os.O_APPEND)
    print(told(os.read, fd, 1), os.write(fd, b'end'), os.stat(name).st_size)
    os.close(fd)
    fd = os.open(d, os.O_RDONLY)
    print(told(os.read, fd, 1), told(os.write, fd, b'x'))
    os.close(fd)

# Sockets: of streams, and of messages, which are cut.
a, b = socket.socketpair()
print(os.write(a.fileno(), b'stream'), os.read(b.fileno(), 3), os.read(b.fileno(), 30))
a.close()
print(os.read(b.fileno(), 1), told(os.write, b.fileno(), b'x'))
b.close()
a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
print(os.write(a.fileno(), b'one'), os.write(a.fileno(), b'two'), os.read(b.fileno(), 2), os.read(b.fileno(), 9))
a.close()
b.close()

# A device, and a counter.
fd = os.open(os.devnull, os.O_RDWR)
print(os.write(fd, b'gone'), os.read(fd, 4))
os.close(fd)
fd = os.open('/dev/zero', os.O_RDONLY)
print(os.read(fd, 3))
os.close(fd)
fd = os.eventfd(3)
print(os.read(fd, 8), os.write(fd, (5).to_bytes(8, 'little')), told(os.write, fd, b'x'), told(os.read, fd, 4), os.read(fd, 20))
os.close(fd)
