# Unpacking the same tuple or list again, while other code changes the list or not.


class Sub(list):
    pass


class Pair(tuple):
    def __iter__(self):
        return iter(("p", "q"))


def same(x, n):
    t = 0
    for k in range(n):
        a, b, c = x
        c, b, a = x
        t += a * 100 + b * 10 + c + k
    return t


def stored(x, y, n):
    out = []
    for k in range(n):
        a, b = x
        y[0] = k
        c, d = x
        if k > n - 4:
            out.append((a, b, c, d))
    return out


def grown(x, y, n):
    out = []
    for k in range(n):
        try:
            a, b = x
            if k == n - 2:
                y.append(k)
            c, d = x
            out = [a, b, c, d]
        except ValueError as e:
            out.append(str(e))
    return out


def popped(x, n):
    for k in range(n):
        try:
            a, b = x
            if k == n - 1:
                x.pop()
            a, b = x
        except ValueError as e:
            return str(e), a, b


def call(x, f, n):
    out = None
    for k in range(n):
        a, b = x
        f(x, k)
        c, d = x
        out = a, b, c, d
    return out


def swap(x, k):
    x[0], x[1] = x[1], k


def nested(x, n):
    t = 0
    for k in range(n):
        (a, b), c = x
        (d, e), f = x
        t += a + b + c + d + e + f
        t += x[0][0] + x[0][1] + x[1] + x[0][0]
    return t


def indexed(x, n):
    t = 0
    for k in range(n):
        t += x[0] + x[1] + x[0]
        a, b = x
        t += x[1] + a
    return t


def generated(x, n):
    for k in range(n):
        a, b = x
        yield a, b
        c, d = x
        yield c, d


def mixed(xs, n):
    out = []
    for k in range(n):
        x = xs[k % len(xs)]
        a, b = x
        c, d = x
        if k > n - 12:
            out.append((a, b, c, d))
    return out


def short(x, n):
    for k in range(n):
        try:
            a, b = x
            a, b, c = x
        except ValueError as e:
            last = str(e)
    return last


def appended(n):
    for k in range(n):
        x = [k, k + 1]
        a, b = x
        y = x
        y.append(k)
        a, b, c = x
        y[1] = -k
        d, e, f = x
        x[:] = [1, 2]
        g, h = y
    return a, b, c, d, e, f, g, h


N = 600
print(same((1, 2, 3), N), same([1, 2, 3], N), same([1.5, 2, 3], 10))
x = [1, 2]
print(stored(x, x, N))
print(stored(x, [0], N), stored((5, 6), x, N), stored(x, bytearray(1), 250))
x = [1, 2]
print(grown(x, x, N))
print(popped([3, 4], N))
x = [1, 2]
print(call(x, swap, N), call(x, lambda x, k: None, N), call((8, 9), lambda x, k: k, N))
print(nested(((1, 2), 3), N), nested([[1, 2], 3], N))
print(indexed((7, 8), N), indexed([7, 8], N), indexed("ab" and (1.5, 2.5), N))
x = [0, 1]
last = None
for k, pair in enumerate(generated(x, N)):
    x[k & 1] = k
    last = pair if k < 2 else last + pair if k > 2 * N - 5 else pair
print(last)
print(mixed([(1, 2), [3, 4], "xy", Sub([5, 6]), Pair((7, 8)), {9: 1, 10: 2}], N))
print(short((1, 2), N), "|", short([1, 2], N), "|", short("ab", N))
print(appended(N))
