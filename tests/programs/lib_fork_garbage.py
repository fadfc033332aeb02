# fork: what is dead before it is finalized in the parent, before the copy is made; a child does not do so a second time.
# needs: stdlib
# needs: process
# needs: fork
import gc, os

class Buffer:
    def __init__(self, n):
        self.data = bytearray(n)

    def __del__(self):
        finalized.append(os.getpid())

finalized = []

def use(n, size):
    for _ in range(n):
        Buffer(size)

def report(pid, r):
    os.waitpid(pid, 0)
    with os.fdopen(r) as f:
        return f.read()

for n, size in (3000, 1000), (3500, 800):
    gc.collect() # none comes by itself until the fork
    finalized.clear()
    use(n, size)
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        own = os.getpid()
        late = finalized.count(own)
        os.write(w, b"few" if len(finalized) > 0.9 * n and late <= 0.1 * n else b"%d %d" % (len(finalized), late))
        os._exit(0)
    os.close(w)
    print("finalized by the child:", report(pid, r))
