# needs: stdlib
# What weak references have just given out is still there when they are asked again at once, even if nothing else
# refers to it. A collection that is asked for frees it.
import gc
import weakref


class Node:
    pass


def cycle():
    node = Node()
    node.me = node
    return node


def alive(refs):
    return sum([ref() is not None for ref in refs])


def reached(proxies):
    n = 0
    for proxy in proxies:
        try:
            n += proxy.me is not None
        except ReferenceError:
            pass
    return n


gc.disable()  # so in CPython nothing frees a cycle
lost = 0
for turn in range(30):
    refs = [weakref.ref(cycle()) for _ in range(20)]
    proxies = [weakref.proxy(cycle()) for _ in range(20)]
    before = alive(refs) + reached(proxies)
    junk = [[] for _ in range(90)]
    lost += before - alive(refs) - reached(proxies)
print(lost)
gc.collect()
print(alive(refs), reached(proxies))

