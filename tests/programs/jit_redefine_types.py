# Special methods of classes appear, change and vanish while hot code uses them.
class Num:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return Num(self.v + (o.v if isinstance(o, Num) else o))

    def __radd__(self, o):
        return Num(o + self.v)

    def __eq__(self, o):
        return self.v == (o.v if isinstance(o, Num) else o)

    def __lt__(self, o):
        return self.v < o.v

    def __hash__(self):
        return hash(self.v)

    def __bool__(self):
        return self.v % 2 == 1

    def __len__(self):
        return 5

    def __getitem__(self, i):
        if i >= 4:
            raise IndexError(i)
        return self.v + i

    def __call__(self, x):
        return x + self.v


class Sub(Num):
    def __radd__(self, o):
        return Num(-1)


def adds(n):
    acc = Num(0)
    for i in range(n):
        try:
            acc = acc + i
            acc = acc + Num(1)
            acc = 2 + acc
        except TypeError as e:
            return acc.v, i, str(e)
        if i == 300:
            Num.__add__ = lambda self, o: Num(self.v - 1)
        if i == 500:
            Num.__radd__ = lambda self, o: NotImplemented
            Num.__add__ = lambda self, o: NotImplemented


def adds_fail(n):
    bad, acc = 0, Num(3)
    for i in range(n):
        try:
            acc = acc + i
        except TypeError as e:
            bad += len(str(e))
        if i == 200:
            Num.__iadd__ = lambda self, o: self
        acc2 = acc
        try:
            acc2 += 1
        except TypeError:
            bad += 1
    del Num.__iadd__
    return bad


def truth(n):
    c, x = 0, Num(3)
    for i in range(n):
        if x:
            c += 1
        if not x:
            c += 1000
        if i == 300:
            Num.__bool__ = lambda self: False
        if i == 600:
            del Num.__bool__
        if i == 800:
            Num.__len__ = lambda self: 0
        if i == 900:
            del Num.__len__
    return c


def items(n):
    x, t = Num(1), 0
    for i in range(n):
        for v in x:
            t += v
        t += x[2]
        if i == 200:
            Num.__getitem__ = lambda self, k: 10 if k < 3 else [].pop()
        if i == 300:
            Num.__iter__ = lambda self: iter((7, 8.5))
        if i == 400:
            break
    del Num.__iter__
    return t


def compares(n):
    xs, t = [Num(i % 7) for i in range(10)], 0
    for i in range(n):
        a, b = xs[i % 10], xs[i * 3 % 10]
        t += (a == b) + 2 * (a < b) + 4 * (a > b) + 8 * (a != b)
        if i == 300:
            Num.__eq__ = lambda self, o: True
        if i == 500:
            Num.__ne__ = lambda self, o: True
        if i == 700:
            Num.__lt__ = lambda self, o: 0.25
    return t


def calls(n):
    x, t = Num(5), 0
    for i in range(n):
        t += x(i)
        if i == 400:
            Num.__call__ = lambda self, x: 0.5
        if i == 600:
            x.__call__ = lambda x: 10**9  # not looked at
    return t


class Iter:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


def iterate(rounds):
    t = 0
    for k in range(rounds):
        for v in Iter(500):
            t += v
            if k == 2 and v == 250:
                Iter.__next__ = quick
    return t


def quick(self):
    self.n -= 50
    if self.n < 0:
        raise StopIteration("done")
    return 1


def made(n):
    """__init__ and __new__ change under the loop that makes the objects."""
    t = 0
    for i in range(n):
        t += Made(i).v
        if i == 300:
            Made.__init__ = lambda self, v: setattr(self, "v", -v)
        if i == 600:
            Made.__new__ = lambda cls, v: Num(1)
    return t


class Made:
    def __init__(self, v):
        self.v = v


print(Num(1) + Sub(2) == -1, adds(900), adds_fail(500))
Num.__bool__ = lambda self: True
Num.__len__ = lambda self: 5
print(truth(1100), items(500), compares(900), calls(900), iterate(5), made(900))
