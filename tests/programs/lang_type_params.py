# Type parameters and aliases: their scopes, laziness, bounds, constraints and defaults.


def first[T](items: list[T]) -> T:
    return items[0]


def bounded[K: int, V: (str, bytes), *Ts, **P](k: K, v: V) -> dict[K, V]:
    return {k: v}


def defaulted[D = int, *E = *tuple[int], **F = [int]](x: D): return x


type Pair[A, B = A] = tuple[A, B]
type Tree = dict[str, Tree] | None
type Lazy = no_such_name


class Holder:
    kind = int
    type Local = kind | str
    type Inner[T] = dict[kind, T]

    def method[U: kind](self, u: U) -> U:
        return u


print(first([7, 8]), bounded(1, "x"), defaulted(5), Holder().method(3))
print(first.__type_params__, [p.__name__ for p in bounded.__type_params__], first.__annotations__["return"].__name__)
K, V, Ts, P = bounded.__type_params__
print(K.__bound__, V.__constraints__, V.__bound__, K, Ts, P)
D, E, F = defaulted.__type_params__
print(D.__default__, F.__default__, D.has_default(), K.has_default())
print(Pair.__name__, Pair, Pair.__type_params__, Pair.__value__, Tree.__name__, Holder.Local.__value__, Holder.method.__type_params__[0].__bound__)
try:
    Lazy.__value__
except NameError as e:
    print(e)
print(first.__name__, first.__qualname__, hasattr(first, "T"), type(Tree).__name__)
try:
    T
except NameError as e:
    print(e)
