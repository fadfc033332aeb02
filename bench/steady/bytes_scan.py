# Counting bytes of two kinds.
from time import perf_counter


def run(data, rounds):
    spaces = vowels = 0
    for _ in range(rounds):
        for c in data:
            if c == 32:
                spaces += 1
            elif c == 97 or c == 101 or c == 111:
                vowels += 1
    return spaces * 1000 + vowels


n, best = 1000000, 1e9
data = (b"a quick fox " * 84)[:1000]
for _ in range(12):
    t0 = perf_counter()
    r = run(data, n // 1000)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
