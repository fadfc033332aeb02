# Recursive calls; the time of a call.
from time import perf_counter


def run(n):
    return n if n < 2 else run(n - 1) + run(n - 2)


n, best = 25, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / (2 * run(n + 1) - 1) * 1e9)
