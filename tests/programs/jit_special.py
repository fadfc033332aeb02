# Operators that classes define, in hot loops: reflected, in-place, NotImplemented, subclasses first; indexing, calls, comparisons.
class Num:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if isinstance(o, Num):
            return Num(self.v + o.v)
        if isinstance(o, int):
            return Num(self.v + o)
        return NotImplemented

    def __radd__(self, o):
        if isinstance(o, str):
            return NotImplemented
        return Num(o + self.v + 1000)

    def __mul__(self, o):
        return NotImplemented if o == 3 else Num(self.v * 2)

    def __eq__(self, o):
        return self.v == o.v if isinstance(o, Num) else NotImplemented

    def __lt__(self, o):
        if isinstance(o, Num):
            return self.v < o.v
        return NotImplemented

    def __getitem__(self, k):
        if k == 7:
            raise KeyError(k)
        return self.v, k

    def __setitem__(self, k, v):
        self.v = k + v

    def __call__(self, *args, extra=0):
        return self.v + sum(args) + extra

    def __repr__(self):
        return f"{type(self).__name__}({self.v})"


class Sub(Num):
    def __radd__(self, o):
        return "Sub first"

    def __gt__(self, o):
        return "gt"


class Same(Num):
    pass


class Inplace(Num):
    def __iadd__(self, o):
        if o == 5:
            return NotImplemented
        self.v += o
        return self


class Other:
    def __radd__(self, o):
        return "Other", o

    def __rmul__(self, o):
        return "rmul"

    def __eq__(self, o):
        return "eq"

    def __gt__(self, o):
        return []

    def __ge__(self, o):
        return self


class Caller:
    def __init__(self, k):
        self.k = k

    def __call__(self, x):
        return self.k + x

    def twice(self, x):
        return self(self(x))


def attempt(f, *args):
    try:
        return f(*args)
    except (TypeError, KeyError) as e:
        return f"{type(e).__name__}: {e}"


def add(a, b):
    return a + b


def iadd(a, b):
    a += b
    return a


def mul(a, b):
    return a * b


def less(a, b):
    return a < b


def equal(a, b):
    return a == b


def branch(a, b):
    if a == b:
        return "yes"
    if a < b:
        return "less"
    return "no"


def kinds():
    return [Num(1), Sub(2), Same(3), Inplace(4), Other(), 5, 2.5, "s", True, None, [1], (1,)]


def every(n):
    r = {}
    for i in range(n):
        for f in (add, iadd, mul, less, equal, branch):
            for x, a in enumerate(kinds()):
                for y, b in enumerate(kinds()):
                    v = attempt(f, a, b)
                    v = "other" if isinstance(v, Other) else repr(v)
                    if "Other object" in v:
                        v = "tuple of other"
                    r.setdefault((f.__name__, x, y), set()).add(v)
    return r


for key, values in every(6).items():
    print(*key, *sorted(values))


def sums(n):
    t = Num(0)
    for i in range(n):
        t = t + Num(i)
        t = t + i
        t += i
        t = i + t
        t[i & 7] = t.v
    return t, t.v


def indexes(n):
    x, r = Num(1), 0
    for i in range(n):
        try:
            r += x[i % 10][1]
        except KeyError as e:
            r += e.args[0] * 1000
    return r


def calls(n):
    c = Caller(2)
    t = 0
    for i in range(n):
        t += c(i) + c.twice(i) + Num(i)(1, 2) + Num(i)(extra=i)
    return t


def changes(n):
    class V:
        def __init__(self, v):
            self.v = v

        def __add__(self, o):
            return V(self.v + o.v)

        def __lt__(self, o):
            return self.v < o.v

    class W(V):
        pass

    v, w, r = V(1), W(2), []
    for i in range(n):
        x, y = v + v, v + w
        r.append((x.v, y.v, v < w, w < v))
        if i == 20:
            V.__add__ = lambda self, o: V(100)
        if i == 30:
            W.__radd__ = lambda self, o: V(200)
        if i == 40:
            V.__lt__ = lambda self, o: NotImplemented
            V.__gt__ = lambda self, o: "gt"
        if i == 50:
            w.__class__ = V
    return sorted(set(r), key=r.index)


def deep(n):
    class D:
        def __init__(self, n):
            self.n = n

        def __add__(self, o):
            return D(self.n - 1) + o if self.n else self

        def __eq__(self, o):
            return self == o

    for i in range(n):
        D(10) + D(10)
    try:
        D(10**7) + D(0)
    except RecursionError:
        print("too deep")
    try:
        D(1) == D(2)
    except RecursionError:
        print("too deep")


print(sums(200))
print(indexes(200))
print(calls(100))
print(changes(60))
deep(30)
