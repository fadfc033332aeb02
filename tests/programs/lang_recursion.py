# Recursion limit errors, deep but legal recursion, recursion through other callables.
import sys


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def forever(n=0):
    return forever(n + 1)


def depth(f):
    try:
        f()
    except RecursionError as e:
        return "RecursionError: " + str(e)


print(sys.getrecursionlimit(), deep(900))
print(depth(forever))


class A:
    def __getattr__(self, n):
        return getattr(self, n + "x")

    def __eq__(self, o):
        return self == o

    def __add__(self, o):
        return self + o

    def __repr__(self):
        return repr(self)

    def __call__(self):
        return self()

    def __iter__(self):
        return iter(self)

    def __len__(self):
        return len(self)


a = A()
for f in (lambda: a.missing, lambda: a == 1, lambda: a + 1, a, lambda: repr(a), lambda: iter(a), lambda: len(a), lambda: deep(10**6), lambda: list(map(forever, [1])), lambda: sorted([1, 2], key=forever)):
    r = depth(f)
    print(r.split(":")[0] if r else r)
    print(deep(500))


def gen(n):
    yield n
    yield from gen(n + 1)


def drain():
    for x in gen(0):
        last[0] = x


last = [0]
print(depth(drain) is not None, last[0] > 100)
count = 0


def counting():
    global count
    count += 1
    counting()


print(depth(counting), 900 < count <= 1000)
sys.setrecursionlimit(200)
count = 0
print(depth(counting), 150 < count <= 200, sys.getrecursionlimit())
sys.setrecursionlimit(5000)
print(deep(4500))
for bad in (0, -1, "x", 10**30):
    try:
        sys.setrecursionlimit(bad)
    except Exception as e:
        print(type(e).__name__, e)
sys.setrecursionlimit(1000)
nested = []
for i in range(50):
    nested = [nested]
print(repr(nested))


def handler(n):
    try:
        return handler(n + 1)
    except RecursionError:
        return n


print(handler(0) > 900)


def cleanup(n):
    try:
        cleanup(n + 1)
    finally:
        seen[0] += 1


seen = [0]
depth(lambda: cleanup(0))
print(seen[0] > 900)
