# Calls whose positional arguments are gathered: f(x, *args), f(*a, *b), f(*a, x, **k), with tuples of several lengths and other iterables, and code
# in between that raises, yields, or changes what is spread.


def show(*a, **k): return (len(a), a[:3], a[-1:], sorted(k))
def three(a, b, c=7): return a * 100 + b * 10 + c


class Wrap:
    def __init__(self, fn, *args, **kw):
        self.fn, self.args, self.kw = fn, args, kw

    def __call__(self, *rest, **kw):
        return self.fn(*self.args, *rest, **kw)

    def first(self, x):
        return self.fn(x, *self.args)

    def last(self, x):
        return self.fn(*self.args, x)

    def both(self, x, y):
        return self.fn(x, *self.args, y, **self.kw)


def drive(n, seqs):
    seen = {}
    for i in range(n):
        s = seqs[i % len(seqs)]
        try:
            r = (show(i & 1, *s), show(*s, i & 1), show(*s, *s), show(i & 1, *s, *s, i & 3, z=1), show(*s, **{"k": 1}))
        except TypeError as e:
            r = str(e)
        seen[repr(s)[:30]] = r
    return seen


seqs = [(), (1,), (1, 2), [3, 4, 5], "ab", {1: 2}, range(3), tuple(range(20)), ((1, (2, 3)), 4), 5, None]
for k, v in drive(110, seqs).items():
    print(k if "object" not in k else "...", v)
for k, v in drive(60, [(), (1, 2)]).items():
    print(k, v)


def wraps(n):
    t = 0
    ws = [Wrap(three, 1, 2), Wrap(three, 1), Wrap(show, 1, 2), Wrap(show)]
    out = []
    for i in range(n):
        w = ws[i % 4]
        for m in (w, w.first, w.last):
            try:
                r = m(i & 3)
            except TypeError as e:
                r = str(e)
            t += len(repr(r))
            if i < 4:
                out.append(r)
        t += len(repr(ws[2].both(i, 1)))
    return t, out


print(wraps(100))


# Something raises, or is seen, while the list is being gathered.
class Odd:
    def __init__(self, n): self.n = n
    @property
    def args(self):
        if self.n % 7 == 0:
            raise KeyError(self.n)
        return (self.n,) * (self.n % 4)
    def __iter__(self):
        yield self.n
        if self.n % 5 == 0:
            raise ValueError("odd")


def odd(n):
    log = []
    for i in range(n):
        o = Odd(i % 35)
        try:
            log.append(show(1, *o.args))
            log.append(show(1, i & 1, *o, *o.args))
        except (KeyError, ValueError) as e:
            log.append((type(e).__name__, e.args, e.__traceback__.tb_lineno - odd.__code__.co_firstlineno))
    return log


log = odd(105)
print(log[:16], len(log), sum(len(repr(x)) for x in log))


def gen(n):
    for i in range(n):
        yield show(i, *(yield i), *((i,) if i & 1 else ()))


def drain(n):
    g = gen(n)
    out = []
    next(g)
    for i in range(n):
        out.append(g.send((i,) * (i % 3)))
        try:
            next(g)
        except StopIteration:
            break
    return out


print(drain(60)[-3:], len(drain(60)))


# A list that is kept is a list of its own.
def keeps(n, *a):
    lists = []
    for i in range(n):
        l = [i, *a]
        l.append(show(i, *l))
        t = (i, *a)
        lists.append((l, t, {*a}))
    return lists[-2:]


print(keeps(60, 4, 5), keeps(60))


# Nested calls, and a callee that changes while it is called.
def outer(x, *a): return show(x, *three_or(x, *a), *a)
def three_or(x, *a): return (three(x, *a),) if len(a) in (1, 2) else a
print([outer(i & 7, *range(i % 4)) for i in range(60)][-4:])
def target(*a): return a
def swap(*a): return a[::-1]
def calls(n):
    r = []
    for i in range(n):
        r.append(target(i, *(1, 2, 3)))
        if i == n - 3:
            target.__code__ = swap.__code__
    return r[-4:]
print(calls(60))
def deep(n, *a): return deep(n - 1, n, *a[:3]) if n else a
print([deep(30) for _ in range(5)][-1])
