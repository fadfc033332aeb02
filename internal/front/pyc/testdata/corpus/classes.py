# Classes, decorators, super, closures over __class__, generic functions and classes.
class Base:
    """doc"""
    count = 0
    names: list[str] = []

    def __init__(self, *args):
        self.args = args

    @property
    def size(self):
        return len(self.args)

    @classmethod
    def make(cls, n):
        return cls(*[n] * n)


class Derived(Base, metaclass=type):
    def __init__(self, n):
        super().__init__(n, n)
        super().size
        self.n = n
        del self.n

    def cell(self):
        return __class__, [lambda: self for x in range(2)]

    squares = [i * i for i in range(3)]


def first[T: int, *Ts, **P](items: list[T], default: T = 0, *, key=None) -> T:
    return items[0] if items else default


class Stack[T = int]:
    def push(self, item: T) -> None:
        self.items = (item,)

    type Alias[U] = dict[T, U]


type Pair = tuple[Base, Derived]
