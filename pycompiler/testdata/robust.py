# A bit of everything, for tests in which the compiler gives up: see robust_test.go.

class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return self.x * self.x + self.y * self.y


def numbers(n):
    t, f = 0, 0.5
    for i in range(n):
        t += i * i - (i >> 1)
        f = f * 1.5 - t
        if f < -1e6:
            f = 0.25
    return t, f


def overflow(n):
    t = 1
    for i in range(n):
        t = t * 3 + i
    return t


def points(n):
    t = 0
    for i in range(n):
        p = Point(i, -i) if i % 3 else Point(i * 0.5, 1)
        t += p.norm()
    return t


def recurse(n):
    if n < 2:
        return n
    return recurse(n - 1) + recurse(n - 2)


def errors(n):
    caught = 0
    for i in range(n):
        try:
            caught += [1, 2, 3][i % 5] // (i % 4)
        except ZeroDivisionError:
            caught += 10
        except IndexError as e:
            caught += len(str(e))
        finally:
            caught += 1
    return caught


def squares(n):
    for i in range(n):
        yield i * i
    return n


def generators(n):
    def outer():
        got = yield from squares(n)
        yield got
    return sum(outer()), [x for x in squares(5)]


def closures(n):
    fs = [lambda x, k=k: x + k + n for k in range(n)]
    return sum(f(1) for f in fs)


class Sized:
    def __init__(self, n):
        self.n = n * 3 if n & 1 else -n
        if n == 30:
            return n


def inits(n):
    t = 0
    for i in range(n):
        try:
            t += Sized(i).n
        except TypeError as e:
            t += len(str(e))
    return t


def sizes(n):
    def limited(x):
        return x if x < n else n - x
    t = 0
    for i in range(n):
        try:
            t += limited(Sized(i).n) * limited(Sized(i).n * 0.5 if i > 9 else 2)
        except TypeError as e:
            t += len(str(e))
    return t


def mixed(values):
    t = ""
    for a in values:
        for b in values:
            try:
                t += str(a + b) + " "
            except TypeError:
                t += "- "
    return t


def sorted_by(n):
    def key(p):
        return -p.norm()
    return [p.x for p in sorted([Point(i * 7 % 5, i) for i in range(n)], key=key)]


def everything(n):
    return (numbers(n), overflow(n), points(n), recurse(n % 15), errors(n), generators(n), closures(n), inits(n), sizes(n),
            mixed([1, 2.5, "a", True, None, (1,), 1 << 60]), sorted_by(n))


def fails(n):
    t = 0
    for i in range(n):
        t += i
        if i == 20:
            t += None
    return t


def floats(n):
    a = b = c = 0.5
    for i in range(n):
        a, b, c = b * 1.5, c - a, a + i
    return a, b, c


def lied_to(believed, n):
    t = 0
    for i in range(n):
        t += i
    return believed, t


def branches(x):
    try:
        if x % 3:
            return x + 1
        return x * 2
    except TypeError:
        return 0


def branching(n):
    t = 0
    for k in range(n):
        t += branches(k)
    return t
