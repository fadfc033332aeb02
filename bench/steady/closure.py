# A call of a closure that changes a variable of its maker.
from time import perf_counter


def make():
    total = 0

    def add(k):
        nonlocal total
        total = total + k & 0xFFFFF
        return total

    return add


def run(n):
    add, t = make(), 0
    for i in range(n):
        t ^= add(i)
    return t


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
