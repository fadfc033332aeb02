# Exceptions that are raised and caught in one function: what programs can see of them, and when.
import sys


class Plain(Exception):
    pass


class Other(Plain):
    pass


class Init(Exception):
    def __init__(self, a):
        self.a = a


class New(Exception):
    def __new__(cls, *args):
        self = super().__new__(cls, *args)
        self.b = args
        return self


def trace(e):
    out = []
    tb = e.__traceback__
    while tb is not None:
        out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno, tb.tb_lasti > 0))
        tb = tb.tb_next
    return out


def show(e):
    if e is None:
        return None
    return (type(e).__name__, e.args, trace(e), show(e.__context__), show(e.__cause__), e.__suppress_context__)


def now():
    return show(sys.exception())


def seen(n):
    out = []
    for i in range(n):
        try:
            raise ValueError(i, "a")
        except ValueError as e:
            out.append(show(e))
            out.append(now())
        out.append(now())
    return out


def unseen(n):
    t = 0
    for i in range(n):
        try:
            if i & 1:
                raise ValueError
            t += 1
        except ValueError:
            t += 100
    return t


def late(n):
    last = None
    for i in range(n):
        try:
            raise Plain(i)
        except Plain as e:
            last = e
    return show(last), now()


def late_in_other_handler(n):
    out = []
    for i in range(n):
        try:
            raise Plain(i)
        except Plain as e:
            last = e
        try:
            {}[i]
        except KeyError:
            out.append(show(last))
            out.append(now())
        try:
            raise Other
        except Other:
            out.append(show(last))
            out.append(now())
        out.append(now())
    return out


def nested(n):
    out = []
    for i in range(n):
        try:
            try:
                raise KeyError("k")
            except KeyError:
                raise ValueError("v")
        except ValueError as e:
            out.append(show(e))
    return out


def nested_real(n):
    out = []
    for i in range(n):
        try:
            try:
                {}["k"]
            except KeyError:
                raise ValueError("v")
        except ValueError as e:
            out.append(show(e))
        out.append(now())
    return out


def nested_seen(n):
    out = []
    for i in range(n):
        try:
            try:
                raise KeyError("k")
            except KeyError:
                out.append(now())
                raise ValueError("v")
        except ValueError as e:
            out.append(now())
            kept = e
        out.append(now())
        out.append(show(kept))
    return out


def three(n):
    out = []
    for i in range(n):
        try:
            raise ValueError(1)
        except ValueError:
            try:
                raise KeyError(2)
            except KeyError:
                try:
                    raise IndexError(3)
                except IndexError:
                    if i == 2:
                        out.append(now())
                if i > 0:
                    out.append(now())
            out.append(now())
        out.append(now())
    return out


def causes(n):
    out = []
    for i in range(n):
        try:
            try:
                raise KeyError("k")
            except KeyError as e:
                if i % 3 == 0:
                    raise ValueError("v") from e
                if i % 3 == 1:
                    raise ValueError("v") from None
                raise ValueError("v") from TypeError("t")
        except ValueError as e:
            out.append(show(e))
    return out


def chain(n):
    last = None
    for i in range(n):
        try:
            raise Plain(i) from last
        except Plain as e:
            last = e
    k = 0
    while last is not None:
        k += last.args[0]
        last = last.__cause__
    return k


def again(n):
    out = []
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            except KeyError:
                raise
        except KeyError as e:
            out.append(show(e))
        try:
            try:
                raise KeyError(i)
            except KeyError as e:
                raise e
        except KeyError as e:
            out.append(show(e))
        try:
            try:
                raise KeyError(i)
            finally:
                out.append(now())
        except KeyError as e:
            out.append(show(e))
    return out


def twice(n):
    out = []
    for i in range(n):
        e = Plain(i)
        for k in range(2):
            try:
                raise e
            except Plain as x:
                out.append(x is e)
        out.append(show(e))
    return out


def itself(n):
    out = []
    for i in range(n):
        try:
            try:
                raise Plain(i)
            except Plain as e:
                raise e from e
        except Plain as e:
            out.append((e.__cause__ is e, e.__context__, trace(e)))
    return out


def clauses(n):
    out = []
    for i in range(n):
        try:
            if i % 4 == 0:
                raise Other
            elif i % 4 == 1:
                raise KeyError
            elif i % 4 == 2:
                raise StopIteration(i)
            raise AttributeError("x")
        except (KeyError, IndexError):
            out.append("lookup")
        except Plain:
            out.append("plain")
        except StopIteration as e:
            out.append(e.value)
        except Exception as e:
            out.append((e.name, str(e)))
        else:
            out.append("none")
        finally:
            out.append(now())
    return out


def leaves(i):
    for k in range(3):
        try:
            raise Plain(i)
        except Plain:
            if i == 1:
                continue
            if i == 2:
                break
            return k, i
        finally:
            i += 10
    return "end", i


def escapes(i):
    try:
        raise Plain(i)
    except KeyError:
        return "no"


def bad_class(i):
    try:
        raise Plain(i)
    except 3:
        return "no"


