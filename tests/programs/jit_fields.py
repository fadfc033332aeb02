# Attributes and cells whose values are remembered by the compiler: stores through other names, other ways of changing them, calls between.
class P:
    def __init__(self, x, y=0):
        self.x = x
        self.y = y

    def get(self):
        return self.x

    def put(self, v):
        self.x = v
        return self.x + self.y

    def swap(self):
        self.x, self.y = self.y, self.x
        return self

    @property
    def both(self):
        return self.x + self.y


class Q(P):
    pass


class S:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1


def aliased(p, q, n):
    t = 0
    for i in range(n):
        p.x = i
        q.x = i + 1
        t += p.x * 3 + q.x
        p.y = q.x
        q.y = t & 7
        t += p.y + q.y
    return t


def by_setattr(p, n):
    t = 0
    for i in range(n):
        p.x = i
        setattr(p, "x", i * 2)
        t += p.x
        p.__dict__["x"] = i * 5
        t += p.x
        vars(p).update(y=i)
        t += p.y
    return t


def deleted(n):
    t = 0
    for i in range(n):
        p = P(i)
        t += p.x
        if i % 10 == 3:
            del p.x
        try:
            t += p.x
        except AttributeError as e:
            t -= 1
    return t


def slotted(n):
    s, u = S(), S()
    t = 0
    for i in range(n):
        try:
            t += s.b
        except AttributeError:
            t += 100
        s.b = i
        u.b = i * 2
        t += s.b + u.b + s.a
        if i % 7 == 0:
            del s.b
        u, s = s, u
    return t


def changed_class(n):
    t = 0
    for i in range(n):
        p = P(i, 2)
        t += p.x
        p.__class__ = Q
        t += p.x + p.both
        p.z = 3
        t += p.z + p.x
    return t


def chain(n):
    head = None
    for i in range(n):
        head = P(head, i)
    t = 0
    while head is not None:
        t += head.y
        if head.x is not None:
            head.x.y += 1
        head = head.x
    return t


def ring(n):
    a = P(None, 1)
    a.x = a
    t = 0
    for i in range(n):
        a.x.y = a.y + i
        a.x.x.y += 1
        t += a.x.x.x.y
        a = a.x
    return t


def kinds(n):
    p = P(0, 0.5)
    seen = []
    for i in range(n):
        p.x = i if i % 3 else i * 0.5
        if i % 5 == 0:
            p.x = "s" if i & 1 else None
        if p.x is None:
            p.x = 1 << 50
        elif p.x == "s":
            p.x = 2.5
        p.y += p.x
        seen.append(p.x)
        p.x = p.x * 2
        seen.append(p.x)
    return seen[-40:], p.y


def identities(n):
    p = P(0, 0)
    ok = 0
    for i in range(n):
        p.x = (1 << 50) + i
        ok += p.x is p.x
        a = p.x
        ok += a is p.x
        p.y = float("nan")
        ok += p.y is p.y
        b = p.y
        ok += b is p.y
        p.y = p.y + 1.0
        ok += p.y is p.y
        p.x = p.x + 1
        ok += p.x is p.x
        c = p.x
        ok += c is p.x
        ok += p.y in [p.y]
    return ok


def counters():
    total = 0
    last = 0.5

    def add(k):
        nonlocal total, last
        total = total + k
        last = last + total
        return total

    def reset():
        nonlocal total
        total = 5

    def look():
        return total, last

    def both(k):
        nonlocal total
        total = total + 1
        add(k)
        return total

    return add, reset, look, both


def cells(n):
    add, reset, look, both = counters()
    t = 0
    for i in range(n):
        t += add(i)
        if i % 10 == 9:
            reset()
        t += add(1) + look()[0]
        t += both(i)
    return t, look()


def shared(n):
    fs = [counters() for _ in range(3)]
    t = 0
    for i in range(n):
        add, reset, look, both = fs[i % 3]
        other = fs[(i + 1) % 3][0]
        t += add(i) - other(1) + look()[0]
    return t


def big_cell(n):
    x = 1 << 40

    def grow(k):
        nonlocal x
        x = x * 3 + k
        return x & 0xFFFF

    t = 0
    for i in range(n):
        t += grow(i)
        if x > 1 << 70:
            x = 1
    return t, x


class Watched:
    log = []

    def __init__(self):
        self.v = 1

    def __setattr__(self, name, v):
        Watched.log.append(v)
        object.__setattr__(self, name, v)

    def __lt__(self, other):
        other.v = self.v + other.v
        return True


def watched(n):
    a, b = Watched(), Watched()
    p = P(a, b)
    t = 0
    for i in range(n):
        t += p.y.v
        if p.x < p.y:
            t += p.y.v
        b.v = i & 3
        t += p.y.v
    return t, len(Watched.log)


def inner(p, q):
    s = p.x + q.x
    p.x = s
    t = p.x - q.x
    q.y = t
    return q.y + p.y


def nested(n):
    p, q = P(1, 2), P(3, 4)
    t = 0
    for i in range(n):
        t += inner(p, q) + inner(q, q) + inner(p, p)
        p.x &= 0xFFF
        q.x &= 0xFFF
        if i % 50 == 49:
            p.x = 1.5 if i % 100 == 99 else 3
        t += p.swap().get() + q.put(i)
    return t, p.x, p.y, q.x, q.y


def crowded(n):
    ps = [P(i, i + 1) for i in range(8)]
    a, b, c, d, e, f, g, h = ps
    t = 0
    for i in range(n):
        a.x += b.x; b.x += c.x; c.x += d.x; d.x += e.x; e.x += f.x; f.x += g.x; g.x += h.x; h.x += 1
        a.y = a.x & 255; b.y = b.x & 255; c.y = c.x & 255; d.y = d.x & 255
        t += a.y + b.y + c.y + d.y + e.y + f.y + g.y + h.y
        for p in ps:
            p.x &= 0xFFFFF
    return t


def generated(p, n):
    for i in range(n):
        p.x = i
        yield p.x
        yield p.x + p.y


def outside(n):
    p = P(0, 1)
    t = 0
    for v in generated(p, n):
        t += v + p.x
        p.x = 100
        p.y = v & 3
    return t


for n in (4, 40, 400):
    p, q = P(1), P(2)
    print(aliased(p, q, n), aliased(p, p, n), aliased(p, Q(3), n), by_setattr(p, n), deleted(n), slotted(n), changed_class(n))
    print(chain(n), ring(n), kinds(n), identities(n), cells(n), shared(n), big_cell(n), watched(n), nested(n), crowded(n), outside(n))
