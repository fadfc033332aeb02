# needs: stdlib
# A dict is listed as a whole: neither callbacks of weak references nor other threads change it meanwhile.
import gc
import threading
import weakref
from collections import deque


class Node:
    pass


table = {}


def fill():
    for i in range(40):
        node = Node()
        node.me = node
        table[i] = weakref.ref(node, lambda ref, i=i: table.pop(i, None))


def whole(f, values):
    try:
        f(values())
        return 0
    except RuntimeError:
        return 1


failed = 0
for f in (list, tuple, set, dict, deque, sorted, frozenset):
    for turn in range(4):
        fill()
        failed += whole(f, table.keys if f in (sorted, set, frozenset) else table.items)
        failed += whole(list, table.values)
        failed += whole(max, lambda: table.keys() or [0])
print(failed)

counts = {}
names = set()
row = deque()
done = threading.Event()


def changes():
    i = 0
    while not done.is_set():
        counts[i % 50] = i
        counts.pop((i + 25) % 50, None)
        names.add(i % 50)
        names.discard((i + 25) % 50)
        row.append(i)
        if len(row) > 50:
            row.popleft()
        i += 1


other = threading.Thread(target=changes)
other.start()
failed = 0
for turn in range(150):
    for f, x in (list, counts.items), (tuple, counts.values), (list, lambda: names), (list, lambda: row):
        failed += whole(f, x)
done.set()
other.join()
print(failed)
gc.collect()
print(len(table))
