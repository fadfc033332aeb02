# Functions for the tests of exceptions that are raised and caught in compiled code.
import sys


class Plain(Exception):
    pass


def caught(n):
    t = 0
    for i in range(n):
        try:
            if i % 3 == 0:
                raise ValueError
            if i % 3 == 1:
                raise Plain("x", i)
        except (KeyError, IndexError):
            t += 1
        except ValueError:
            t += 10
        except Plain as e:
            t += 100
            last = e
        finally:
            t += 1000
    return t


def nested(n):
    t = 0
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            except KeyError as e:
                raise ValueError from e
        except ValueError:
            t += i
        try:
            try:
                raise KeyError(i)
            except KeyError:
                raise
        except LookupError:
            t += i
    return t


def seen(n):
    t = 0
    for i in range(n):
        try:
            raise Plain(i)
        except Plain as e:
            t += e.args[0]
    return t


def told(n):
    t = 0
    for i in range(n):
        try:
            raise Plain(i)
        except Plain:
            t += sys.exception().args[0]
    return t


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, typ, exc, tb):
        return typ is ValueError


def managed(n):
    m = Manager()
    t = 0
    for i in range(n):
        with m as x:
            t += x is m
    return t


def managed_raise(n):
    m = Manager()
    t = 0
    for i in range(n):
        with m:
            raise ValueError
        t += 1
    return t


def looked_up(d, n):
    t = 0
    for i in range(n):
        try:
            t += d[i]
        except KeyError:
            t += 100
    return t


def pair():
    yield 1
    yield 2


def nexts(n):
    t = 0
    for i in range(n):
        g = pair()
        try:
            while True:
                t += next(g)
        except StopIteration:
            t += 10
        t += next(g, 100)
    return t


table = {1: 2}


def check(x):
    if x % 2:
        raise ValueError(f"odd: {x}")
    return x


def check_plain(x):
    if x % 2:
        raise ValueError("odd", x)
    return x


def checked(n):
    t = 0
    for i in range(n):
        try:
            t += check_plain(i)
        except ValueError:
            t += 100
    return t


def passed(n):
    t = 0
    for i in range(n):
        t += check(2 * i)
    return t


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


def counted(n):
    t = 0
    for i in range(n):
        for k in Count(i):
            t += k
    return t


class Deep:
    def __init__(self, c):
        self.c = c

    def __iter__(self):
        return Deep(iter(self.c))

    def __next__(self):
        while True:
            return self.c.__next__()


def deep(n):
    t = 0
    for i in range(n):
        for k in Deep(Count(3)):
            t += k
    return t


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
