# Making instances in hot loops: __init__, its absence, its errors, its redefinition; isinstance and type.
def where(e):
    t, lines = e.__traceback__, []
    while t:
        lines.append((t.tb_frame.f_code.co_name, t.tb_lineno))
        t = t.tb_next
    return repr(e), lines


class Point:
    def __init__(self, x, y=7):
        self.x = x
        self.y = y


class Bare:
    pass


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a
        self.b = [a]


class Derived(Point):
    def __init__(self, x):
        super().__init__(x, x + 1)
        self.z = Slotted(x)


class Made:
    made = 0

    def __new__(cls, v):
        cls.made += 1
        return super().__new__(cls)

    def __init__(self, v):
        self.v = v


class Finalized:
    def __init__(self, v):
        self.v = v

    def __del__(self):
        pass


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def tree(depth):
    if depth == 0:
        return Node(None, None)
    return Node(tree(depth - 1), tree(depth - 1))


def count(node):
    if node.left is None:
        return 1
    return 1 + count(node.left) + count(node.right)


def making(n):
    t = 0
    kept = []
    for i in range(n):
        p = Point(i)
        q = Point(i, i * 0.5)
        b = Bare()
        b.value = p
        s = Slotted(i)
        d = Derived(i)
        m = Made(i)
        f = Finalized(i)
        t += p.x + p.y + q.y + b.value.y + s.a + len(s.b) + d.y + d.z.a + m.v + f.v
        kept.append(p if i % 3 else d)
        if len(kept) > 20:
            kept = kept[10:]
    return t, Made.made, [(type(k).__name__, k.x, k.y) for k in kept[-4:]]


def wide(n):
    last = None
    for i in range(n):
        b = Bare()
        b.a = b.b = b.c = b.d = b.e = i
        b.f = b.g = b.h = b.i = b.j = i + 1
        b.k = b.l = b.m = b.n = b.o = last
        last = b.a + b.f
    return sorted(vars(b).items())


class Fails:
    def __init__(self, v):
        if v % 10 == 7:
            raise ValueError(v)
        self.v = v


class Returns:
    def __init__(self, v):
        self.v = v
        if v == 30:
            return v


def failing(n):
    t = bad = 0
    for i in range(n):
        try:
            t += Fails(i).v + Returns(i).v
        except (ValueError, TypeError) as e:
            bad += 1
            if i in (27, 30):
                print(where(e))
    for args in ((), (1, 2), (1, 2, 3)):
        try:
            for i in range(5):
                Fails(*args) if args != (1, 2) else Fails(1, 2)
        except TypeError as e:
            print(e)
    try:
        for i in range(20):
            Bare(1) if i > 10 else Bare()
    except TypeError as e:
        print(e)
    return t, bad


def redefining(n):
    class C:
        def __init__(self, v):
            self.v = v

    class D(C):
        pass

    def other(self, v):
        self.w = v
        self.v = -v

    t = []
    for i in range(n):
        c, d = C(i), D(i)
        t.append(c.v + d.v)
        if i == 20:
            C.__init__ = other
        if i == 30:
            D.__init__ = lambda self, v: setattr(self, "v", 100)
        if i == 40:
            C.__new__ = lambda cls, v: object.__new__(D)
        if i == 50:
            other.__code__ = (lambda self, v: setattr(self, "v", 1000)).__code__
    return t


def deep(n):
    class Chain:
        def __init__(self, n):
            self.next = Chain(n - 1) if n else None

    for i in range(20):
        c = Chain(n)
    try:
        Chain(10**6)
    except RecursionError:
        return "too deep", c.next.next is not None


class Meta(type):
    def __call__(cls, *args):
        return "called", args

    def __instancecheck__(cls, v):
        return v == 3


class Tame(type):
    pass


class Strange(metaclass=Meta):
    pass


class Liar:
    @property
    def __class__(self):
        return int


def kinds(n):
    class A:
        pass

    class B(A, metaclass=Tame):
        pass

    class Empty:
        pass

    class C(Empty):
        pass

    r = []
    values = [A(), B(), C(), 1, True, 2.5, "s", None, [], 3, Liar(), A]
    for i in range(n):
        for v in values:
            k = 0
            if isinstance(v, A):
                k += 1
            if isinstance(v, (B, int, C)):
                k += 2
            if type(v) is B or type(v) is int:
                k += 4
            if isinstance(v, Strange):
                k += 8
            if v.__class__ is A:
                k += 16
            if not isinstance(v, (str, (list, float))):
                k += 32
            if isinstance(v, int | None):
                k += 64
            r.append(k)
        if i == 20:
            C.__bases__ = (A,)
        if i == 30:
            values[2].__class__ = B
        if i == 40:
            B.__class__ = Meta
    return r[:12], r[25 * 12 : 26 * 12], r[35 * 12 : 36 * 12], r[-12:], Strange(1)


print(making(200))
print(wide(40))
print(failing(60))
print(redefining(60))
print(deep(50))
print(kinds(50))
print(count(tree(9)))
