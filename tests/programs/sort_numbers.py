# Numbers sorted by their bytes, by comparisons, and turned around: with and without keys, in reverse, stably.
# needs: stdlib
import random

random.seed(11)


def show(l):
    total = 0
    for x in l:
        total = (total * 31 + hash(x)) % 1000003
    return len(l), l[:3], l[-3:], total


makers = {
    "small": lambda n: [random.randrange(n) for _ in range(n)],
    "wide": lambda n: [random.randrange(-2**47, 2**47) for _ in range(n)],
    "huge": lambda n: [random.randrange(-2**60, 2**60) for _ in range(n)],
    "few": lambda n: [random.randrange(4) - 2 for _ in range(n)],
    "falls": lambda n: list(range(n, 0, -1)),
    "falls, equal ends": lambda n: list(range(n, 0, -1)) + [1],
    "rises": lambda n: list(range(-n, 0)),
    "equal": lambda n: [7] * n,
    "sawtooth": lambda n: [i % 50 for i in range(n)],
    "two": lambda n: [i << 40 for i in random.sample(range(n), n)],
    "floats": lambda n: [random.random() for _ in range(n)],
    "signed": lambda n: [random.gauss(0, 1e3) for _ in range(n)],
    "falling floats": lambda n: [x / 4 for x in range(n, -n, -1)],
    "odd floats": lambda n: [random.choice([1.5, -2.5, 0.0, float("inf"), float("-inf"), 5e-324, -1e308]) for _ in range(n)],
    "zeros": lambda n: [random.choice([0.0, -0.0, 1.0]) for _ in range(n)],
    "bools": lambda n: [random.random() < .5 for _ in range(n)],
    "mixed": lambda n: [random.choice([1, 2.5, True, 2**50, -3]) for _ in range(n)],
}
for name, make in makers.items():
    for n in 0, 1, 2, 9, 60, 99, 100, 149, 150, 151, 500, 1000, 1300, 5000:
        l = make(n)
        a, b, c, d, e = (l[:] for _ in range(5))
        a.sort()
        b.sort(reverse=True)
        c.sort(key=lambda x: -x)
        tagged = [(x, i) for i, x in enumerate(d)]
        tagged.sort(key=lambda p: p[0])
        backwards = sorted(((x, i) for i, x in enumerate(e)), key=lambda p: p[0], reverse=True)
        print(name, n, show(a), show(b), show(c), show([i for _, i in tagged]), show([i for _, i in backwards]))
for n in 3, 200, 3000:
    nan = float("nan")
    l = [float(n - i) for i in range(n)]
    l[n // 2] = nan
    print(n, [repr(x) for x in sorted(l)[:4]], [repr(x) for x in sorted(l, reverse=True)[:4]])
    falling = [float(n - i) for i in range(n)]
    falling[0] = nan
    print([repr(x) for x in sorted(falling)[-3:]])
