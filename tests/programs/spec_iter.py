# FOR_ITER, UNPACK_SEQUENCE, TO_BOOL, SEND and LOAD_SUPER_ATTR families.


def total(it):
    t = 0
    for x in it:
        t += x
    return t


def gen(n):
    for i in range(n):
        yield i


class Countdown:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


class OldSeq:
    def __getitem__(self, i):
        if i >= 4:
            raise IndexError(i)
        return i * 10


class BadIter:
    def __iter__(self):
        return 5


class Raising:
    def __iter__(self):
        yield 1
        raise KeyError("mid")


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


makers = [lambda: [1, 2, 3], lambda: (4, 5), lambda: range(7), lambda: range(10, 0, -3), lambda: range(2**70, 2**70 + 2), lambda: gen(5), lambda: {1: 2, 3: 4}, lambda: {5, 6}, lambda: Countdown(4), OldSeq,
          BadIter, Raising, lambda: 5, lambda: "", lambda: "ab", lambda: b"ab", lambda: map(abs, [-1, -2]), lambda: zip(), lambda: enumerate([]), lambda: reversed([1, 2]), lambda: iter([1.5]),
          lambda: {1: 2}.values(), lambda: iter(lambda: 0, 0), lambda: (x * x for x in (1, 2, 3))]
for warm in range(10):
    for _ in range(120):
        total(makers[warm]())
    print([attempt(total, m()) for m in makers])


# A list that changes while it is iterated; range variables beyond the small ints.
def mutate(l):
    seen = []
    for x in l:
        seen.append(x)
        if x < 5:
            l.append(x + 3)
        if x == 7:
            l.clear()
    return seen


for _ in range(60):
    mutate([1, 2])
print(mutate([1, 2, 3]))


def nested(n):
    c = 0
    for i in range(n):
        for j in (1, 2, 3):
            for k in [i, j]:
                for m in gen(2):
                    c += i * j + k - m
                    if c % 7 == 0:
                        break
                else:
                    c += 1
            if j == 2 and i % 3 == 0:
                continue
    return c


print(nested(40))


def two(s):
    a, b = s
    return a, b


def three(s):
    a, b, c = s
    return c, b, a


def rest(s):
    a, *b, c = s
    return a, b, c


for w in ((1, 2), [1, 2], "ab", gen(2)):
    for _ in range(120):
        two((1, 2) if not isinstance(w, (list, str)) else w)
    print([attempt(two, m()) for m in makers if m is not makers[22]], attempt(two, (1,)), attempt(two, [1, 2, 3]), attempt(two, None))
for w in ((1, 2, 3), [1, 2, 3], "abc"):
    for _ in range(120):
        three(w)
    print(three((1, 2, 3)), three([4, 5, 6]), three("xyz"), three({1: 1, 2: 2, 3: 3}), three(range(3)), attempt(three, (1, 2)), attempt(three, [1] * 4), attempt(three, gen(9)), attempt(three, 5))
print([attempt(rest, m()) for m in makers if m is not makers[22]], attempt(rest, (1,)), rest("abcdef"))
(a, (b, *c)), d = (1, "xyz"), [2]
print(a, b, c, d)
[*x] = 1, 2
*y, = "hey"
print(x, y)


def truth(v):
    if v:
        return 1
    return 0


def negate(v):
    return not v


class Bool:
    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self.v


class Len:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Always:
    pass


values = [True, False, 0, 1, 2**80, -0.0, 0.5, "", "x", [], [0], None, (), (1,), {}, {1: 1}, set(), frozenset([1]), Bool(True), Bool(False), Bool(5), Len(0), Len(3), Len(-1), Len("x"), Always(), b"", range(0),
          range(3), ..., len, int, gen(0)]
for warm in (True, 5, [1], None, "x", Always(), 2.5, Bool(True)):
    for _ in range(120):
        truth(warm)
        negate(warm)
    print([attempt(truth, v) for v in values], [attempt(negate, v) for v in values])


def late(cls, when):
    o = cls()
    out = []
    for i in range(200):
        if i == when:
            cls.__bool__ = lambda self: False
        out.append(1 if o else 0)
    return sum(out)


print(late(Always, 150))


# SEND: yield from over generators and over others.
def delegate(it):
    r = yield from it
    return r


def inner(n):
    s = 0
    for i in range(n):
        s += (yield i) or 0
    return s


def drive(it, value=None):
    g = delegate(it)
    out = []
    try:
        x = next(g)
        while True:
            out.append(x)
            x = g.send(value)
    except StopIteration as e:
        return out, e.value
    except Exception as e:
        return out, type(e).__name__ + ": " + str(e)


for _ in range(120):
    drive(inner(2), 1)
for it in (inner(3), [1, 2], (3,), "ab", range(2), Countdown(2), {1: 2}, 5, gen(2), OldSeq(), BadIter(), Raising()):
    print(drive(it), end=" ")
print()
print(drive(inner(3), 2), drive([1, 2], 2), drive(Countdown(2), 5))


# LOAD_SUPER_ATTR, method and attribute forms.
class A:
    attr = "A.attr"

    def m(self, x):
        return ["A", x]

    @property
    def p(self):
        return "A.p"

    @classmethod
    def c(cls):
        return cls.__name__

    @staticmethod
    def s():
        return "static"


class B(A):
    attr = "B.attr"

    def m(self, x):
        return ["B"] + super().m(x)

    def both(self):
        return super().attr, super().p, super().c(), super().s(), super(B, self).m(1), super(B, type(self)).c()

    def missing(self):
        return super().nothing


class Mix(A):
    def m(self, x):
        return ["Mix"] + super().m(x)


class D(B, Mix):
    def m(self, x):
        return ["D"] + super().m(x)


objs = [B(), D(), Mix()]
for i in range(150):
    r = [o.m(i) for o in objs]
print(r, B().both(), D().both())
print(attempt(B().missing))
print(attempt(B.both, 5))


class Own(A):
    def m(self, x):
        super = lambda *a: Fake()
        return super().m(x), super(1, 2).m(x)


class Fake:
    def m(self, x):
        return ("fake", x)


for _ in range(100):
    r = Own().m(3)
print(r)


def bad_super():
    return super().x


print(attempt(bad_super))
