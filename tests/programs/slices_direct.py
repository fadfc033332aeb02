# Slices of lists, read and assigned, with limits of every kind.


def read(x, n):
    out = []
    for k in range(n):
        a = x[:k % 9]
        b = x[k % 9:]
        c = x[k % 9::-1]
        d = x[:k % 5:-1]
        e = x[-(k % 11):k % 7]
        f = x[::k % 4 + 1]
        g = x[k % 6:-1:2]
        h = x[:]
        if k >= n - 40:
            out.append((a, b, c, d, e, f, g, h))
    return out


def write(x, n):
    for k in range(n):
        x[:k % 4] = x[k % 4::-1]
        x[k % 3:k % 5] = (k, k + 1)
        x[-(k % 5):] = x[:3]
        x[5:2] = [k]
        x[:] = x[:6] + [k]
    return x


def own(n):
    for k in range(n):
        x = [1, 2, 3]
        x[1:2] = x
        y = x[:]
        x[:] = x
        y[1:1] = ()
        y[:0] = y
    return x, y


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


def odd(x, parts, n):
    out = []
    for k in range(n):
        part = parts[k % len(parts)]
        try:
            a = x[part:], x[:part], x[::part]
            y = x[:]
            y[part:] = [1]
            y[:part] = (2, 3)
        except Exception as e:
            a = type(e).__name__, str(e)
            y = None
        if k >= n - len(parts):
            out.append((a, y))
    return out


class Sub(list):
    def __getitem__(self, k):
        return k

    def __setitem__(self, k, v):
        self.last = k, v


def sub(x, n):
    for k in range(n):
        a = x[k:]
        x[k:] = [k]
    return a


N = 100
for row in read([0, 1, 2, 3, 4, 5, 6, 7], N):
    print(row)
print(read((0, 1, 2), N)[-1], read("abcdef", N)[-1], read(b"abcdef", N)[-1], read([], N)[-1])
print(write([1, 2, 3], N))
print(own(N))
for row in odd([1, 2, 3, 4], [0, 2, -1, None, True, Index(2), 10**20, -10**20, 1.5, "x", 2**47, -2**48], N):
    print(row)
s = Sub([1, 2])
print(sub([1, 2], N), sub(s, N), s.last, len(s))
big = list(range(20000))
print(sum(big[::-1][:5]), len(big[::3]), big[19999:0:-6666], sum(big[::7]))
