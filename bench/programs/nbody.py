# Gravitation of five bodies held in lists.
def bodies():
    pi = 3.141592653589793
    m, d = 4 * pi * pi, 365.24
    return [
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, m],
        [4.84, -1.16, -0.10, 0.00166 * d, 0.00769 * d, -0.00002 * d, 0.00095 * m],
        [8.34, 4.12, -0.4, -0.00276 * d, 0.00499 * d, 0.00002 * d, 0.00028 * m],
        [12.89, -15.11, -0.22, 0.00296 * d, 0.00237 * d, -0.00003 * d, 0.00004 * m],
        [15.37, -25.9, 0.18, 0.00268 * d, 0.00162 * d, -0.0001 * d, 0.00005 * m],
    ]


def advance(system, pairs, dt, n):
    for _ in range(n):
        for a, b in pairs:
            x, y, z = a[0] - b[0], a[1] - b[1], a[2] - b[2]
            mag = dt / (x * x + y * y + z * z) ** 1.5
            am, bm = a[6] * mag, b[6] * mag
            a[3] -= x * bm
            a[4] -= y * bm
            a[5] -= z * bm
            b[3] += x * am
            b[4] += y * am
            b[5] += z * am
        for body in system:
            body[0] += dt * body[3]
            body[1] += dt * body[4]
            body[2] += dt * body[5]


def energy(system):
    return sum(b[6] * (b[3] ** 2 + b[4] ** 2 + b[5] ** 2) / 2 for b in system)


system = bodies()
pairs = [(a, b) for i, a in enumerate(system) for b in system[i + 1 :]]
advance(system, pairs, 0.01, 160000)
print("%.8f" % energy(system))
