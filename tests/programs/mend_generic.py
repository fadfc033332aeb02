# needs: stdlib
# Generic classes: slots, other bases' __new__, defaults of type parameters, what may stand for them.
import weakref, copy, pickle
class Box[T]: pass
print(Box[int], type(Box[int]()), type(Box[int]), Box.__orig_bases__)
try: Box[int, str]
except TypeError as e: print(e)
from typing import Generic, TypeVar, ParamSpec
import typing
T = TypeVar('T')
class A(Generic[T]):
    __slots__ = ('a', '__weakref__')
a = A(); print(weakref.ref(a)() is a, A[int])
try: a.z = 1
except AttributeError as e: print(e)
class P1(Generic[T]):
    pass
print(P1().__dict__)
P = ParamSpec('P', default=[int, str])
print(P.__default__, P.has_default())
class Z[**Q = [int, str]]: pass
print(Z.__type_params__[0].__default__)
class S[*Ts = *tuple[int, ...]]: pass
print(S.__type_params__[0].__default__)
class B:
    def __new__(cls, x): 
        o = super().__new__(cls); o.x = x; return o
class C(Generic[T], B): pass
print(C(3).x)
class D(int, Generic[T]): pass
print(D(5))
class E(Generic[T], int): pass
print(E(5))
class F(Generic[T], dict): pass
print(F(a=1))
print(type.__type_params__, (lambda: 0).__type_params__)
class Pk[T]:
    def __init__(self, x): self.x = x
print(pickle.loads(pickle.dumps(Pk(4), 0)).x, copy.copy(Pk(5)).x)
try: Generic()
except TypeError as e: print(e)
try: A(3)
except TypeError as e: print(e)
print('__new__' in Generic.__dict__, Generic.__flags__ >> 9 & 1)
T1, T2 = TypeVar('T1'), TypeVar('T2', default=str)
Ts = typing.TypeVarTuple('Ts')


def attempt(f):
    try:
        print(f())
    except TypeError as e:
        print('TypeError:', e)


attempt(lambda: dict[T1, T][int])
attempt(lambda: dict[T1, T][*tuple[int, str]])
attempt(lambda: dict[T1, T][*tuple[int, ...], str])
attempt(lambda: dict[T1, T2][int])
attempt(lambda: list[T1][()])
attempt(lambda: list[T1][Generic])
attempt(lambda: tuple[T1, *Ts][int, str, float])
attempt(lambda: issubclass(list[int], object))
attempt(lambda: TypeVar('X', bound=(1, 2)))
attempt(lambda: type('Y', (T1,), {}))
attempt(lambda: type(typing.NoDefault)(1))
print(pickle.loads(pickle.dumps(typing.NoDefault)) is typing.NoDefault, T1.__typing_subst__(None))
class Two(Generic[T1, T2]): pass
attempt(lambda: Two[int])
attempt(lambda: Two[()])
class Last(Generic[T1, P]): pass
attempt(lambda: Last[int])
