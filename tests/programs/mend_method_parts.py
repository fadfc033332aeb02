# A bound method or a tuple that a variable has is forced before a call; its parts, to which nothing
# else leads by then, are the call's arguments.


class Call:
    def __init__(self, n):
        self.n = n

    def __call__(self, *a, **k):
        return ('call', self.n, len(a), sorted(k))

    def pair(self, other=None, *a, **k):
        return (self.n, other and other.n, len(a), sorted(k))


def several(a, b=None, *rest, **k):
    return (a.n, b.n, [x.n for x in rest], sorted(k))


def bound(values, x=2.5):
    out = []
    for i in (j for j in range(200)):
        call = Call(1).__call__
        values[i % 3] = x
        out.append(call(x))
    return out


def spread(values, x=2.5):
    out = []
    for i in (j for j in range(200)):
        call = Call(1).pair
        args = (Call(2), 3, 4)
        values[i % 3] = x
        out.append(call(*args))
    return out


def packed(values, x=2.5):
    out = []
    for i in (j for j in range(200)):
        args = (Call(1), Call(i & 3), Call(2))
        values[i % 3] = x
        out.append(several(*args))
    return out


for f in bound, spread, packed:
    seen = []
    for x in f([1, 2, 3]):
        if x not in seen:
            seen.append(x)
    print(f.__name__, seen)
