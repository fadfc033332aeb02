# The dot product of two lists of floats, by index.
from time import perf_counter


def run(a, b, rounds):
    t = 0.0
    for _ in range(rounds):
        for i in range(len(a)):
            t += a[i] * b[i]
    return t


n, best = 1000000, 1e9
a = [i * 0.5 for i in range(1000)]
b = [1.0 / (i + 1) for i in range(1000)]
for _ in range(12):
    t0 = perf_counter()
    r = run(a, b, n // 1000)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
