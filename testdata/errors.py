import sys


class Odd(Exception):
    def __str__(self):
        return "odd one"


def plain():
    raise ValueError("bad", 7)


def chained():
    try:
        {}["k"]
    except KeyError as e:
        raise Odd("x") from e


def noted():
    e = TypeError("t")
    e.add_note("a note")
    raise e


def grouped():
    raise ExceptionGroup("g", [ValueError(1), OSError(2, "two")])


def nested():
    return plain()


def attribute():
    "abc".lowre()


def leave(code):
    sys.exit(code)


def loops_in_str():
    class E(Exception):
        def __str__(self):
            while True:
                pass

    raise E


def memory():
    x = []
    while True:
        x.append("y" * 1000000)
        x = [x, x]


def recursion():
    return recursion()
