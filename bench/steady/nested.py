# Two nested loops; the time of an inner round.
from time import perf_counter


def run(n):
    t = 0
    for i in range(n):
        for j in range(n):
            t += i ^ j
    return t


n, best = 1500, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / (n * n) * 1e9)
