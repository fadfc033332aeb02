# needs: stdlib
# What a thread has of a threading.local goes when the thread ends.
import gc
import threading
import weakref
import _thread


class Value:
    pass


class Local(threading.local):
    def __init__(self, n):
        self.n = n


def run(f):
    t = threading.Thread(target=f)
    t.start()
    t.join()


def case(local):
    refs, kept = [], []

    def use():
        local.x = Value()
        refs.append(weakref.ref(local.x))

    def use_and_keep():
        use()
        local.y = 'kept'
        kept.append(local.__dict__)

    run(use)
    gc.collect()
    print([r() for r in refs])  # nobody has asked local for anything since
    run(use)
    run(use)
    gc.collect()
    print([r() for r in refs])
    local.mine = 1
    run(use_and_keep)
    print(sorted(kept[0]), kept[0]['y'], type(kept[0]['x']).__name__)  # the program's, not the thread's any more
    print(sorted(local.__dict__), hasattr(local, 'x'))
    kept.clear()
    gc.collect()
    print([r() for r in refs])
    local.mine = 2
    print(sorted(local.__dict__.items()))


case(threading.local())
case(Local(7))

# Only a thread's data refers to what removes a thread that threading has not started.
done = _thread.allocate_lock()
done.acquire()
seen = []


def foreign():
    seen.append(threading.current_thread())
    done.release()


_thread.start_new_thread(foreign, ())
done.acquire()
while _thread._count():
    pass
gc.collect()
print(type(seen[0]).__name__, seen[0].ident in threading._active, threading.active_count())
