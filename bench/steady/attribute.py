# Four attributes of an object, read and written.
from time import perf_counter


class Particle:
    def __init__(self):
        self.x = 0.0
        self.y = 10.0
        self.vx = 0.25
        self.vy = 0.0


def run(n):
    p = Particle()
    for i in range(n):
        p.x += p.vx
        p.y += p.vy
        p.vy -= 0.01
        if p.y < 0.0:
            p.vy = 1.0
    return p.x + p.y


n, best = 1000000, 1e9
for _ in range(12):
    t0 = perf_counter()
    r = run(n)
    best = min(best, perf_counter() - t0)
print(r)
print(best / n * 1e9)
