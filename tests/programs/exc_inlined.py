# Exceptions that short functions raise and their callers catch, and loops over iterators that are defined in Python.
import sys


def trace(e):
    out = []
    tb = e.__traceback__
    while tb is not None:
        f = tb.tb_frame
        out.append((f.f_code.co_name, tb.tb_lineno - f.f_code.co_firstlineno, f.f_back.f_code.co_name if f.f_back else None))
        if f.f_code.co_name.startswith("check"):
            out.append((f.f_lineno - f.f_code.co_firstlineno, sorted(f.f_locals.items()), f.f_globals is globals()))
        tb = tb.tb_next
    return out


def show(e):
    return e and (type(e).__name__, e.args, trace(e), show(e.__context__), show(e.__cause__), e.__suppress_context__)


def now():
    return show(sys.exception())


class Plain(Exception):
    pass


class End(StopIteration):
    pass


def check(x):
    if x % 2:
        raise ValueError("odd", x)
    return x


def check_class(x):
    if x > 2:
        raise Plain
    return x


def check_text(x, y=5):
    z = x + y
    if z > 7:
        raise Plain(f"{x} and {y!r}") from None
    return z


def check_assert(x):
    assert x < 2, x
    return x


def check_key(d, k):
    return d[k]


def check_again(x):
    raise


def check_given(e):
    raise e


def check_cause(x):
    raise Plain(x) from KeyError(x)


def check_big(x):
    y = x << 60
    if x:
        raise Plain(y)


def make(n):
    def check_free(x):
        if x == n:
            raise Plain(n)
        return x
    return check_free


class Checked:
    def __init__(self, x):
        self.x = x
        if x == 2:
            raise ValueError(self.x)

    def check_method(self, x):
        if x == self.x:
            raise Plain(x)
        return x

    @property
    def check_property(self):
        if self.x:
            raise AttributeError("none")
        return 0


def caught(n):
    t = 0
    for i in range(n):
        try:
            t += check(i)
        except ValueError:
            t += 100
        try:
            t += check_class(i)
        except Plain:
            t += 1000
    return t


def seen(n):
    out = []
    free = make(3)
    for i in range(n):
        for f in check, check_class, check_text, check_assert, check_again, check_cause, check_big, free:
            try:
                out.append(f(i))
            except Exception as e:
                out.append(show(e))
            out.append(now())
    return out


def direct(n):
    out = []
    for i in range(n):
        try:
            out.append(check(i))
        except ValueError as e:
            out.append(show(e))
            out.append(now())
        try:
            out.append(check_text(i, y=i))
        except Plain as e:
            kept = e
            out.append(show(kept))
        try:
            out.append(check_assert(i))
        except AssertionError as e:
            out.append(show(e))
        try:
            out.append(check_key({0: 1}, i))
        except KeyError as e:
            out.append(show(e))
        try:
            check_cause(i)
        except Plain as e:
            out.append(show(e))
        try:
            check_big(i)
        except Plain as e:
            out.append(show(e))
    return out


def handling(n):
    out = []
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            except KeyError:
                check_class(i + 2)
                out.append("passed")
        except Plain as e:
            out.append(show(e))
        try:
            try:
                raise KeyError(i)
            except KeyError:
                check_again(i)
        except KeyError as e:
            out.append(show(e))
    return out


def given(n):
    out = []
    kept = Plain("kept")
    for i in range(n):
        for e in Plain(i), kept, Plain:
            try:
                check_given(e)
            except Plain as x:
                out.append((x is e, len(trace(x)), x.args))
        e = Plain("new")
        try:
            check_given(e)
        except Plain as x:
            out.append((x is e, trace(x)[0]))
    return out


def layers(n):
    last = None
    for i in range(n):
        try:
            check_given(Plain(last))
        except Plain as e:
            last = e
    k = 0
    while last is not None:
        last = last.args[0]
        k += 1
    return k


def methods(n):
    out = []
    for i in range(n):
        try:
            c = Checked(i)
        except ValueError as e:
            out.append(trace(e))
            continue
        try:
            out.append(c.check_method(3))
        except Plain as e:
            out.append(trace(e)[:1])
        try:
            out.append(c.check_property)
        except AttributeError as e:
            out.append(trace(e)[:1])
        out.append(hasattr(c, "check_property"))
    return out


def uncaught(x):
    return check(x) + check_class(x)


def finally_(x):
    try:
        return check(x)
    finally:
        now()


class Count:
    def __init__(self, n):
        self.i, self.n = 0, n

    def __iter__(self):
        return self

    def __next__(self):
        i = self.i
        if i >= self.n:
            raise StopIteration
        self.i = i + 1
        return i


class Ends(Count):
    def __next__(self):
        self.i += 1
        if self.i == 3:
            raise End(self.i)
        if self.i == self.n:
            raise KeyError(self.i)
        return self.i


class Deep(Count):
    def __next__(self):
        return self.more()

    def more(self):
        if self.i >= self.n:
            raise StopIteration(self.i)
        self.i += 1
        return self.i


class Other:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        return self.x


class Wrapped(Count):
    def __next__(self):
        try:
            return super().__next__()
        except StopIteration:
            raise


class Sequence:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, i):
        if i >= self.n:
            raise IndexError(i)
        return i


class Meets:
    def __iter__(self):
        return Count(2)


def iterate(make, n):
    out = []
    for k in range(n):
        for i in make(k):
            out.append(i)
            if len(out) > 40:
                break
        else:
            out.append("else")
    out.append(now())
    return out


def nested(n):
    t = 0
    for i in Count(n):
        for j in Count(i):
            try:
                t += check(j)
            except ValueError:
                continue
            for k in Deep(2):
                t += k
    return t


def in_handler(n):
    out = []
    for i in range(n):
        try:
            raise Plain(i)
        except Plain:
            for k in Count(2):
                out.append(k)
            for k in Deep(1):
                out.append(now())
    return out


def shared(n):
    c = Count(n)
    a = []
    for i in c:
        for j in c:
            a.append((i, j))
            if j % 3 == 0:
                break
    return a, list(c)


def changes(n):
    out = []
    c = Count(2 * n)
    for i in c:
        out.append(i)
        if i == 3:
            Count.__next__ = lambda self: out.append("new") or next(stop)
            stop = iter([7, 8])
    return out


def outcome(f, *args):
    try:
        return f(*args)
    except BaseException as e:
        return show(e)


for f in caught, seen, direct, handling, given, layers, methods, nested, in_handler, shared:
    for n in 1, 4, 6:
        print(f.__name__, n, outcome(f, n))
for f in uncaught, finally_:
    for i in range(4):
        print(f.__name__, i, outcome(f, i))
for make_ in (Count, Ends, Deep, Wrapped, Sequence, range, lambda k: Other(Count(k)), lambda k: Other([k]), lambda k: Other(iter([k])), lambda k: Other(3),
              lambda k: Meets(), lambda k: Other(None), lambda k: Other(Sequence(1))):
    for n in 1, 4, 5:
        print(outcome(iterate, make_, n))
old = Count.__next__
for n in 1, 4:
    print(outcome(changes, n))
    Count.__next__ = old


# classes that stop to be iterators, while loops over them are hot
class Loses:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n


def loses(n):
    t = []
    for i in range(n):
        if i == 3:
            del Loses.__next__
        if i == 4:
            Loses.__next__ = lambda self: next(self.it)
            Loses.it = iter([5, 6])
        if i == 5:
            Loses.__iter__ = lambda self: iter("ab")
        try:
            for k in Loses(i):
                t.append(k)
        except TypeError as e:
            t.append(str(e))
    return t


print(loses(7))
