# The sum of a range.
from time import perf_counter


def run(n):
    t = 0
    for i in range(n):
        t += i
    return t


n, best = 3000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
