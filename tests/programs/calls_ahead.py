# Built-in functions that call a function of the program with one item after the other: machine code makes several calls at a time. What programs see of
# that must be what single calls show.
import gc
import sys
from _functools import reduce
from _weakref import ref


def plus(x):
    return x + 1


def pair(a, b):
    return (a, b)


def odd(x):
    return x & 1


class Scale:
    def __init__(self, by):
        self.by = by

    def times(self, x):
        return x * self.by

    def over(self, x):
        return x > self.by


def all_kinds(seq):
    s = Scale(3)
    k = 7
    print(list(map(plus, seq)), list(map(s.times, seq)), list(map(lambda x: x * k, seq)))
    print(list(filter(odd, seq)), list(filter(s.over, seq)), list(filter(lambda x: x - k, seq)))
    print(sorted(seq, key=lambda x: -x), sorted(seq, key=s.times, reverse=True), sorted(seq, key=odd))
    print(max(seq, key=lambda x: x % 5), min(seq, key=lambda x: x % 5), min(seq, key=s.times))
    print(reduce(lambda a, b: a * 2 + b, seq), reduce(pair, seq, None))
    print(sum(map(plus, seq)), any(map(lambda x: x > 90, seq)), all(map(odd, seq)), tuple(map(odd, seq)), set(map(odd, seq)))
    print(','.join(map(lambda x: 'n%d' % x, seq)), dict(zip(map(plus, seq), map(odd, seq))))
    print(max(map(plus, seq)), min(filter(odd, seq), default=None), list(map(plus, filter(odd, seq))))


def quiet(*args, **kw):
    pass


real, print = print, quiet
for _ in range(30):
    all_kinds(list(range(40)))
print = real
all_kinds(list(range(70)))
all_kinds(tuple(range(5, 45)))
all_kinds(range(3, 60, 2))
all_kinds(range(20, -20, -3))
all_kinds([5])

# Lists that change while they are gone through.
def change(what):
    seen = []
    l = list(range(10))

    def f(x):
        seen.append(x)
        what(l, x)
        return x

    return seen, l, f


def add(l, x):
    if x < 30:
        l.append(x + 100 if x == 5 else x + 10)


def drop(l, x):
    del l[-1]


def clear(l, x):
    if x == 4:
        l.clear()


for what in add, drop, clear:
    for run in (lambda f, l: list(map(f, l)), lambda f, l: list(filter(f, l)), lambda f, l: max(l, key=f), lambda f, l: reduce(lambda a, b: f(b), l),
                lambda f, l: sum(map(f, l))):
        for _ in range(12):
            seen, l, f = change(what)
            r = run(f, l)
        print(what.__name__, seen, l, r)

def during_sort(l):
    def key(x):
        if x == 7:
            l.append(1)
        return -len(l) * x
    try:
        l.sort(key=key)
    except ValueError as e:
        return e, l
    return l


for n in 5, 30:
    for _ in range(20):
        r = during_sort(list(range(n)))
    print(r)

# An exception leaves the iterator where it was; what comes after it can still be had.
def fail(x):
    if x % 9 == 8:
        raise LookupError(x)
    return x * 10


def rest(make):
    out = []
    it = iter(make())
    m = map(fail, it)
    while True:
        try:
            out.extend(m)
            return out, list(it)
        except LookupError as e:
            out.append((str(e), next(it, None)))


def names(tb):
    return [] if tb is None else [tb.tb_frame.f_code.co_name] + names(tb.tb_next)


for make in lambda: list(range(30)), lambda: tuple(range(30)), lambda: range(30):
    for _ in range(20):
        r = rest(make)
    print(r)
for seq in list(range(30)), tuple(range(30)), range(30):
    for _ in range(20):
        got = []
        for f in lambda s: sorted(s, key=fail), lambda s: max(s, key=fail), lambda s: list(filter(fail, s)), lambda s: reduce(lambda a, b: a + fail(b), s):
            try:
                f(seq)
            except LookupError as e:
                got.append((str(e), names(e.__traceback__)))
    print(got)

