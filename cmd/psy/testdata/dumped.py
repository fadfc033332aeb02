"""Something of everything that a dump tells: see dump_test.go."""


class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def norm(self):
        return self.x * self.x + self.y * self.y


class Named(Point):
    name = "a point"


RATE = 3


def scaled(x):
    """Inlined, and compiled again when RATE changes."""
    return x * RATE


def total(items):
    """Promotes the classes of the items; what overflows is respawned."""
    s = 0
    for x in items:
        if x:
            s += scaled(x)
    return s


def kinds(items):
    """Too many classes: megamorphic."""
    n = 0
    for x in items:
        n += x.size
    return n


def walk(points):
    n = 0
    for p in points:
        n += p.norm()
    return n


def squares(n):
    for i in range(n):
        yield i * i


def summed(n):
    s = 0
    for x in squares(n):
        s += x
    return s


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


def powers(n):
    x = 1
    for i in range(n):
        x *= 3
    return x


def many(n):
    classes = [type("C%d" % i, (), {"size": i}) for i in range(10)]
    return kinds([c() for c in classes] * n)


def never_called():
    return None


def main():
    global RATE
    print(total(list(range(200))), total([0.5] * 50 + [1] * 50))
    for RATE in range(4, 9):
        print(total([1] * 60))
    print(walk([Point(i, 2) for i in range(100)] + [Named(1, i) for i in range(100)]))
    print(many(20), summed(100), fact(20), powers(60))


main()
