# What abstract base classes remember of classes are weak references, as _get_dump shows; a class that a program makes is not kept.
# needs: stdlib
import _abc
import abc
import collections.abc
import gc
import weakref


class A(abc.ABC):
    pass


class B:
    pass


def dump(cls):
    registry, cache, negative, _ = _abc._get_dump(cls)
    for found in registry, cache, negative:
        assert all(type(x) is weakref.ref for x in found)
    names = [sorted(x().__name__ for x in found if x() is not None) for found in (registry, cache, negative)]
    print(*names)


A.register(B)
print(isinstance(B(), A), isinstance(3, A), issubclass(B, A), issubclass(str, A))
dump(A)


class BB(B):
    pass


print(issubclass(BB, A), isinstance(BB(), A))
dump(A)


def made():
    class C:
        def __len__(self):
            return 1

    class D:
        pass

    A.register(D)
    print(isinstance(C(), collections.abc.Sized), isinstance(C(), A), isinstance(D(), A), issubclass(D, A))
    return weakref.ref(C), weakref.ref(D)


refs = [r for _ in range(3) for r in made()]
for _ in range(3):
    gc.collect()
print([r() for r in refs])
dump(A)

# Many, so that the dead are taken out in between.
total = 0
for i in range(300):
    kind = type("K%d" % (i % 7), (), {"__len__": lambda self: 0} if i % 2 else {})
    total += isinstance(kind(), collections.abc.Sized) + issubclass(kind, A)
print(total, isinstance(B(), A), isinstance(4, A))


# Classes that say themselves what they are, and what is no class.
class Meta(type):
    def __eq__(self, other):
        return self.__name__ == getattr(other, "__name__", None)

    def __hash__(self):
        return hash(self.__name__)


X = Meta("X", (), {})
A.register(X)
print(issubclass(X, A), issubclass(Meta("X", (), {}), A), issubclass(Meta("Y", (), {}), A))


class Odd:
    __class__ = 5


try:
    print(isinstance(Odd(), A))
except TypeError as e:
    print(e)
