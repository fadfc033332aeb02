# A class whose bases are replaced keeps its subclasses, also when memory is collected in the midst of it.
class Root:
    pass


class Mixin:
    pass


class A(Root):
    pass


def rows(cls, depth=0):
    print(' ' * depth + cls.__name__, [b.__name__ for b in cls.__bases__], [m.__name__ for m in cls.__mro__])
    for sub in cls.__subclasses__():
        rows(sub, depth + 1)


kept = []
for i in range(5):
    B = type('B%d' % i, (A,), {})
    C = type('C%d' % i, (B,), {'x': i})
    A.__bases__ = Mixin, Root
    D = type('D%d' % i, (A,), {'__slots__': ()})
    A.__bases__ = Root, Mixin
    B.__bases__ = (D,)
    Root.x = i
    print(C().x, B().x, D().x)
    A.__bases__ = (Root,)
    kept += B, C, D
rows(C.__mro__[-2])
print(Root.__subclasses__(), Mixin.__subclasses__())


class Meta(type):
    """Whose mro() fails, or replaces the bases itself, when the bases are replaced."""
    act = None

    def mro(cls):
        if Meta.act:
            act, Meta.act = Meta.act, None
            act(cls)
        return type.mro(cls)


def fails(cls):
    raise ValueError('no order')


def replaces(cls):
    cls.__bases__ = Mixin, Root


class E(Root, metaclass=Meta):
    pass


class F(E):
    pass


for act in fails, replaces, fails:
    Meta.act = act
    try:
        E.__bases__ = Root, Mixin
    except ValueError as e:
        print(e)
    G = type('G', (E,), {})
    kept.append(G)
    print([b.__name__ for b in E.__bases__], F.__mro__, G.__mro__)
    print(E.__subclasses__().count(F), sorted({c.__name__ for c in Root.__subclasses__()}), sorted({c.__name__ for c in Mixin.__subclasses__()}))
