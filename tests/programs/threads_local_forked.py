# needs: stdlib
# needs: process
# needs: fork
# In a process's copy, what the threads that it lacks have of a threading.local goes.
import gc
import os
import threading
import warnings
import weakref

warnings.simplefilter("ignore", DeprecationWarning)  # that this is a fork with threads


class Value:
    pass


local, refs, stop = threading.local(), [], threading.Event()


def use():
    local.x = Value()
    refs.append(weakref.ref(local.x))


def begin():
    ready = threading.Event()

    def run():
        use()
        ready.set()
        stop.wait()

    threading.Thread(target=run).start()
    ready.wait()


def look():
    if not (pid := os.fork()):
        gc.collect()
        print([r() for r in refs], hasattr(local, 'x'), flush=True)
        os._exit(0)
    os.waitpid(pid, 0)


begin()
look()  # the local was last used by a thread that the copy lacks
begin()
local.x = 1
look()
stop.set()
