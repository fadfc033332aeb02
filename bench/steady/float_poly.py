# A polynomial by Horner's rule.
from time import perf_counter


def run(n):
    t, x = 0.0, 0.0
    for i in range(n):
        t += ((0.3 * x - 1.5) * x + 0.25) * x - 2.0
        x += 0.000001
    return t


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
