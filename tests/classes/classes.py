# Makes classes and code of one kind for so many rounds, and drops them: classes.py KIND ROUNDS.
import abc
import collections
import dataclasses
import enum
import gc
import re
import sys
import types
import typing


def plain(i):
    class A:
        def f(self):
            return self.x + i

    a = A()
    a.x = 1
    return sum(a.f() for _ in range(5))


def namedtuples(i):
    return collections.namedtuple("T", "a b")(i, 2).a


def enums(i):
    class E(enum.Enum):
        A = 1
        B = 2

    return E(1)


def dataclasses_(i):
    @dataclasses.dataclass
    class D:
        a: int = 1
        b: str = ""

    return D(i) == D(i)


def names(i):
    o = types.SimpleNamespace()
    setattr(o, f"name{i}", i)
    return getattr(o, f"name{i}") + eval(f"local{i} + 1", {f"local{i}": i})


def abstract(i):
    class A(abc.ABC):
        @abc.abstractmethod
        def f(self): ...

    class B(A):
        def f(self):
            return 1

    return isinstance(B(), A) and issubclass(int, A)


def modules(i):
    m = types.ModuleType(f"m{i}")
    exec(f"def f(x):\n    return x + {i}\nclass K:\n    y = f(3)\n    def g(self):\n        return self.y\nz = K().g()", m.__dict__)
    return m.z


def patterns(i):
    return re.compile(f"a{i}+(?P<name{i}>b)").match("ab")


def typed(i):
    class D(typing.TypedDict):
        a: int

    class P(typing.Protocol):
        def m(self) -> int: ...

    class G[T]:
        x: T

    return D(a=1), G[int]()


def subclasses(i):
    class L(list):
        pass

    class D(dict):
        def __missing__(self, k):
            return k

    class X(Exception):
        pass

    try:
        raise X(i)
    except X as e:
        return D()[i], L([e])


def lambdas(i):
    return eval(f"lambda x: [x + {i} for _ in (1, 2)]")(1)


def properties(i):
    class A:
        __slots__ = ("a",)

        @property
        def p(self):
            return self.a

        @classmethod
        def c(cls):
            return cls()

    a = A.c()
    a.a = i
    setattr(A, f"q{i}", property(lambda self: i))
    return a.p + getattr(a, f"q{i}")


def interned(i):
    for k in range(40):
        s = sys.intern(f"{i}_{k}" * 100)
    return sys.intern(f"{i}_{k}" * 100) is s


kind, rounds = globals()[sys.argv[1]], int(sys.argv[2])
for i in range(rounds):
    kind(i)
gc.collect()
print(sys.argv[1], rounds)
