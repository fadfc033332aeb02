# Tuples that live for an instant: returned pairs, swaps, nested targets, pairs from zip and enumerate.
def divide(a, b):
    return a // b, a % b


def rotate(t):
    a, b, c = t
    return b, c, a + 1


def run(n):
    x, y, t, total = 0, 1, (1, 2, 3), 0
    items = list(range(50))
    for i in range(n):
        q, r = divide(i, 7)
        x, y = y, (x + q) & 1023
        t = rotate(t)
        (a, b), c = (x, y), r
        total += a - b + c + t[0]
        if i % 50 == 0:
            for k, (u, v) in enumerate(zip(items, items)):
                total += k * u - v
            t = 1, 2, 3
    return total


print(run(900000))
