# Generators: send, throw, close, yield from, return values, pipelines, expression scopes.
import sys


def attempt(f, *a):
    try:
        return f(*a)
    except BaseException as e:
        return type(e).__name__ + ": " + str(e)


def echo():
    received = []
    try:
        while True:
            try:
                x = yield len(received)
                received.append(x)
            except ValueError as e:
                received.append(str(e))
    except GeneratorExit:
        received.append("exit")
        raise
    finally:
        print("finally", received)


g = echo()
print(attempt(g.send, 5), next(g), g.send("a"), next(g), g.throw(ValueError("v")), g.close(), attempt(next, g), attempt(g.send, 1))
g = echo()
next(g)
print(attempt(g.throw, KeyError("k")), attempt(next, g), attempt(g.throw, KeyError("after")), g.close())
print(attempt(echo().throw, TypeError("unstarted")))


def ignores():
    try:
        yield 1
    except GeneratorExit:
        yield 2


g = ignores()
next(g)
print(attempt(g.close))


def returns_on_close():
    try:
        yield 1
    except GeneratorExit:
        return "closed value"


g = returns_on_close()
next(g)
print(g.close(), returns_on_close().close())


def sub():
    try:
        a = yield "sub1"
        b = yield ("sub2", a)
    except ZeroDivisionError:
        b = yield "recovered"
    return ("sub result", b)


def outer():
    r = yield from sub()
    print("got", r)
    r = yield from [10, 20]
    print("got", r)
    r = yield from sub()
    return r


g = outer()
print(next(g), g.send("x"), g.send("y"), next(g), next(g), g.throw(ZeroDivisionError), attempt(g.send, "z"))


def reenter():
    yield attempt(next, me)


me = reenter()
print(list(me))


def stop_inside():
    yield 1
    raise StopIteration("converted")


try:
    list(stop_inside())
except RuntimeError as e:
    print(e, repr(e.__cause__))


def stop_by_next():
    yield next(iter([]))


print(attempt(list, stop_by_next()))


class Delegate:
    def __iter__(self):
        return self

    def __next__(self):
        return "n"

    def send(self, v):
        if v == "stop":
            raise StopIteration("delegate done")
        return ("sent", v)

    def throw(self, *a):
        return ("thrown", a[0].__name__ if isinstance(a[0], type) else repr(a[0]))

    def close(self):
        print("delegate closed")


def d():
    r = yield from Delegate()
    yield ("result", r)


g = d()
print(next(g), g.send(1), g.throw(ValueError("q")), g.send("stop"), attempt(next, g))
g = d()
next(g)
g.close()


def tree(depth, label=""):
    if depth:
        yield from tree(depth - 1, label + "l")
        yield label or "root"
        yield from tree(depth - 1, label + "r")


print(list(tree(3)))


def numbers(n):
    yield from range(n)


def evens(it):
    for x in it:
        if x % 2 == 0:
            yield x


def squares(it):
    return (x * x for x in it)


def batch(it, n):
    out = []
    for x in it:
        out.append(x)
        if len(out) == n:
            yield tuple(out)
            out = []
    if out:
        yield tuple(out)


print(list(batch(squares(evens(numbers(21))), 4)))


def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b


def take(n, it):
    for x, _ in zip(it, range(n)):
        yield x


print(list(take(15, fib())), sum(take(300, fib())))


def sieve():
    def filt(p, it):
        for x in it:
            if x % p:
                yield x

    it = iter(range(2, 1000))
    while True:
        p = next(it, None)
        if p is None:
            return "end"
        yield p
        it = filt(p, it)


print(list(take(30, sieve())))


def average():
    total = n = 0
    mean = None
    while True:
        x = yield mean
        if x is None:
            return n, mean
        total += x
        n += 1
        mean = total / n


a = average()
next(a)
print([a.send(x) for x in (10, 20, 60)], attempt(a.send, None))
g = (x for x in range(3))
print(g.gi_running, g.gi_frame is not None, g.gi_yieldfrom, type(g).__name__, g.__name__, g.__qualname__, list(g), g.gi_frame)
print(list(x + y for x in "ab" for y in "cd" if x != "b" or y != "c"), sum(i * j for i in range(5) for j in range(i)))


def scopes(n):
    fs = [lambda: i for i in range(n)]
    gs = [(lambda k: lambda: k)(i) for i in range(n)]
    return [f() for f in fs], [f() for f in gs]


print(scopes(3))
first = iter([1, 2])
lazy = (print("evaluated", x) or x for x in first)
print("made")
print(next(lazy), list(lazy))
print(attempt(lambda: (x for x in 5)))


def context():
    try:
        raise KeyError("outer")
    except KeyError:
        yield sys.exception()
        yield sys.exception()


g = context()
r = repr(next(g))
try:
    raise ValueError("mine")
except ValueError:
    print(r, repr(next(g)), repr(sys.exception()))
print(sys.exception())


def args(a, *b, c=3, **d):
    yield a, b, c, d


print(next(args(1, 2, c=4, e=5)), next(args(*"xyz", **{"q": 1})))


def interleave(*its):
    its = [iter(i) for i in its]
    while its:
        for i in its[:]:
            try:
                yield next(i)
            except StopIteration:
                its.remove(i)


print(list(interleave("abc", [1, 2, 3, 4, 5], (None,))))
s = 0
for i in range(150):
    for v in evens(range(i)):
        s += v
print(s)


def deep(n):
    if n:
        yield from deep(n - 1)
    yield n


print(sum(deep(150)))
print(type(iter(fib())) is type(fib()), hasattr(fib(), "__next__"), iter(me) is me)
