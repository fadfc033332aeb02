# A list of ints, changed in place.
from time import perf_counter


def run(rounds):
    a = [0] * 1000
    for k in range(rounds):
        for i in range(1000):
            a[i] = (a[i] * 5 + k) & 1023
    return a[0] + a[999]


n, best = 1000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n // 1000)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
