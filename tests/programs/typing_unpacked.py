# Aliases of type variable tuples: what stands for them when types are given.
# needs: stdlib
from types import GenericAlias
a = next(iter(tuple[int, str]))
print(a, a.__unpacked__, a == tuple[int,str], tuple[int, str].__unpacked__)
print(tuple[*tuple[int, ...]], list[*tuple[int]])
print(f := (lambda *args: args)(*tuple[int]))
def g(*args: *tuple[int, ...]): pass
print(g.__annotations__)
import copy, pickle
print(copy.copy(a), pickle.loads(pickle.dumps(a)), list(copy.copy(iter(list[int]))))
from typing import *
T = TypeVar("T"); Ts = TypeVarTuple("Ts")
print(list[T][int], dict[T, int][str], tuple[*Ts][int, str], Tuple[*Ts][int, str], tuple[T, *tuple[T, ...]][int])
class C(Generic[*Ts]): pass
print(C[int, str], C[*tuple[int, ...]], C[*Ts])
print(Unpack[Ts], Callable[[*Ts], T][int, str, bool])
type X[*Ts] = tuple[*Ts]
print(X[int].__value__, X.__parameters__)
