# needs: process
# needs: stdlib
# Standard descriptors that are closed and opened again by their numbers, and what the module faulthandler says at the start.
import io
import os
import sys
import faulthandler

log = []


def spare(fd):
    return os.dup(fd)


kept = [spare(fd) for fd in (0, 1, 2)]

for number in (0, 1, 2):
    os.close(number)
    try:
        os.fstat(number)
    except OSError as e:
        log.append(e.strerror)
    r, w = os.pipe()
    assert r == number, r
    f = io.open(r, "rb", -1)
    os.write(w, b"through %d\n" % number)
    os.close(w)
    log.append(f.read())
    f.close()
    try:
        os.close(number)
    except OSError as e:
        log.append(e.strerror)
    n = os.open(os.devnull, os.O_RDWR)
    log.append(n)
    os.close(n)
    with open(os.devnull, "rb") as g:
        log.append(g.fileno())
    os.dup2(kept[number], number)

os.close(1)
r, w = os.pipe()
log.append((r, os.write(w, b"x"), os.read(r, 1)))
os.close(r)
os.close(w)
os.dup2(kept[1], 1)
print("standard output is back", flush=True)

print(faulthandler.is_enabled())

# What is opened where a standard stream was closed is what the stream writes to.
os.close(1)
n = os.open("/dev/null", os.O_WRONLY)
print("nobody reads this", flush=True)
os.close(n)
os.dup2(kept[1], 1)
for line in log:
    print(line)
