# Multiplication and a modulus that is a variable.
from time import perf_counter


def run(n, m):
    t = 0
    for i in range(n):
        t = (t * 31 + i) % m
    return t


n, best = 2000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n, 1000003)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
