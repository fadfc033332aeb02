# Swaps and pairs that live for an instant.
from time import perf_counter


def pair(a, b):
    return b, a + b & 0xFFFF


def run(n):
    a, b = 0, 1
    for i in range(n):
        a, b = pair(a, b)
        a, b = b, a
        a, b = b, a ^ i & 7
    return a * 65536 + b


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
