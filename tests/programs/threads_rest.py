# needs: stdlib
# A thread that waits finds out that objects are gone: nobody calls gc.collect here.
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor


class Thing:
    pass


def dropped(make):
    done = threading.Event()
    weakref.finalize(make(), done.set)
    return done


def pool():
    executor = ThreadPoolExecutor(3)
    executor.submit(len, "abc").result()
    return executor


def box():
    thing = Thing()
    thing.held = [Thing() for i in range(10)]
    return thing


for make in Thing, box, pool:
    print(make.__name__, dropped(make).wait(30))
