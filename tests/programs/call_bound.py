# Calls of what is kept in variables, attributes, lists and dicts: bound methods, built-in methods, instances that can be called,
# partials, classes. A compiler may know what they do, but not whom they do it to.

import gc
from _weakref import ref


class Phase:
    def __init__(self, name, base=10):
        self.name = name
        self.base = base
        self.seen = []

    def process(self, x):
        self.seen.append(x)
        return self.base + x

    def defaults(self, x, y=5, *, z=7):
        return (self.name, x, y, z)

    def many(self, *args, **kw):
        return (self.name, args, sorted(kw.items()))

    def gen(self, n):
        for i in range(n):
            yield self.base + i

    def fails(self, x):
        if x == 17:
            raise ValueError(f"{self.name} does not like {x}")
        return x

    @classmethod
    def build(cls, x):
        return (cls.__name__, x)

    @staticmethod
    def free(x):
        return ("free", x)


class Late(Phase):
    def process(self, x):
        return -Phase.process(self, x)


class Callable:
    def __init__(self, k):
        self.k = k

    def __call__(self, x, y=1):
        return self.k * x + y


# The same site, ever other objects behind one function.
def drive(method, n):
    total = 0
    for i in range(n):
        total += method(i)
    return total


print([drive(Phase(str(k), k).process, 9) for k in range(30)])
print([drive((Late if k & 1 else Phase)(str(k), k).process, 9) for k in range(12)])


# Methods in lists and dicts.
def dispatch(table, keys):
    out = []
    for k in keys:
        for f in table[k]:
            out.append(f(k))
    return out


a, b = Phase("a", 100), Late("b", 200)
table = {1: [a.process, b.process], 2: [a.fails, Phase.build, Phase.free, Late.build], 3: [Callable(3), abs, str, a.process], 4: [[7, 8].count, "x4".__contains__ and "x4".count]}
table[4] = [[7, 4, 4].count, {4: "four"}.get, (4, 5).index]
for _ in range(8):
    print(dispatch(table, [1, 2, 3, 4]))
print(len(a.seen), len(b.seen))


