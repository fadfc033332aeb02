# Multiplying matrices: lists of lists with indices, and with zip.
def make(n, seed):
    return [[(i * 31 + j * 17 + seed) % 100 for j in range(n)] for i in range(n)]


def indexed(a, b, n):
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        row = a[i]
        out = c[i]
        for j in range(n):
            s = 0
            for k in range(n):
                s += row[k] * b[k][j]
            out[j] = s
    return c


def zipped(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(r, c)) for c in columns] for r in a]


n = 170
a, b = make(n, 1), make(n, 2)
c = indexed(a, b, n)
print(c == zipped(a, b), sum(map(sum, c)))
