# One site that sees a thousand classes; functions called with every combination of argument types.
classes = []
for k in range(1000):
    body = {"k": k, "get": (lambda self, k=k: k)}
    if k % 3 == 0:
        body["__slots__"] = ()
    if k % 5 == 0:
        body["__add__"] = lambda self, o: o + 1
    classes.append(type("C%d" % k, (), body))
objects = [c() for c in classes]


def visit(objs):
    t = 0
    for o in objs:
        t += o.k
        t += o.get()
        try:
            t = o + t
        except TypeError:
            t -= 1
    return t


def store(objs):
    bad = 0
    for i, o in enumerate(objs):
        try:
            o.value = i
            o.other = o.value + 1
        except AttributeError:
            bad += 1
    return bad, sum(getattr(o, "other", 0) for o in objs)


def checks(objs):
    t = 0
    first = classes[1]
    for o in objs:
        t += isinstance(o, first)
        t += type(o) is first
        t += isinstance(o, (first, classes[7]))
    return t


print(visit(objects), visit(objects), visit(reversed(objects)), visit(objects[:1] * 500), store(objects), checks(objects * 2))


def f(a, b):
    return a + b


def g(a, b):
    if a < b:
        return f(a, b)
    return f(b, a)


def h(a, b, c):
    return [a, b, c][a is b] if a == b else (a, c)


values = [0, 1, -5, 2**48, 2**64, 0.5, -0.0, True, False, 1e300, 2**47]
acc, n = 0, 0
for rounds in range(8):
    for a in values:
        for b in values:
            acc = (acc * 7 + f(a, b) * 2 + g(a, b)) % 1e6
            for c in values:
                r = h(a, b, c)
                n += isinstance(r, tuple)
print(round(acc, 3), n)
others = values + ["s", "", (1,), [2], None, b"x", {1}]
log = {}
for rounds in range(5):
    for a in others:
        for b in others:
            try:
                r = type(f(a, b)).__name__
            except (TypeError, OverflowError) as e:
                r = str(e)
            log[r] = log.get(r, 0) + 1
for k in sorted(log):
    print(k, log[k])


def kinds(n):
    """A variable that is of another type at every turn of the loop."""
    x, t = None, 0
    for i in range(n):
        if x is None:
            x = i
        elif isinstance(x, int):
            x = float(x)
        elif isinstance(x, float):
            x = str(x)
        elif isinstance(x, str):
            x = [x]
        elif isinstance(x, list):
            x = tuple(x)
        elif isinstance(x, tuple):
            x = {x[0]: i}
        else:
            t += len(x)
            x = None
    return t, x


print(kinds(3000))
ints = [i * (-1) ** i for i in range(2000)]
same = 0
for v in ints:
    # A thousand different values at a site that might promote them.
    same += [10, 20, 30][v % 3] + (5).__add__(v) + pow(v, 2, 7) + (v << (v % 60 & 31)) % 11
print(same)
