"""Functions for the tests of the Go API."""

counter = 0


def add(a, b):
    return a + b


def fact(n):
    return 1 if n < 2 else n * fact(n - 1)


def fail(x):
    raise ValueError("bad", x)


def spin():
    while True:
        pass


def same(x):
    return x


def kinds(x):
    return type(x).__name__


def show(x):
    return repr(x)


def options(a, b=2, *, c=3):
    return [a, b, c]


def needs(a, *, c):
    return a


def rest(a, *args):
    return (a, args)


def typed(a: int, b: float) -> str:
    return str(a) + str(b)


def squares(n):
    for i in range(n):
        yield i * i


def bad_squares(n):
    yield from squares(n)
    raise KeyError("end")
