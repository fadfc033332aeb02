# A call of a small function.
from time import perf_counter


def add(a, b):
    return a + b & 0xFFFFF


def run(n):
    t = 0
    for i in range(n):
        t = add(t, i)
    return t


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
