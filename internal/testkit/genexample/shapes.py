"""Functions of all kinds, for psy gen."""

import math


def area(width: float, height: float = 1.0) -> float:
    return width * height


def describe(name: str, sides: int, *, upper: bool = False) -> str:
    text = f"{name} with {sides} sides"
    return text.upper() if upper else text


def is_square(width, height):
    return width == height


def points(n: int) -> list:
    return [(i, i * i) for i in range(n)]


def each_side(n: int):
    for i in range(n):
        yield 2 * math.pi * i / n


def type(func: int, range: int) -> int:
    return func + range


def count() -> None:
    global counted
    counted += 1


def needs(*, key):
    return key


async def later():
    pass


def _private():
    pass


@(lambda f: f)
def decorated(x):
    return x


class Shape:
    def method(self):
        pass


counted = 0
