"""Functions of which each provokes a reason, for the tests of psy explain."""
import sys

import psyco


def fine(n):
    s = 0
    for i in range(n):
        s += i & 7
    return s


def once():
    return fine(2)


def never_called():
    return 1


def forbidden(n):
    s = 0
    for i in range(n):
        s += i
    return s


psyco.cannotcompile(forbidden)


def overflow(n):
    s = 0
    for i in range(n):
        x = i + (1 << 40)
        s ^= x * x * x
    return s


def zero(n):
    s = 0
    for i in range(n):
        try:
            s += 100 // (i & 1)
        except ZeroDivisionError:
            s += 1
    return s


def bounds(n):
    items = [1, 2, 3]
    s = 0
    for i in range(n):
        try:
            s += items[i & 3]
        except IndexError:
            s += 1
    return s


def raises(n):
    s = 0
    for i in range(n):
        try:
            if i & 1:
                raise ValueError
        except ValueError:
            s += 1
    return s


LIMIT = 0


def rebinds(n):
    global LIMIT
    for i in range(n):
        LIMIT = i
        if LIMIT > 10**9:
            break
    return LIMIT


class Base:
    count = 0

    def area(self):
        return 1


KINDS = [type("Kind%d" % i, (Base,), {"area": lambda self, i=i: i}) for i in range(9)]


def counts(n):
    for i in range(n):
        Base.count += 1
    return Base.count


def many_kinds(n):
    objects = [kind() for kind in KINDS]
    s = 0
    for i in range(n):
        s += objects[i % 9].area()
    return s


def dicts(n):
    d = {}
    for i in range(n):
        d[(i & 7) / 4] = d.get((i & 7) / 4, 0) + 1
    return d


def changed(x):
    return x + 1


def changes(n):
    s = 0
    for i in range(n):
        s = changed(s) & 1023
        if i == n // 2:
            changed.__defaults__ = (5,)
    return s


def builtin(n):
    s = 0
    for i in range(n):
        s += len("ab")
        if i == n // 2:
            import builtins

            builtins.len = len
            builtins.len = lambda x, old=len: old(x)
    return s


def traced(n):
    s = 0
    for i in range(n):
        s += i & 3
        if i == n // 2:
            sys.setprofile(lambda *a: None)
    sys.setprofile(None)
    return s


def never_native(n):
    s = 0
    for i in range(n):
        s += i & 3
    return s


def under_profile(n):
    sys.setprofile(lambda *a: None)
    try:
        return never_native(n)
    finally:
        sys.setprofile(None)


DEPTH = 0


def descends(n):
    global DEPTH
    if n == 0:
        DEPTH += 1
        return 0
    x = descends(n - 1)
    return (x + DEPTH) & 1023


def unwinds(n):
    s = 0
    for i in range(n // 100):
        s += descends(80)
    return s


def main():
    n = 20000
    for f in (fine, forbidden, overflow, zero, bounds, raises, rebinds, counts, many_kinds, dicts, changes, builtin, traced,
              under_profile, unwinds):
        print(f.__name__, f(n))
    once()


main()
