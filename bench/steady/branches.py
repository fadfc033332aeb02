# A while loop with a chain of conditions.
from time import perf_counter


def run(n):
    i = a = b = c = 0
    while i < n:
        if i & 3 == 0:
            a += i
        elif i & 5 == 1:
            b ^= i
        elif a > b:
            c += 1
        else:
            c -= 1
        i += 1
    return a + b + c


n, best = 2000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
