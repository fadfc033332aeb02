# Finalizers and callbacks of weak references do not run in the midst of what a thread does under a lock.
# needs: stdlib
import threading
import weakref

class Thing:
    pass

class Final:
    def __init__(self, lock):
        self.lock = lock

    def __del__(self):
        seen.append(self.lock._is_owned())

def dies(ref):
    seen.append(lock._is_owned())

seen, refs = [], []
lock = threading.RLock()
plain = threading.Lock()
condition = threading.Condition()

def drop(n):
    for _ in range(n):
        thing = Thing()
        refs.append(weakref.ref(thing, dies))
        Final(lock)

for _ in range(50):
    drop(2)
    with lock:
        bytearray(300_000)
    with lock, plain:
        plain.locked()
        bytearray(300_000)
print(len(seen) > 100, any(seen))

# a lock that stays taken, and one that dies so, put off nothing for ever
def leave():
    for _ in range(10):
        threading.Lock().acquire()
        threading.Lock().__enter__()
        with condition:
            condition.wait(0.0001)
threading.Thread(target=leave).start()
leave()
del seen[:], refs[:]
with plain:
    drop(5)
    for _ in range(100):
        list(range(30_000))
print(len(seen) > 5)

# another thread may release what this one took
plain.__enter__()
other = threading.Thread(target=plain.release)
other.start()
other.join()
del seen[:]
drop(5)
for _ in range(100):
    list(range(30_000))
print(len(seen) > 5, plain.locked())
