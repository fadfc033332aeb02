# next() with a default, of generators that machine code resumes: the default outlives the call, wherever it lay.


class Names:
    def __init__(self):
        self.known = {"a%d" % i: (i,) for i in range(100)}

    def spelled(self, name):
        return [name]

    def base(self, name):
        return name[1:]

    def cached(self, name):
        plain = self.base(name) if "/" in name else name
        keys = self.spelled(plain)
        return next((k for k in keys if k in self.known), name)

    def __contains__(self, name):
        return self.cached(name) in self.known

    def get(self, name, default=None):
        return self.known.get(self.cached(name), default)


def text(xs, i):
    return next((x for x in xs if x > 5), "t%d" % i)


def number(xs, i):
    n = i * 3 + 1
    return next((x for x in xs if x > 5), n)


def real(xs, i):
    return next((x for x in xs if x > 5), i * 0.5)


def pair(xs, i):
    return next((x for x in xs if x > 5), (i, i + 1.5, None))


def large(xs, i):
    return next((x for x in xs if x > 5), (1 << 70) + i)


def fresh(xs, i):
    return next((x for x in xs if x > 5), [i])


def argument(xs, default):
    return next((x for x in xs if x > 5), default)


def nested(xs, i):
    return next((x for x in xs if x > 5), next((x for x in xs if x > 3), i + 0.25))


def failing(xs, i):
    try:
        return next((1 // (x - 2) for x in xs if x > 1), "none %d" % i)
    except ZeroDivisionError as e:
        return i, str(e)


def busy(xs, i):
    def g():
        for x in xs:
            sum(range(x), i)
            if x > 5:
                yield x
        return "returned"

    return next(g(), i ^ 1)


def run():
    names, found = Names(), 0
    for i in range(1500):
        k = "a%d" % (i % 50) if i % 3 == 1 else "/b%d" % i
        found += k in names
        found += names.get(k, 1) == 1
    print(found)
    for f in text, number, real, pair, large, fresh, argument, nested, failing, busy:
        out = []
        for i in range(900):
            out.append(f([1, 2, 3, 4, i % 7], i) if i % 5 else f([], i))
        print(f.__name__, out[:12], hash(str(out)) == hash(str([f([1, 2, 3, 4, i % 7], i) if i % 5 else f([], i) for i in range(900)])), len(str(out)))


run()
