# Lists of floats: dot products by index, sums by iteration, scaling in place.
def dot(a, b):
    t = 0.0
    for i in range(len(a)):
        t += a[i] * b[i]
    return t


def total(a):
    t = 0.0
    for x in a:
        t += x
    return t


def scale(a, k):
    for i in range(len(a)):
        a[i] = a[i] * k + 0.5


def run(n, rounds):
    a = [i * 0.5 for i in range(n)]
    b = [1.0 / (i + 1) for i in range(n)]
    r = 0.0
    for _ in range(rounds):
        r += dot(a, b) + total(a)
        scale(a, 0.99)
    return r


print(run(10000, 900))
