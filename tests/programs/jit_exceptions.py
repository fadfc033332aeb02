# Exceptions through hot frames: handlers, finally, with, reraise, and the line numbers of tracebacks.
import sys


def lines(tb):
    out = []
    while tb is not None:
        out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_frame.f_lineno))
        tb = tb.tb_next
    return out


def leaf(i):
    if i % 7 == 3:
        raise ValueError(i)
    if i % 7 == 5:
        return [][i]
    return (
        i
        + 100 // (i % 11)
    )


def middle(i):
    x = i
    x += leaf(i)
    return x


def outer(n):
    t, seen = 0, {}
    for i in range(n):
        try:
            t += middle(i)
        except ZeroDivisionError as e:
            key = str(lines(e.__traceback__))
            seen[key] = seen.get(key, 0) + 1
        except (ValueError, IndexError) as e:
            key = type(e).__name__ + str(lines(e.__traceback__))
            seen[key] = seen.get(key, 0) + 1
    return t, seen


def finals(n):
    log = [0] * 6
    for i in range(n):
        try:
            try:
                if i % 3 == 0:
                    continue
                if i % 100 == 99:
                    raise KeyError(i)
                log[0] += 1
            finally:
                log[1] += 1
                if i == n - 1:
                    break
        except KeyError:
            log[2] += 1
        else:
            log[3] += 1
        finally:
            log[4] += 1
    else:
        log[5] = 1
    return log


def early(i):
    try:
        if i % 2:
            return i
        i += 1
        return -i
    finally:
        i += 1000
        if i % 5 == 0:
            return i


class Manager:
    def __init__(self):
        self.entered = self.left = self.caught = 0

    def __enter__(self):
        self.entered += 1
        return self.entered

    def __exit__(self, kind, value, tb):
        self.left += 1
        if kind is not None:
            self.caught += tb.tb_lineno % 10
            return issubclass(kind, ValueError)


def managed(n):
    m, t, leaked = Manager(), 0, 0
    for i in range(n):
        try:
            with m as k, Manager() as j:
                t += k - j
                if i % 5 == 0:
                    continue
                if i % 7 == 0:
                    raise ValueError
                if i % 11 == 0:
                    raise KeyError
                t += 1
        except KeyError:
            leaked += 1
    return t, leaked, m.entered, m.left, m.caught


def reraise(n):
    depths = {}
    for i in range(n):
        try:
            try:
                try:
                    1 // (i % 4)
                except ZeroDivisionError as e:
                    if i % 8 == 0:
                        raise
                    raise RuntimeError("r") from e
            except RuntimeError as e:
                e.__cause__.extra = i
                raise e
        except Exception as e:
            c = e.__context__
            key = (type(e).__name__, len(lines(e.__traceback__)), tuple(x[1] for x in lines(e.__traceback__)), type(c).__name__)
            depths[key] = depths.get(key, 0) + 1
    return depths


def current(n):
    """sys.exception() inside and outside of handlers of hot loops."""
    t = 0
    for i in range(n):
        try:
            if i & 1:
                raise IndexError(i)
        except IndexError as e:
            t += sys.exception() is e
            try:
                raise KeyError
            except KeyError:
                t += isinstance(sys.exception(), KeyError)
            t += sys.exception() is e
        t += sys.exception() is None
    return t


def unwound(n):
    """The name of a handled exception is unbound; the stack of the loop is as before."""
    t = 0
    for x in [(i, i) for i in range(n)]:
        a, b = x
        t += a + [b, leaf_or(b), b][1]
        try:
            raise TypeError
        except TypeError as e:
            pass
        try:
            e
        except UnboundLocalError:
            t += 1
    return t


def leaf_or(i):
    try:
        return leaf(i)
    except (ValueError, IndexError, ArithmeticError):
        return -1


t, seen = outer(1600)
print(t)
for key in sorted(seen):
    print(key, seen[key])
print(finals(1000), sum(early(i) for i in range(1000)), managed(1200))
for k, v in sorted(reraise(900).items()):
    print(k, v)
print(current(700), unwound(900))


def last(n):
    for i in range(n):
        if i == n - 1:
            middle(3)


last(500)
