# Arrays keep their size while somebody views them, bytearrays too where only a with statement knows the view.
# needs: stdlib
from array import array
from collections.abc import MutableSequence

items = array("i", [1, 2, 3, 4])
view = memoryview(items)


def shrink():
    del items[1:3]


def shrink_by_steps():
    del items[::2]


def change(f, *args):
    try:
        f(*args)
    except BufferError as e:
        print(e, items.tolist())
    else:
        print("changed", items.tolist())


for f, *args in (items.append, 5), (items.extend, items), (items.pop,), (items.remove, 2), (items.insert, 0, 9), (items.fromlist, [1]), (items.frombytes, bytes(4)), \
        (items.clear,), (shrink,), (shrink_by_steps,), (items.__imul__, 2), (items.__setitem__, 0, 7), (items.reverse,):
    change(f, *args)
view.release()
change(items.append, 5)
with memoryview(items):
    change(items.clear)
change(items.clear)

data = bytearray(range(10))


def by_steps():
    data[1:-1:2] = b""


with memoryview(data):
    for f in data.clear, by_steps:
        try:
            f()
        except BufferError as e:
            print(e, data)
by_steps()
print(data)
print(issubclass(array, MutableSequence), hash(int | str) == hash(str | int) == hash(frozenset([int, str])))
