# Reading and writing pipes and sockets that have nothing, or no room: other threads run, the whole is written, ends and errors are seen.
# needs: stdlib
# needs: process

import errno
import io
import os
import signal
import socket
import threading
import time


def said(f, *args):
    try:
        return f(*args)
    except OSError as e:
        return errno.errorcode[e.errno]


def later(f, *args):
    t = threading.Thread(target=lambda: (time.sleep(0.02), f(*args)))
    t.start()
    return t


# A reader waits for a writer; the end; nobody reads.
r, w = os.pipe()
t = later(os.write, w, b"abc")
print(os.read(r, 10))
t.join()
os.write(w, b"0123456789")
print(os.read(r, 3), os.read(r, 1), os.read(r, 100))
t = later(os.close, w)
print(os.read(r, 10), os.read(r, 10))
t.join()
os.close(r)
r, w = os.pipe()
os.close(r)
print(said(os.write, w, b"x"), said(os.read, w, 1))
os.close(w)
print(said(os.read, w, 1), said(os.write, w, b"x"))

# More than a pipe holds is written whole, while another thread reads it slowly.
r, w = os.pipe()
data = bytes(range(256)) * 1000
got = []


def collect():
    while part := os.read(r, 30000):
        got.append(part)


t = threading.Thread(target=collect)
t.start()
print(os.write(w, data), os.write(w, b""), os.write(w, b"end"))
os.close(w)
t.join()
os.close(r)
print(b"".join(got) == data + b"end")

# Descriptors that do not wait.
r, w = os.pipe()
os.set_blocking(r, False)
os.set_blocking(w, False)
print(said(os.read, r, 5))
n = os.write(w, data)
print(n, said(os.write, w, b"x"), len(os.read(r, 1 << 20)), said(os.read, r, 1))
f = io.FileIO(r, closefd=False)
print(f.read(3), f.readinto(bytearray(3)))
os.write(w, b"four")
print(f.read(3), f.readinto(bytearray(3)), f.read())
os.close(w)
print(f.read(3), f.readall())
f.close()
os.close(r)

# Sockets by their descriptors, both ways.
a, b = socket.socketpair()
t = later(os.write, b.fileno(), b"hello")
print(os.read(a.fileno(), 100))
t.join()
got = []
t = threading.Thread(target=lambda: [got.append(p) for p in iter(lambda: os.read(b.fileno(), 50000), b"")])
t.start()
print(os.write(a.fileno(), data * 4))
a.close()
t.join()
print(b"".join(got) == data * 4)
b.close()

# Many threads, each with its own pair of pipes.
def echo(r, w):
    while part := os.read(r, 8):
        os.write(w, part[::-1])
    os.close(r)
    os.close(w)


def ask(n, answers):
    r1, w1 = os.pipe()
    r2, w2 = os.pipe()
    t = threading.Thread(target=echo, args=(r1, w2))
    t.start()
    for i in range(10):
        text = b"%d-%d" % (n, i)
        os.write(w1, text)
        answers.append(os.read(r2, 8) == text[::-1])
    os.close(w1)
    t.join()
    os.close(r2)


answers = []
threads = [threading.Thread(target=ask, args=(n, answers)) for n in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(len(answers), all(answers))

# A signal's handler runs while a read waits; what it raises ends the read, and nothing is lost.
class Rang(Exception):
    pass


def ring(*_):
    raise Rang


r, w = os.pipe()
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.03)
try:
    os.read(r, 10)
except Rang:
    print("rang")
os.write(w, b"still here")
print(os.read(r, 100))
signal.signal(signal.SIGALRM, lambda *_: os.write(w, b"from the handler"))
signal.setitimer(signal.ITIMER_REAL, 0.03)
print(os.read(r, 100))
os.close(r)
os.close(w)
