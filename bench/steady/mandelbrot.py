# The inner loop of the Mandelbrot set at a point that stays inside.
from time import perf_counter


def run(limit, x0, y0):
    x = y = 0.0
    i = 0
    while i < limit and x * x + y * y <= 4.0:
        x, y = x * x - y * y + x0, 2.0 * x * y + y0
        i += 1
    return i + x + y


n, best = 1000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n, -0.1, 0.3)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