# What fails was called behind calls that machine code had left early.
for n in range(1, 40):
    seen, turns = [], [lambda: 1 // 0]

    def trip(x):
        seen.append(x)
        if x == n and turns:
            turns.pop()()

    it = iter(list(range(40)))
    try:
        list(map(trip, it))
    except ZeroDivisionError:
        if seen != list(range(n + 1)) or list(it) != list(range(n + 1, 40)):
            print(n, seen)

# Items of everything that can be iterated over: they are taken one after the other, and an iterator that has ended is not asked again.
class Asked:
    def __init__(self, n, fail=None):
        self.n, self.asked, self.fail = n, 0, fail

    def __iter__(self):
        return self

    def __next__(self):
        self.asked += 1
        if self.asked == self.fail:
            raise LookupError(self.fail)
        if self.asked > self.n:
            raise StopIteration
        return self.asked


class Derived(list):
    def __iter__(self):
        return iter([3, 1, 2])


class Plain(list):
    pass


def numbers(n, at=None, do=None):
    for i in range(n):
        if i == at:
            do()
        yield i


def stops(x):
    if x == 4:
        raise StopIteration(x)
    return x


numbered = {n: n * n % 11 for n in range(20)}
iterables = [lambda: numbered, lambda: numbered.values(), lambda: {3, 1, 2}, lambda: numbers(12), lambda: numbers(0), lambda: (x for x in 'cab'), lambda: 'hello',
             lambda: b'hello', lambda: iter(Plain([5, 4, 6])), lambda: Plain([5, 4, 6]), lambda: Derived([9]), lambda: Asked(5), lambda: Asked(9, 7), lambda: map(len, ['a', 'bb']),
             lambda: filter(None, [0, 1, 2]), lambda: reversed([1, 2, 3]), lambda: range(2 ** 60, 2 ** 60 + 3), lambda: iter([1, 2].pop, 7), lambda: numbers(9, 6, lambda: 1 // 0)]
for make in iterables:
    for _ in range(12):
        got = []
        for run in (lambda f, it: list(map(f, it)), lambda f, it: list(filter(f, it)), lambda f, it: max(it, key=lambda x: f(x) and 1), lambda f, it: sorted(it, key=lambda x: f(x) and 1),
                    lambda f, it: reduce(lambda a, b: (f(a), f(b)) and b, it), lambda f, it: sorted(set(map(f, it)), key=str), lambda f, it: any(map(lambda x: f(x) is None, it))):
            it, seen = make(), []
            try:
                r = run(lambda x: seen.append(x) or x, it)
            except (LookupError, ArithmeticError, TypeError, ValueError) as e:
                r = repr(e)
            got.append((r, len(seen), getattr(it, 'asked', None)))
    print(got)
for make in iterables:
    for _ in range(12):
        got = []
        for run in (lambda it: list(map(stops, it)), lambda it: list(filter(stops, it)), lambda it: sorted(it, key=stops), lambda it: max(it, key=stops),
                    lambda it: reduce(lambda a, b: stops(b), it)):
            it = make()
            try:
                r = run(it)
            except (LookupError, ArithmeticError, TypeError, ValueError, StopIteration) as e:
                r = repr(e)
            got.append((r, getattr(it, 'asked', None)))
    print(got)

# What gives the items changes the function, or what watches it.
def given(x):
    return x, 'given'


first = given.__code__
changes = [lambda: setattr(given, '__code__', (lambda x: -x).__code__), lambda: setattr(given, '__code__', (lambda *x: x).__code__), lambda: sys.settrace(watch), gc.collect]


def watch(frame, event, arg):
    watched.append(frame.f_code.co_name)


for do in changes:
    for at in 0, 1, 5, 40:
        for _ in range(6):
            watched = []
            given.__code__ = first
            r = list(map(given, numbers(42, at, do)))
            sys.settrace(None)
        print(r[at - 1:at + 3], watched[:3])
        given.__code__ = first
        try:
            r = max(numbers(42, at, do), key=given)
        except TypeError as e:
            r = e
        sys.settrace(None)
        print(r, watched[-1:])
        given.__code__ = first
        print(reduce(lambda a, b: given(b), numbers(42, at, lambda: None)))


class Folds:
    n = 0

    def fold(self, a, b):
        self.n += 1
        return a + b


for _ in range(12):
    folds = Folds()
    r = reduce(folds.fold, numbers(30)), folds.n, reduce(lambda a, b: a + b, numbers(1)), reduce(lambda a, b: a + b, {}, 5)
print(r)

# The function steps the iterator itself, uses it up, or calls what calls it.
def stepping(n):
    it = iter(list(range(n)))
    return list(map(lambda x: (x, next(it, None)), it))


def ending(n):
    it = iter(list(range(n)))
    return list(map(lambda x: x if x < 5 else sum(it), it)), list(it)


def nested(l, depth):
    return sorted(l, key=lambda x: (sum(nested(l[:x], depth - 1)) if depth else 0, -x))


def back(n):
    it = iter(range(n))
    seen = []

    def f(x):
        seen.append(x)
        if x == 3 and seen.count(3) < 3:
            it.__setstate__(1)
        return x
    return list(map(f, it)), seen


for _ in range(20):
    r = stepping(11), ending(20), nested(list(range(6)), 2), back(9)
print(r)

# The function is replaced under way, or made to be what cannot be called like that.
def one(x):
    if x == 20:
        one.__code__ = other.__code__
    return x, 'one'


def other(x):
    return x, 'other'


def many(x, *rest):
    return x, rest


def gen(x):
    yield x


def two(x, y=4):
    return x, y


def kwonly(x, *, y=4):
    return x, y


first = one.__code__
for other in other, many, gen:
    for _ in range(15):
        one.__code__ = first
        r = list(map(one, range(15, 26)))
    print([x if isinstance(x, tuple) else list(x) for x in r])
for f in two, kwonly, many:
    for _ in range(15):
        r = list(map(f, range(4))), sorted(range(4), key=f), max([1, 2, 3, 4, 5], key=f)
    print(r)

# What it relies on changes.
step = 1


def by_global(x):
    global step
    if x == 50:
        step = 'x'
    return (x, step) if step == 'x' else x + step


class Of:
    unit = 1

    def f(self, x):
        if x == 50:
            Of.unit = 2.5
        return x * self.unit


for _ in range(30):
    step, Of.unit = 1, 1
    r = list(map(by_global, range(40, 60))), list(map(Of().f, range(40, 60)))
print(r)

# Frames, tracing, depth.
def caller(x):
    fr = sys._getframe()
    return fr.f_back.f_code.co_name, fr.f_locals['x'], fr.f_lineno - fr.f_code.co_firstlineno


def keep(x, kept=[]):
    return x


def calls_caller(seq):
    return list(map(caller, seq))


for _ in range(30):
    r = calls_caller(list(range(3)))
print(r)


def framed(seq):
    frames = []
    sorted(seq, key=lambda x: frames.append(sys._getframe()) or x)
    return [f.f_locals['x'] for f in frames], frames[0] is frames[1], frames[0].f_back.f_code.co_name


for _ in range(30):
    r = framed([3, 2, 1])
print(r)


def traced(x):
    if x == 6:
        sys.settrace(tracer)
    return x + 1


events = []


def tracer(frame, event, arg):
    events.append((frame.f_code.co_name, event))
    return tracer


for _ in range(30):
    list(map(traced, range(6)))
list(map(traced, range(9)))
sys.settrace(None)
print(events)


def deep(n):
    return 0 if n == 0 else max(map(deep, [n - 1] * 3)) + 1


def endless(n):
    return sum(map(endless, [n + 1, n + 2, n + 3]))


def limited(n):
    return list(map(limited, [n])) if n else n


print(deep(7))
for _ in range(3):
    try:
        endless(0)
    except RecursionError as e:
        print(type(e).__name__)
sys.setrecursionlimit(400)
try:
    for n in range(400):
        limited(n)
except RecursionError:
    print('deeper than 30:', n > 30)
sys.setrecursionlimit(1000)

# Objects live as long as they have to, and no longer.
class Thing:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other.n

    def __bool__(self):
        return self.n % 3 != 0


def made(n):
    if n % 16 == 3:
        gc.collect()
    return Thing(n * 7 % 40)


for _ in range(4):
    things = list(map(made, range(40)))
print([x.n for x in things], [x.n for x in sorted(things, key=lambda x: Thing(-x.n))], max(things, key=lambda x: x).n)
print([x.n for x in filter(lambda x: x, things)], list(filter(lambda n: things[n], range(12))))
dead = []
for n in range(5):
    l = [Thing(n) for n in range(5)]
    refs = list(map(lambda x: ref(x), l))
    del l
    gc.collect()
    dead.append([r() for r in refs])
print(dead)

# Keys and results of all kinds, the ends of numbers among them.
ends = [2 ** 47, 2 ** 48 - 1, 2 ** 48, -2 ** 48, -2 ** 48 - 1, 2 ** 63, 0.5, float('inf'), True, 0, -1]
for _ in range(20):
    r = (list(map(lambda x: x + x, ends)), sorted(ends, key=lambda x: -x), max(ends, key=lambda x: x), min(ends, key=lambda x: x), sum(map(lambda x: x, ends)),
         set(map(lambda x: x, ends)), list(filter(lambda x: x, ends)), list(map(lambda x: x * 2, range(2 ** 47, 2 ** 49, 2 ** 47))),
         list(map(lambda x: x, range(-2 ** 48, 2 ** 48, 2 ** 47))))
print(r)
for keys in [1, 2.5, 'a'], ['b', 'a', 'c', 'aa'], [(1, 2), (0, 5), (1, 1)], [None, None, None, None], [1, 2, 3, None, 5, 6], [True, 0, 2.0, 1]:
    calls = []
    for f in max, min, sorted:
        for _ in range(15):
            calls.clear()
            try:
                r = f(list(range(len(keys))), key=lambda n: calls.append(n) or keys[n])
            except TypeError as e:
                r = str(e)
        print(f.__name__, r, calls)


# Functions that are slow to end: with finally, with, nested functions, and coroutines that they make.
def final(x):
    try:
        return 10 // (x - 20)
    except ZeroDivisionError:
        return 'zero'
    finally:
        log.append(x)


log = []
for _ in range(10):
    log.clear()
    r = list(map(final, range(15, 25)))
print(r, log)


async def co(x):
    return x


def closed(x):
    def inner():
        return x
    return inner


cos = list(map(co, range(40)))
print(len(cos), type(cos[0]).__name__)
for c in cos:
    c.close()
for _ in range(20):
    r = list(map(closed, range(20)))
print([f() for f in r])