# Errors: texts, tracebacks, and the method's own object.
def call(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def errors(p, n):
    out = []
    for i in range(n):
        m = p.fails
        try:
            out.append(m(i))
        except ValueError as e:
            tb = e.__traceback__
            out.append((str(e), tb.tb_frame.f_code.co_name, tb.tb_next.tb_frame.f_locals["self"] is p))
    return out


print(errors(Phase("p"), 20)[-4:])


def wrong(methods):
    out = []
    for m in methods:
        try:
            out.append(m())
        except TypeError as e:
            out.append(str(e))
        try:
            out.append(m(1, 2, 3, 4))
        except TypeError as e:
            out.append(str(e))
    return out


for _ in range(3):
    print(wrong([a.process, a.defaults, a.fails, [].append, {}.get]))


# Built-in methods in variables, bound to lists, subclasses, other things; one site sees many definitions.
class Loud(list):
    def append(self, x):
        list.append(self, ("loud", x))


class Quiet(list):
    pass


def fill(out, n):
    append = out.append
    for i in range(n):
        append(i)
    return out


for _ in range(4):
    print(fill([], 5), fill(Loud(), 3), fill(Quiet(), 3), len(fill(bytearray(), 6)))


def each(f, items):
    return [f(x) for x in items]


d = {1: "one", 2: "two"}
s = set()
l = [1, 2]
for _ in range(6):
    print(each(d.get, [1, 2, 3]), each(s.add, [1, 2]), each(l.append, [5]), each(len, ["a", "bc"]), each("a,b".split, [",", "b"]),
          each({2: 3}.get, [2]), each(l.count, [5]), each((5).__add__, [1, 2.5]), each(max, [[1, 3], [2]]), each([3, 1].index, [1]))
print(sorted(s), l)


# The same definition, self changes under a running loop.
def alternate(n):
    lists = [[], [], []]
    for i in range(n):
        f = lists[i % 3].append
        f(i)
        g = lists[i % 3].pop if i % 7 == 6 else lists[i % 3].copy
        g()
    return lists


print(alternate(40))


# A method of something that can be called; methods of methods.
class Meta(type):
    def __call__(cls, *args):
        return ("meta", cls.__name__, args)


class M(metaclass=Meta):
    pass


MethodType = type(a.process)


def pair(x, y):
    return (x, y)


def three(x, y, z):
    return (x, y, z)


odd = [MethodType(Callable(5), 3), MethodType(pair, "p"), MethodType(MethodType(three, 1), 2), MethodType(M, 4), MethodType(len, [1, 2]), MethodType(divmod, 17),
       MethodType(int, "21")]
for _ in range(5):
    print([call(f, 9) for f in odd])


def direct(fs, x):
    out = []
    for f in fs:
        try:
            out.append(f(x))
        except TypeError as e:
            out.append(str(e))
    return out


for _ in range(6):
    print(direct(odd, 9))


# What a function does changes under way; what a method is bound to is looked up in time.
def change(n):
    p = Phase("c", 1)
    m = p.process
    out = []
    for i in range(n):
        if i == 5:
            Phase.process = lambda self, x: ("new", x)
        if i == 9:
            m = p.process
        if i == 12:
            m.__func__.__code__ = (lambda self, x: ("code", self.name, x)).__code__
        if i == 15:
            p.process = lambda x: ("own", x)
            m = p.process
        out.append(m(i))
    return out


process = Phase.process
print(change(18))
Phase.process = process


# Generators, closures and recursion by way of bound methods.
def chain(ms):
    return [list(m(3)) for m in ms]


print(chain([Phase(str(k), k).gen for k in range(7)]))


class Tree:
    def __init__(self, n):
        self.kids = [Tree(n - 1) for _ in range(2)] if n else []

    def walk(self, visit):
        visit(self)
        for k in self.kids:
            w = k.walk
            w(visit)


count = [0]


def bump(node):
    count[0] += 1


Tree(6).walk(bump)
print(count)
seen = []
Tree(5).walk(seen.append)
print(len(seen))


# Global bound methods are constants while they stay.
step = Phase("global", 1000).process
add = seen.append


def use(n):
    t = 0
    for i in range(n):
        t += step(i)
        add(i)
    return t


print(use(6))
step = Late("other", 5).process
print(use(6))
del seen[:]
add = [].append
print(use(6), seen)


# Nothing that was called is kept alive by having been called.
class Document:
    def __init__(self):
        self.all = list(range(10))

    def visit(self, x):
        return x + 1

    def __call__(self, x):
        return x + 2


def work(f):
    t = 0
    for i in range(30):
        t += f(i)
    return t


def fillMany(f):
    for i in range(30):
        f(i)


class Holder(list):
    pass


def call_table(table):
    for i in range(30):
        for f in table:
            f(i)


def run(refs):
    for _ in range(5):
        d = Document()
        refs.append(ref(d))
        m = d.visit
        for _ in range(60):
            work(m)
        d = Document()
        refs.append(ref(d))
        for _ in range(60):
            work(d)
        h = Holder()
        refs.append(ref(h))
        m = h.append
        for _ in range(60):
            fillMany(m)
        d = Document()
        refs.append(ref(d))
        h = Holder()
        refs.append(ref(h))
        table = (d.visit, h.append, d, d.all.count)
        for _ in range(60):
            call_table(table)


refs = []
run(refs)
gc.collect()
print(len(refs), [r() is None for r in refs].count(False))


# Deep recursion and the error that ends it.
class Deep:
    def down(self, n):
        f = self.down
        return f(n + 1)


for _ in range(3):
    try:
        Deep().down(0)
    except RecursionError as e:
        print(type(e).__name__)