def special(i):
    try:
        raise Init(i)
    except Init as e:
        a = e.a, e.args
    try:
        raise New(i)
    except New as e:
        return a, e.b, e.args


def wrong(i):
    try:
        raise Init
    except TypeError as e:
        return str(e), show(e.__context__)


def generator(n):
    for i in range(n):
        try:
            raise Plain(i)
        except Plain as e:
            yield now()
            yield e.args


def in_handler(n):
    out = []
    try:
        {}["outer"]
    except KeyError:
        for i in range(n):
            try:
                raise Plain(i)
            except Plain as e:
                keep = e
            out.append(now())
    out.append(show(keep))
    return out


def deleted(n):
    for i in range(n):
        try:
            raise Plain
        except Plain as e:
            pass
        try:
            e
        except UnboundLocalError as x:
            r = str(x)
    return r


def changes(n):
    out = []
    for i in range(n):
        if i == 2:
            Plain.__init__ = lambda self, *a: setattr(self, "made", a)
        try:
            raise Plain(i)
        except Plain as e:
            out.append((e.args, getattr(e, "made", None)))
    del Plain.__init__
    return out


def rebased(n):
    class A(Exception):
        pass

    class B(Exception):
        pass

    class C(A):
        pass

    out = []
    for i in range(n):
        if i == 2:
            C.__bases__ = (B,)
        try:
            raise C
        except A:
            out.append("A")
        except B:
            out.append("B")
    return out


def frames(n):
    out = []
    for i in range(n):
        try:
            raise Plain(i)
        except Plain as e:
            f = e.__traceback__.tb_frame
            out.append((f is sys._getframe(), f.f_locals["i"], f.f_lineno - f.f_code.co_firstlineno))
    return out


def big(n):
    out = []
    for i in range(n):
        x = (1 << 60) + i
        try:
            raise Plain(x, float(i), (x, i), [i], f"{i}")
        except Plain as e:
            out.append(e.args)
            out.append(e.args[0] is x)
    return out


def same(n):
    out = []
    for i in range(n):
        e = f = Plain(i)
        g = Plain(i)
        out.append((e is f, e is g, e == f, e == g, bool(e), isinstance(e, Plain), isinstance(e, Other), hash(e) == hash(f)))
        try:
            raise e
        except Plain as x:
            out.append((x is f, x is g, f.__traceback__ is not None, g.__traceback__))
    return out


def attributes(n):
    out = []
    for i in range(n):
        e = Plain(i)
        e.extra = i
        try:
            raise e
        except Plain as x:
            out.append((x.extra, x.args, vars(x)))
        try:
            raise Plain(i)
        except Plain as x:
            x.extra = i
            x.add_note("note")
            out.append((x.extra, vars(x), trace(x)))
    return out


def asserts(n):
    out = []
    for i in range(n):
        try:
            assert i == 1, "not 1"
            out.append("fine")
        except AssertionError as e:
            out.append(show(e))
    return out


def loops(n):
    t = 0
    for i in range(n):
        try:
            for k in range(10):
                for m in range(10):
                    if k * m == 42:
                        raise StopIteration
        except StopIteration:
            t += k
        while True:
            try:
                t += 1
                if t % 3:
                    raise Plain
                break
            except Plain:
                continue
    return t


def outcome(f, *args):
    try:
        return f(*args)
    except BaseException as e:
        return show(e)


def joined(n):
    # real and virtual exceptions meet at one handler
    out = []
    d = {}
    for i in range(n):
        try:
            if i & 1:
                d[i]
            raise KeyError(i)
        except KeyError as e:
            out.append(show(e))
            last = e
        out.append(now())
    return out, show(last)


for f in (seen, unseen, late, late_in_other_handler, nested, nested_real, nested_seen, three, causes, chain, again, twice, itself, clauses, in_handler,
          deleted, changes, rebased, frames, big, same, attributes, asserts, loops, joined):
    for n in 1, 4, 5:
        print(f.__name__, n, outcome(f, n))
for f in leaves, escapes, bad_class, special, wrong:
    for i in range(4):
        print(f.__name__, i, outcome(f, i))
for i in range(3):
    print(list(generator(3)), now())


def indexes(n):
    out = []
    for i in range(n):
        for s in [1, 2, 3], (4, 5), [], (), "ab", b"ab", bytearray(b"ab"):
            for k in i, -i, 1, -3, 2, True:
                try:
                    out.append(s[k])
                except IndexError as e:
                    out.append((e.args, str(e), trace(e)))
    return out


def drained(n):
    t = 0
    for i in range(n):
        k = 0
        try:
            while True:
                t += [1, 2, 3][k]
                k += 1
        except IndexError:
            t += 10
    return t


def first(s):
    return s[0]


def firsts(n):
    out = []
    for i in range(n):
        for s in [i], [], (), "":
            try:
                out.append(first(s))
            except IndexError as e:
                out.append(show(e))
    return out


for f in indexes, drained, firsts:
    for n in 1, 4, 5:
        print(f.__name__, n, outcome(f, n))
