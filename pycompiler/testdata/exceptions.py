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
