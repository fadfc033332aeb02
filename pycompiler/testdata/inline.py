# Calls of short functions: see inline_test.go.

def pair(a, b):
    return b, a + b & 0xFFFF


def pairs(n):
    a, b = 0, 1
    for i in range(n):
        a, b = pair(a, b)
    return a, b


class Counter:
    def __init__(self, n):
        self.n = n

    def add(self, k):
        self.n = self.n + k & 0xFFFFF
        return self.n

    @property
    def twice(self):
        return self.n + self.n


def counted(n):
    c, t = Counter(1), 0
    for i in range(n):
        t ^= c.add(i) + c.twice + Counter(i).n
    return t


def make():
    total = 0

    def add(k):
        nonlocal total
        total = total + k & 0xFFFFF
        return total

    return add


def summed(n):
    add, t = make(), 0
    for i in range(n):
        t ^= add(i)
    return t


def item(xs, k):
    return xs[k]


def items(xs, n):
    t = 0
    for i in range(n):
        try:
            t += item(xs, i)
        except IndexError:
            t += 100
    return t


def join(a, b):
    return a % b


def joined(n):
    t = 0
    for i in range(n):
        t += len(join("%d", i))
    return t


def middle(a, b, c):
    if a < b:
        return a if c < a else b
    return c


def middles(n):
    t = 0
    for i in range(n):
        t += middle(i, i * 7 & 15, 5)
    return t


xs = [1, 2, 3]
bs = b"\1\2\3"
