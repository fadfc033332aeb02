# __slots__ of subclasses of str, whose instances differ in size, and what cannot be stored.
class A(str):
    __slots__ = ("z",)
    y = 3


class B(A):
    pass


class C(A):
    __slots__ = ()


class D(A):
    __slots__ = ("__dict__",)


for cls in A, B, C, D:
    o = cls("text")
    o.z = 5
    for name in "y", "q", "z":
        try:
            setattr(o, name, 1)
            print(cls.__name__, name, getattr(o, name), o)
        except AttributeError as e:
            print(cls.__name__, e)
    print(hasattr(o, "__dict__"), cls.__dictoffset__ != 0)
try:
    class E(B):
        __slots__ = ("y", "__dict__")
        y = 1
except (TypeError, ValueError) as e:
    print(type(e).__name__, e)


class F:
    __slots__ = ()

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


try:
    F().x = 1
except AttributeError as e:
    print(e)


def put(o, n):
    for i in range(n):
        try:
            o.w = i
        except AttributeError as e:
            return str(e)
    return o.w


print([put(o, 50) for o in (A("a"), B("b"), C("c"), D("d"), F(), A("e"))])
print(A.z, "z" in A.__dict__)
a = A("new")
for step in range(3):
    try:
        print(a.z)
    except AttributeError as e:
        print(e)
    try:
        del a.z
    except AttributeError as e:
        print(e)
    A.z.__set__(a, step)
    print(a.z, A.z.__get__(a))
