# Fills memory in the way named by the argument, catches MemoryError and goes on.
import _collections
import itertools
import sys


class Node:
    pass


def lists():
    a = []
    while True:
        a.append([1])


def dicts():
    a = {}
    for i in itertools.count():
        a[i] = i


def sets():
    a = set()
    for i in itertools.count():
        a.add(i)


def text():
    a = "x"
    while True:
        a += a


def strings():
    a = []
    while True:
        a.append("x" * 1000 + str(len(a)))


def nested():
    a = []
    while True:
        a = [a]


def nodes():
    last = None
    while True:
        n = Node()
        n.next = last
        last = n


def generators():
    def g():
        x = [0] * 100
        yield x

    a = []
    while True:
        x = g()
        next(x)
        a.append(x)


def recursion():
    def f():
        x = [0] * 100
        return f() + len(x)

    sys.setrecursionlimit(10**6)
    f()


def classes():
    a = []
    while True:
        a.append(type("X", (), {"a": 1}))


def attributes():
    n = Node()
    for i in itertools.count():
        setattr(n, "a%d" % i, i)


def exceptions():
    a = []
    while True:
        try:
            raise ValueError(len(a))
        except ValueError as e:
            a.append(e)


def deques():
    a = _collections.deque()
    while True:
        a.append(1.5)


def comprehension():
    return [i for i in range(10**9)]


def repeat():
    return "x" * 10**12


def uncaught():
    pass


name = sys.argv[1]
for _ in range(2):
    try:
        globals()[name]()
    except MemoryError:
        print("MemoryError")
print("went on", len([0] * 1000))
if name == "uncaught":
    lists()
