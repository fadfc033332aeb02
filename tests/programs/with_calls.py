# with statements whose managers are classes defined in Python, and next() of generators, in code that becomes hot.
# needs: stdlib
import sys
from abc import ABC, abstractmethod


def trace(e):
    out = []
    tb = e.__traceback__
    while tb is not None:
        out.append((tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno))
        tb = tb.tb_next
    return out


def show(e):
    return e and (type(e).__name__, e.args, trace(e), show(e.__context__))


class Plain:
    def __init__(self):
        self.log = []

    def __enter__(self):
        self.log.append("in")
        return self

    def __exit__(self, typ, exc, tb):
        self.log.append((typ and typ.__name__, show(exc), tb is (exc and exc.__traceback__)))
        return False


class Swallows:
    def __enter__(self):
        return 7

    def __exit__(self, *args):
        return args[0] is ValueError


class Keywords:
    def __enter__(self, a=1, *, b=2):
        return a, b

    def __exit__(self, typ, exc, tb, more=3):
        self.more = more, show(sys.exception())
        return True


class Raises:
    def __init__(self, where):
        self.where = where

    def __enter__(self):
        if self.where == "enter":
            raise KeyError("enter")
        return self

    def __exit__(self, *args):
        if self.where == "exit":
            raise KeyError("exit")
        return self.where


class OnlyEnter:
    def __enter__(self):
        return 1


class OnlyExit:
    def __exit__(self, *args):
        return 1


class Static:
    @staticmethod
    def __enter__():
        return "static"

    @classmethod
    def __exit__(cls, *args):
        return cls.__name__


class Other(Exception):
    def __enter__(self):
        return self.args

    def __exit__(self, *args):
        return args[1] is self


class Abstract(ABC):
    def __init__(self, a):
        self.a = a

    @abstractmethod
    def name(self):
        ...


class Concrete(Abstract):
    def name(self):
        return self.a


class Meta(type):
    def __call__(cls, *args):
        return cls.__name__, args


class Odd(metaclass=Meta):
    pass


class Quiet(type):
    pass


class Late(metaclass=Quiet):
    def __init__(self, a=0):
        self.a = a


def quiet(n):
    t = 0
    p = Plain()
    for i in range(n):
        with p as q:
            t += q is p
    return t, p.log


def raising(n):
    out = []
    for i in range(n):
        p = Plain()
        try:
            with p:
                if i % 2:
                    raise ValueError(i)
                {}[i]
        except (ValueError, KeyError) as e:
            out.append(show(e))
        out.append(p.log)
    return out


def swallowed(n):
    out = []
    for i in range(n):
        s = Swallows()
        try:
            with s as v:
                if i % 3 == 0:
                    raise ValueError
                if i % 3 == 1:
                    raise TypeError(v)
        except TypeError as e:
            out.append(show(e))
        out.append(show(sys.exception()))
    return out


def keywords(n):
    out = []
    for i in range(n):
        k = Keywords()
        with k as v:
            try:
                raise KeyError("inner")
            except KeyError:
                raise ValueError("outer")
        out.append((v, k.more))
    return out


def raises(n):
    out = []
    for i in range(n):
        try:
            with Raises(("enter", "exit", "", "yes")[i % 4]) as r:
                out.append(r.where)
                raise ValueError(i)
        except Exception as e:
            out.append(show(e))
    return out


def wrong(n):
    out = []
    for i in range(n):
        for m in OnlyEnter(), OnlyExit(), 3:
            try:
                with m:
                    pass
            except Exception as e:
                out.append((type(e).__name__, str(e)))
    return out


def several(n):
    out = []
    for i in range(n):
        with Swallows() as a, Static() as b, Keywords() as c:
            out.append((a, b, c))
            if i & 1:
                raise OSError
        for k in range(3):
            with Static():
                if k == 1:
                    continue
                with Swallows():
                    if k == 2:
                        break
                out.append(k)
    return out


def returns(i):
    with Swallows():
        with Plain() as p:
            if i == 1:
                return i, p.log
            if i == 2:
                raise ValueError
            i += 10
    return i, p.log


def itself(n):
    out = []
    for i in range(n):
        o = Other(i)
        with o as args:
            raise o
        out.append((args, trace(o)))
    return out


def changing(n):
    class Manager:
        def __enter__(self):
            return 1

        def __exit__(self, *args):
            return True

    out = []
    m = Manager()
    for i in range(n):
        if i == 3:
            Manager.__exit__ = lambda self, *args: out.append("new") or True
        with m as v:
            if i == 1:
                m.__class__ = Swallows
            if i == 2:
                m.__class__ = Manager
                Manager.__enter__ = lambda self: 2
            raise ValueError
        out.append(v)
    return out


def looping(n):
    t = 0
    with Plain() as p:
        for i in range(n):
            t += i
    with Static() as s:
        while n:
            n -= 1
    return t, s, p.log


def pair():
    yield 1
    yield 2


def valued():
    yield 1
    return "value"


def failing():
    yield 1
    raise KeyError("in generator")


def nexts(n):
    out = []
    for i in range(n):
        for f in pair, valued, failing:
            g = f()
            try:
                while True:
                    out.append(next(g))
            except StopIteration as e:
                out.append((e.value, e.args, trace(e), show(e.__context__)))
            except KeyError as e:
                out.append(show(e))
            out.append(next(g, "default"))
            try:
                next(g)
            except StopIteration as e:
                out.append((e.value, trace(e)))
    return out


def quietly(n):
    t = 0
    for i in range(n):
        g = pair()
        t += next(g)
        t += next(g, 100)
        t += next(g, 100)
        try:
            next(g)
        except StopIteration:
            t += 1000
    return t


def uncaught(g):
    next(g)
    return next(g)


def classes(n):
    out = []
    for i in range(n):
        out.append((Concrete(i).name(), Odd(i), Late(i).a))
        try:
            Abstract(i)
        except TypeError as e:
            out.append(str(e))
        if i == 2:
            Quiet.__call__ = lambda cls, *args: type.__call__(cls, -1)
    del Quiet.__call__
    return out


def lookups(n):
    d = {1: 2, "a": 3, (1, 2): 4}
    t = []
    for i in range(n):
        for k in i, "a", "b", (1, 2), (1, 3), 1.0, 1.5, None, True:
            try:
                t.append(d[k])
            except KeyError as e:
                t.append((e.args, str(e), trace(e), show(e.__context__)))
        try:
            try:
                d[-1]
            except KeyError:
                d[-2]
        except LookupError as e:
            t.append(show(e))
        try:
            d[[]]
        except TypeError as e:
            t.append(str(e))
    return t


def outcome(f, *args):
    try:
        return f(*args)
    except BaseException as e:
        return show(e)


for f in (quiet, raising, swallowed, keywords, raises, wrong, several, itself, changing, looping, nexts, quietly, classes, lookups):
    for n in 1, 4, 6:
        print(f.__name__, n, outcome(f, n))
for i in range(4):
    print(outcome(returns, i))
for f in pair, valued, failing:
    print([outcome(uncaught, f()) for i in range(3)])
