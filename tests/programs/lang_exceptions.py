# try/except/else/finally in every shape, chaining, notes, contexts, re-raising.


def run(f, *a):
    try:
        r = f(*a)
    except BaseException as e:
        chain = []
        while e is not None:
            chain.append(f"{type(e).__name__}({', '.join(map(repr, e.args))})" + ("!" if e.__suppress_context__ else ""))
            e = e.__cause__ or e.__context__
        print(f.__name__, a, "raised", " <- ".join(chain))
    else:
        print(f.__name__, a, "->", r)


def flow(kind):
    log = []
    try:
        log.append("try")
        if kind == 1:
            raise ValueError("v")
        if kind == 2:
            raise KeyError("k")
        if kind == 3:
            return log
        if kind == 4:
            1 / 0
    except ValueError as e:
        log.append(str(e))
    except (KeyError, IndexError) as e:
        log.append(type(e).__name__)
        return log
    else:
        log.append("else")
    finally:
        log.append("finally")
    log.append("after")
    return log


for k in range(5):
    run(flow, k)


def finally_return():
    try:
        raise ValueError
    finally:
        return "swallowed"


def finally_override():
    try:
        return "try"
    finally:
        return "finally"


def finally_break():
    for i in range(5):
        try:
            if i == 2:
                raise ValueError
            continue
        finally:
            if i == 2:
                break
    return i


def finally_continue():
    out = []
    for i in range(4):
        try:
            if i % 2:
                raise KeyError(i)
        except KeyError:
            out.append("k")
            continue
        finally:
            out.append(i)
        out.append("end")
    return out


def nested():
    try:
        try:
            raise ValueError("inner")
        except ValueError:
            raise KeyError("outer")
    except KeyError as e:
        return type(e.__context__).__name__


def chained():
    try:
        int("x")
    except ValueError as e:
        raise RuntimeError("wrapped") from e


def suppressed():
    try:
        {}["missing"]
    except KeyError:
        raise LookupError("clean") from None


def in_finally():
    try:
        raise ValueError("first")
    finally:
        raise KeyError("second")


def reraise():
    try:
        raise ValueError("again")
    except ValueError:
        raise


def reraise_later():
    try:
        try:
            raise ValueError("kept")
        except ValueError as e:
            kept = e
        raise kept
    finally:
        del kept


def unbound():
    try:
        raise ValueError
    except ValueError as e:
        pass
    return e


def bare_raise():
    raise


def raise_class():
    raise ValueError


def raise_bad():
    raise 5


def cause_bad():
    raise ValueError("x") from 5


def cause_class():
    raise ValueError("x") from KeyError


def catch_bad():
    try:
        raise ValueError("x")
    except 5:
        pass


def catch_tuple():
    try:
        raise IndexError("i")
    except (ValueError, (KeyError, IndexError)) as e:
        return repr(e)


def deep(n):
    try:
        if n == 0:
            raise ValueError("bottom")
        deep(n - 1)
    except ValueError:
        if n % 2:
            raise
        raise ValueError(n)


def loop_else():
    out = []
    for i in range(3):
        try:
            out.append(10 // (i - 1))
        except ZeroDivisionError:
            out.append("zero")
        else:
            out.append("ok")
    else:
        out.append("done")
    return out


def generator_finally():
    log = []

    def g():
        try:
            yield 1
            yield 2
        finally:
            log.append("closed")

    for x in g():
        log.append(x)
        break
    it = g()
    next(it)
    it.close()
    return log.count("closed") >= 1, log[0]


def while_true_return():
    while True:
        try:
            return "out"
        finally:
            pass


def with_value():
    try:
        raise ValueError(1, "two", None)
    except ValueError as e:
        a, b, c = e.args
        return a, b, c, str(e), repr(e)


for f in (finally_return, finally_override, finally_break, finally_continue, nested, chained, suppressed, in_finally, reraise, reraise_later, unbound, bare_raise, raise_class, raise_bad, cause_bad, cause_class,
          catch_bad, catch_tuple, loop_else, generator_finally, while_true_return, with_value):
    run(f)
run(deep, 5)


class Custom(Exception):
    def __init__(self, code, detail=None):
        super().__init__(code)
        self.code = code
        self.detail = detail

    def __str__(self):
        return f"[{self.code}] {self.detail}"


class Sub(Custom, KeyError):
    pass


for e in (Custom(5, "d"), Sub(1), KeyError("k"), KeyError(), KeyError(1, 2), ValueError(), ValueError("a", 1), OSError(2, "No such file"), OSError(2, "No such file", "name"), StopIteration(5), SystemExit(3),
          UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"), UnicodeEncodeError("ascii", "é", 0, 1, "bad"), AttributeError("x", name="n", obj=5), NameError("n", name="q"), ImportError("i", name="m", path="p"), SyntaxError("s"),
          AssertionError("a"), MemoryError(), RecursionError("r"), ArithmeticError(), LookupError("l"), NotImplementedError(), Warning("w"), DeprecationWarning("d"), KeyboardInterrupt(), GeneratorExit()):
    print(type(e).__name__, "|", str(e), "|", repr(e), "|", e.args, "|", [c.__name__ for c in type(e).__mro__[1:-1]])
try:
    raise Sub(7, "x")
except KeyError as e:
    print(e, e.code, isinstance(e, Custom))
e = FileNotFoundError(2, "m", "f", None, "g")
print(e.errno, e.strerror, e.filename, e.filename2, OSError(13, "x").__class__.__name__, OSError(17, "x").__class__.__name__, OSError("only").errno)
e = ValueError("noted")
e.add_note("note 1")
e.add_note("note 2")
print(e.__notes__)
try:
    e.add_note(5)
except TypeError as t:
    print(t)
e2 = e.with_traceback(None)
print(e2 is e, e.__traceback__, e.__cause__, e.__context__)
try:
    try:
        raise ValueError
    except ValueError as first:
        raise first from first
except ValueError as e:
    print(e.__cause__ is e, e.__context__)
e = ValueError()
for bad in ("x", 5):
    try:
        e.__cause__ = bad
    except TypeError as t:
        print(t)
    try:
        e.__traceback__ = bad
    except TypeError as t:
        print(t)
    try:
        e.args = bad
        print(e.args)
    except TypeError as t:
        print(t)


def lines():
    import sys

    try:
        flow(4)
    except ZeroDivisionError as e:
        tb = e.__traceback__
        out = []
        while tb:
            out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno))
            tb = tb.tb_next
        return out, sys.exc_info()[0].__name__, sys.exception() is e


print(lines())
assert True, "fine"
try:
    assert [] and 1, f"message {1 + 1}"
except AssertionError as e:
    print(e)
try:
    assert 0
except AssertionError as e:
    print(repr(e))
count = 0
for i in range(200):
    try:
        if i % 3 == 0:
            raise ValueError(i)
        if i % 3 == 1:
            [][i]
    except ValueError as e:
        count += e.args[0]
    except LookupError:
        count += 1
print(count)


# The interpreter's MemoryError has no context, unlike one that a program raises.
def no_memory(f):
    try:
        try:
            [][1]
        except IndexError:
            f()
    except MemoryError as e:
        return repr(e), e.args, repr(e.__context__)


def raises():
    raise MemoryError


print(no_memory(lambda: "ab" * (1 << 60)), no_memory(lambda: [1, 2] * (1 << 60)), no_memory(raises))
