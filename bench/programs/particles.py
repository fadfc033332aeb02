# Objects whose attributes are read and written all the time: particles that fall and bounce.
class Particle:
    def __init__(self, x, y, vx, vy):
        self.x = x
        self.y = y
        self.vx = vx
        self.vy = vy
        self.bounces = 0


def step(ps, dt):
    for p in ps:
        p.x += p.vx * dt
        p.y += p.vy * dt
        p.vy -= 9.81 * dt
        if p.y < 0.0:
            p.y = -p.y
            p.vy = -p.vy * 0.9
            p.bounces += 1
        if p.x < 0.0 or p.x > 10.0:
            p.vx = -p.vx


def energy(ps):
    e = 0.0
    for p in ps:
        e += 0.5 * (p.vx * p.vx + p.vy * p.vy) + 9.81 * p.y
    return e


ps = [Particle(i % 10 + 0.5, i * 0.01, (i % 7) - 3.0, 0.0) for i in range(1000)]
for _ in range(6000):
    step(ps, 0.001)
print(round(energy(ps), 6), sum(p.bounces for p in ps))
