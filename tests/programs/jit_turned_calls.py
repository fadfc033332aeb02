# Calls whose six arguments, in registers, change places in cycles, while the caller keeps numbers of its own over the call.
M = 0xFFFFFFFF


def swaps(n, a, b, c, d, e):
    """Two arguments change places, the others are new."""
    if n == 0:
        return a - b + c - d + e
    p, q, r, s = a * 3 + 1, b ^ n, c + d & 1023, e - a
    x, y, z = a + b * 0.5, c * 0.25, d - 0.125
    t = swaps(n - 1, b, a, r & 255, q & 511, s & 127)
    u = swaps(0, d, c, b, a, p & 63)
    return t + u + (p ^ q) + r - s + int(x * 4) - int(y * 4) + int(z * 8) & M


def turns(a, b, c, d, e, n):
    """One cycle of five."""
    if n <= 0:
        return a + b * 2 + c * 3 + d * 4 + e * 5
    p, q, r, s, t = a + 1, b + a, c ^ b, d + c, e - d
    u = turns(b, c, d, e, a, n - 1)
    v = turns(c, d, e, a, b, n - 2)
    w = turns(e, a, b, c, d, n - 3)
    return u + v - w + p - q + r - s + t & 0xFFFFF


def three(a, b, c, d, e, f):
    """Cycles of two and three, then of three times two."""
    if a < 0:
        return b * 3 - c * 5 + d * 7 - e * 11 + f
    g, h, i, j, k, m = a + f, b - e, c ^ d, d + a, e * 3, f - 1
    o = three(a - 2, c, d, b, f, e)
    p = three(b - 900 - a, a, d, c, f, e)
    return o * 3 + p + g - h + i * j - k + m & 0xFFFFF


def to(a, b, c, d, e, f, g, h):
    """Two that call each other; two of the arguments go by the frame."""
    if f < 1:
        return a - b * 2 + c * 3 - d * 4 + e * 5 + g - h
    i, j, k = a * b, c - d, e ^ g
    x = fro(h, g, f - 1, e, d, c, b, a)
    return x + i - j + k & 0xFFFFF


def fro(a, b, c, d, e, f, g, h):
    if c < 1:
        return a + b * 2 - c * 3 + d * 4 - e * 5 - g + h
    i, j, k = a + b, c * d, e - g
    x = to(b, a, e, d, f, c - 1, h, g)
    y = to(d, e, a, b, c, 0, g, f)
    return x - y + i + j - k & 0xFFFFF


def floats(a, b, c, d, e, f, n):
    """The same of floats and an int."""
    if not n:
        return a - b * 2.0 + c * 3.0 - d * 4.0 + e * 5.0 - f * 6.0
    g, h, i, j, k, m = a + 0.5, b - 0.25, c * 0.5, d + e, e - f, f * 0.75
    u = floats(b, c, a, e, f, d, n - 1)
    v = floats(f, e, d, c, b, a, n - 1)
    return u * 0.25 - v * 0.125 + g - h + i - j + k - m


def mixed(a, x, b, y, c, z, d, w):
    """Ints, floats, and strings."""
    if a <= 0:
        return f"{a} {x} {b} {y} {c} {z} {d} {w}"
    e, f, g, u, v = a + b, b * 3, c ^ 5, x + 0.5, y - z
    s = mixed(a - 1, y, c, z, b, x, w, d)
    return f"{len(s)} {s[:60]} {e} {f} {g} {u} {v}"


def looping(n):
    """A loop with ten numbers of its own."""
    a, b, c, d, e, f, g, h, i, j = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    x, y = 0.5, 0.25
    total = 0
    for k in range(n):
        total += leaf(a, b, c, d, e, f) - leaf(b, a, d, c, f, e) + leaf(f, a, b, c, d, e)
        total ^= leaf(c, d, h, i, j, k)
        a, b, c = b + k & 63, c, a
        d, e = e, d + 1 & 31
        f, g, h, i, j = g, h, i, j, f + k & 127
        x, y = y + 1.5, x - k
    return total, a, b, c, d, e, f, g, h, i, j, x, y


def leaf(a, b, c, d, e, f):
    if a == 1000:
        return [leaf for _ in range(a)]
    try:
        return a - b * 2 + c * 3 - d * 4 + e * 5 - f * 6
    except TypeError:
        return 0


for n in range(4):
    print(swaps(40 + n, 1, 2, 3, 4, 5), turns(1, 2, 3, 4, 5, 11 + n), three(20, 7, 8, 9, 10, 11 + n))
    print(to(1, 2, 3, 4, 5, 30, 6, n), floats(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6 + n))
    print(mixed(20 + n, 0.5, 3, 0.25, 5, 0.75, "d", "w"))
    print(looping(100 + n))
