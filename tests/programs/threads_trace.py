# needs: stdlib
# A trace function sees the calls of its own thread: all of them, whoever has the lock meanwhile, and no others.
import sys
import threading


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


stop = False


def other():
    while not stop:
        fib(7)


def events(install):
    seen = []

    def trace(frame, event, arg):
        if frame.f_code is fib.__code__:
            seen.append((threading.get_ident() == me, event))
        return trace
    me = threading.get_ident()
    install(trace)
    try:
        fib(3)
    finally:
        install(None)
    return tuple(seen)


threads = [threading.Thread(target=other) for i in range(3)]
sys.setswitchinterval(1e-6)
for t in threads:
    t.start()
for install in sys.settrace, sys.setprofile:
    seen = {events(install) for i in range(60)}
    print(install.__name__, len(seen))
    for e in seen:
        print(*e)
stop = True
for t in threads:
    t.join()
print(sys.gettrace(), sys.getprofile())
