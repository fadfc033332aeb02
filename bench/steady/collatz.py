# Collatz sequences; the time of a step.
from time import perf_counter


def run(n):
    steps = 0
    for i in range(1, n):
        while i != 1:
            i = 3 * i + 1 if i & 1 else i >> 1
            steps += 1
    return steps


n, best = 10000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / r * 1e9)
