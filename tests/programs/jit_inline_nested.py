# Inlined calls that lie in one another: frames, tracebacks, exceptions and generators as if the calls were made.
import sys


def names(e):
    tb, found = e.__traceback__, []
    while tb:
        found.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_lasti))
        tb = tb.tb_next
    return found


class Box:
    def __init__(self, w, h):
        self.width, self.height = w, h
        self.data = list(range(w * h))

    def at(self, x, y):
        if 0 <= x < self.width and 0 <= y < self.height:
            return y * self.width + x
        raise IndexError((x, y))

    def __getitem__(self, xy):
        x, y = xy
        return self.data[self.at(x, y)]

    def __setitem__(self, xy, value):
        x, y = xy
        self.data[self.at(x, y)] = value


def sums(box, n):
    t = 0
    for k in range(n):
        x, y = k % box.width, k // 3 % box.height
        box[x, y] = box[x, y] + box[y % box.width, x % box.height] & 0xFFFF
        t += box[x, y]
    return t


def add(a, b):
    return a + b


def twice(a, b):
    return add(a, b) * 2


def thrice(a, b):
    c = twice(a, b)
    return c + add(b, c)


def run(n, a, b):
    t = a
    for k in range(n):
        t = thrice(t, b)
        if k % 5 == 0:
            t = b
    return t


def warm():
    for k in range(3100):
        add(k, k), twice(k, 1), thrice(1, k)
    b = Box(7, 5)
    for k in range(3100):
        b.at(1, 2), b[k % 7, k % 5]
        b[k % 7, k % 5] = k
    return b


class Seen:
    "Looks at the frames in the middle of an addition."

    def __init__(self, do):
        self.do = do

    def __add__(self, other):
        return self.do(self, other)

    __radd__ = __add__

    def __sub__(self, other):
        return self

    def __mul__(self, n):
        return self


def frames(me, other):
    f, names = sys._getframe(1), []
    while f is not None:
        names.append((f.f_code.co_name, f.f_lineno - f.f_code.co_firstlineno, tuple(sorted(f.f_locals)[:3])))
        f = f.f_back
    log.append(tuple(names))
    return me


def raising(me, other):
    raise ValueError("no sum")


def tracing(me, other):
    def local(frame, event, arg):
        log.append((frame.f_code.co_name, event, frame.f_lineno - frame.f_code.co_firstlineno))
        return local
    f = sys._getframe(1)
    while f.f_code.co_name != "run":
        f.f_trace = local
        f = f.f_back
    sys.settrace(local)
    return 5


def changing(me, other):
    f = sys._getframe(1)
    while f.f_code.co_name != "thrice":
        f = f.f_back
    f.f_locals["b"] = 1000
    return 7


log = []
b = warm()
print(sums(b, 5000))
print(run(5000, 1, 2), run(5000, 1.5, 2.25), run(1000, 1, 2**60) % 1000007, run(300, "a", "b")[:40])
run(50, Seen(frames), 1)
print(len(log), len(set(log)), sorted(set(log))[:4])
log.clear()


def caught(n, value):
    kinds = {}
    for k in range(n):
        try:
            t = thrice(1, value if k % 7 == 3 else k)
        except Exception as e:
            tb = names(e)
            key = type(e).__name__, str(e), tuple(tb)
            kinds[key] = kinds.get(key, 0) + 1
    return kinds


print(caught(700, Seen(raising)))
print(caught(700, None))
print(caught(700, "x"))


def outside(n):
    hits = 0
    where = None
    for k in range(n):
        try:
            hits += b[k % 9, k % 6]
        except IndexError as e:
            where = e
            hits -= 1
    return hits, names(where), where.args, \
        where.__traceback__.tb_next.tb_next.tb_frame.f_locals["x"], where.__traceback__.tb_next.tb_frame.f_locals["xy"]


print(outside(2500))
for k in range(60):
    try:
        run(10, Seen(tracing) if k % 2 else k, 3)
    finally:
        sys.settrace(None)
print(len(log), log[:24])
log.clear()
print([thrice(Seen(changing) if k % 3 == 1 else k, k) for k in range(30)])


def changes(n):
    t = 0
    for k in range(n):
        t += thrice(Seen(changing) if k % 1000 == 1 else k, k)
    return t


print(changes(4000))


def deep(n):
    thrice(n, n)
    return deep(n + 1)


def deepest():
    sys.setrecursionlimit(sys.getrecursionlimit())
    found = []
    for k in range(20):
        try:
            deep(0)
        except RecursionError as e:
            tb, names = e.__traceback__, []
            while tb:
                names.append(tb.tb_frame.f_code.co_name)
                tb = tb.tb_next
            found.append((len(names), names[-1]))
    return set(found)


print(deepest())


def pairs(n):
    for k in range(n):
        yield thrice(k, 1)
        yield b[k % 7, k % 5]


print(sum(pairs(3200)))


# The function that is called changes.
def changed(n):
    global add
    t = 0
    old = add
    for k in range(n):
        t += twice(k, 1)
        if k == n // 2:
            def add(a, b):
                return a - b
    add = old
    return t


print(changed(3500), changed(3500))


class A:
    def f(self, x):
        return x + 1

    def g(self, x):
        return self.f(x) * 2


class B(A):
    def f(self, x):
        return [x]


def many(n):
    t = 0
    objects = [A(), A(), B(), A()]
    for k in range(n):
        r = objects[k & 3 if k > n // 2 else 0].g(k)
        t += r if isinstance(r, int) else len(r)
    return t


x = A()
for k in range(5000):
    x.f(k), x.g(k)
print(many(5000), many(5000))
