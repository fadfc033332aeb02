# Ints and floats mixed: a numerical integral.
from time import perf_counter


def run(n):
    area, h = 0.0, 1.0 / n
    for i in range(n):
        t = (i + 0.5) * h
        area += 4.0 / (1.0 + t * t)
    return area * h


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
