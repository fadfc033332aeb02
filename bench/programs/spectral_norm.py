# Spectral norm of an infinite matrix: calls in comprehensions, float division.
def a(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def times(v, n):
    return [sum([a(i, j) * v[j] for j in range(n)]) for i in range(n)]


def times_transposed(v, n):
    return [sum([a(j, i) * v[j] for j in range(n)]) for i in range(n)]


def run(n):
    u = [1.0] * n
    for _ in range(8):
        v = times_transposed(times(u, n), n)
        u = times_transposed(times(v, n), n)
    vbv = sum(x * y for x, y in zip(u, v))
    return (vbv / sum(x * x for x in v)) ** 0.5


print("%.9f" % run(330))
