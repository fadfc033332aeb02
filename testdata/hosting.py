"""A program that uses what a Go host gives it."""

import host
import host.math
from host import log, pair


def greet(name):
    log("hello " + name)
    return len(name)


def total(xs):
    return host.math.total(*xs)


def catch(f, *args):
    try:
        f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)
    return "nothing"


def caught(name):
    return catch(getattr(host, name))


def let_through(name):
    getattr(host, name)()


def wrapped():
    try:
        host.fail()
    except RuntimeError as e:
        raise ValueError("wrapped") from e


def again(n):
    return host.again(n)


def down(n):
    return 0 if n == 0 else 1 + host.again(n - 1)


def take(it):
    return [x * 2 for x in it]


def finalizer(log):
    try:
        while True:
            pass
    finally:
        log.append("cleaned")


def stubborn(log):
    while True:
        try:
            while True:
                pass
        except BaseException:
            log.append("caught")


def hang_in_finally():
    try:
        while True:
            pass
    finally:
        while True:
            pass


def swallow():
    try:
        while True:
            pass
    except KeyboardInterrupt:
        return 42


def locked_generator():
    def gen():
        while True:
            yield 1

    for _ in gen():
        pass


def shown(log):
    return list(log)
