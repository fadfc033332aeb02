"""A function whose code is replaced."""


def f(x):
    return x + 1


def change():
    f.__code__ = (lambda x: x + 2).__code__
