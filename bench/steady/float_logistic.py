# The logistic map: each round waits for the one before.
from time import perf_counter


def run(n):
    x = 0.5
    for i in range(n):
        x = 3.9 * x * (1.0 - x)
    return x


n, best = 2000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
