# A class that has had a __new__ of its own is asked for its name ever after, its subclasses too; object.__new__ then takes no arguments.
class A:
    def __init__(self, a=0): self.a = a
def t(f):
    try: r = f(); print(type(r).__name__, getattr(r, 'a', None))
    except Exception as e: print(type(e).__name__, e)
t(lambda: A(1))
A.__new__ = lambda cls, *a: object.__new__(cls)
t(lambda: A(1))
del A.__new__
t(lambda: A(1))
t(lambda: A())
class B(A): pass
t(lambda: B(1))
class C(A):
    def __new__(cls, *a): return object.__new__(cls)
t(lambda: C(1))
del C.__new__
t(lambda: C(1)); t(lambda: C())
class D: pass
D.__new__ = lambda cls, *a: object.__new__(cls)
t(lambda: D(1))
del D.__new__
t(lambda: D(1)); t(lambda: D())
class L(list):
    def __new__(cls, *a): return list.__new__(cls)
t(lambda: L([1]))
L.__new__ = object.__new__
t(lambda: L([1])); t(lambda: L())
del L.__new__
t(lambda: L([1])); print(L([1, 2]))
class E(Exception):
    def __new__(cls, *a): return Exception.__new__(cls, *a)
del E.__new__
t(lambda: E(1)); print(E(1).args)
class M(type):
    def __new__(m, *a): return type.__new__(m, *a)
del M.__new__
print(M('x', (), {}).__name__)
class T(tuple): pass
T.__new__ = lambda cls, *a: tuple.__new__(cls, a)
print(T(1, 2)); del T.__new__
print(T((1, 2)))
class U(T): pass
print(U((3,)))
def hot():
    out = []
    class K:
        def __init__(self, x=0): self.x = x
    for i in range(90):
        if i == 40: K.__new__ = lambda cls, *a: object.__new__(cls)
        if i == 60: del K.__new__
        try: out.append(K(i).x)
        except TypeError as e: out.append(str(e))
    print(out[38:42], out[58:62], out[-1])
for _ in range(3): hot()


# Other bases than before leave it as it is, too.
def made(cls, *args):
    try:
        return type(cls(*args)).__name__
    except TypeError as e:
        return str(e)


class Root:
    def __init__(self, *a):
        pass


class Mixin:
    pass


class K0(Root):
    def __new__(cls, *a):
        return object.__new__(cls)


class K1(K0):
    pass


class K2(K1):
    pass


print(made(K1, 1), made(K2, 1))
K1.__bases__ = Mixin, Root


class K3(K1):
    pass


for cls in K0, K1, K2, K3, Root:
    print(cls.__name__, made(cls, 1), made(cls))
K1.__bases__ = (K0,)
print(made(K1, 1), made(K2, 1), made(K3, 1))
