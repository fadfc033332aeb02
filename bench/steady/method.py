# A method call that reads and writes an attribute.
from time import perf_counter


class Counter:
    def __init__(self):
        self.n = 0

    def add(self, k):
        self.n = self.n + k & 0xFFFFF
        return self.n


def run(n):
    c, t = Counter(), 0
    for i in range(n):
        t ^= c.add(i)
    return t


n, best = 1500000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
