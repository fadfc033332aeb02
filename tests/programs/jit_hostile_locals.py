# A callee assigns its caller's variables (f_locals), while the caller's stack has their old values: unboxed, big, in tuples; in calls that are
# made, and in calls that are inlined and made late.
import sys


class Poke:
    every = 50

    @property
    def p(self):
        frame = sys._getframe(1)
        while frame.f_code.co_name not in callers:
            frame = frame.f_back
        if frame.f_locals["k"] % Poke.every == 49:
            for name, value in ("x", 1000), ("y", 2000.5), ("s", "new"), ("z", 2**70):
                frame.f_locals[name] = value
        return 1


def short(o):
    return o.p


def long(o):
    try:
        return o.p
    except KeyError:
        return 0


def ints(o, n):
    out = []
    for k in range(n):
        x = k + 5
        out.append(x + short(o))
        out.append(x)
        x = k + 6
        out.append(x + long(o))
        out.append(x)
        x = k + 7
        out.append((x, short(o), x, long(o), x))
    return out


def floats(o, n):
    out = []
    for k in range(n):
        y = k * 0.5
        out.append(y + short(o))
        out.append(y)
        y = k * 0.25
        out.append(y + long(o))
        out.append(y)
        y = k * 0.125
        out.append([y, long(o), y, short(o)])
    return out


def both(o, n):
    out = []
    for k in range(n):
        x, y, s, z = k * 0x100000001 * 0x1000, k - 0.5, f"old{k}", k << 60
        out.append((x, y, s, z, short(o), x, y, s, z))
        x, y, s, z = k * 0x100000001 * 0x1000, k - 0.5, f"old{k}", k << 60
        out.append((x, y, s, z, long(o), x, y, s, z))
        x, z = k + 1, k << 61
        out.append(((x, z), (x, (z, s)), short(o), x, z))
        x, z = k + 1, k << 61
        out.append(((x, z), (x, (z, s)), long(o), x, z))
    return out


def same(o, n):
    """What is not assigned stays the same object."""
    count = 0
    for k in range(n):
        big, nan = k + 2**50, k * inf
        x = k
        count += (big is identity(big, short(o))) + (big is identity(big, long(o)))
        count += (nan is identity(nan, short(o))) + (nan is identity(nan, long(o)))
        count += x
    return count


def identity(v, _):
    return v


inf = float("inf") * 0
callers = "ints", "floats", "both", "same"
for f in ints, floats, both:
    r = f(Poke(), 120)
    print(r[230:260])
    print(hash(str(r)) == hash(str(f(Poke(), 120))), sum(map(len, map(str, r))), str(r).count("1000"), str(r).count("2000.5"))
print(same(Poke(), 100))
Poke.every = 1000
print(same(Poke(), 100))


# What ends a loop runs code, too: it assigns the caller's variables, a global, and the class of an object.
class Thing:
    pass


class Other(Thing):
    x = "of the class"


def upset(frame, o, k):
    global state
    if k % 50 == 49:
        frame.f_locals["x"] = state = k * 1000
        o.y = o.x
        del o.x
        o.__class__ = Other


class Counter:
    def __init__(self, o, k):
        self.n, self.o, self.k = 0, o, k

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            upset(sys._getframe(1), self.o, self.k)
            raise StopIteration(self.n)
        return self.n


def counting(o, k):
    yield from (1, 2)
    upset(sys._getframe(1), o, k)
    return 3


def loops(make, n):
    out = []
    for k in range(n):
        x = k + 5
        o = Thing()
        o.x = k
        before = o.x + state
        t = 0
        for i in make(o, k):
            t += i
        out.append((t, x + 1, o.x, state, before))
    return out


def delegating(make, n):
    for k in range(n):
        x = k + 5
        o = Thing()
        o.x = k
        before = o.x + state
        t = yield from make(o, k)
        yield t, x + 1, o.x, state, before


for make in Counter, counting:
    state = 0
    r = loops(make, 120)
    print(r[47:51], r[97:101])
    state = 0
    r = [v for v in delegating(make, 120) if type(v) is tuple]
    print(r[47:51], r[97:101])
