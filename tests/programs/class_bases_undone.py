# An assignment to __bases__ that fails leaves all orders as they were, without asking mro() again.
class Turn(type):
    turns = 0

    def mro(cls):
        if Turn.turns and cls.__name__ == "C":
            Turn.turns += 1
            C.__bases__ = (B2,)
        return type.mro(cls)


class A(metaclass=Turn):
    pass


class B1(A):
    pass


class B2(A):
    pass


class C(A):
    pass


def orders(*classes):
    return [(c.__name__, [b.__name__ for b in c.__bases__], [b.__name__ for b in c.__mro__]) for c in classes]


before = orders(A, B1, B2, C)
Turn.turns = 1
try:
    C.__bases__ = (B1,)
except RecursionError as e:
    print(e, Turn.turns > 100)
Turn.turns = 0
print(orders(A, B1, B2))
C.__bases__ = (B1,)
print(orders(C), sorted(c.__name__ for c in A.__subclasses__()), [c.__name__ for c in B1.__subclasses__()])


class Stubborn(type):
    asked = []
    refuse = ""

    def mro(cls):
        Stubborn.asked.append(cls.__name__)
        if cls.__name__ == Stubborn.refuse:
            raise ValueError(cls.__name__)
        return type.mro(cls)


class Base(metaclass=Stubborn):
    kind = "base"


class Other(metaclass=Stubborn):
    kind = "other"


class Top(Base):
    pass


class Left(Top):
    pass


class Right(Top):
    pass


class Last(Right, Left):
    pass


before = orders(Top, Left, Right, Last)
for Stubborn.refuse in "Top", "Left", "Right", "Last", "":
    Stubborn.asked.clear()
    try:
        Top.__bases__ = (Other,)
    except ValueError as e:
        print("refused by", e)
    print(Stubborn.asked, orders(Top, Left, Right, Last) == before, [c.kind for c in (Top, Left, Right, Last)], [c.__name__ for c in Base.__subclasses__()])


# An mro() that changes the bases of its own class once.
class Once(type):
    armed = False

    def mro(cls):
        if Once.armed and cls.__name__ == "Z":
            Once.armed = False
            Z.__bases__ = (Y2,)
        return type.mro(cls)


class X(metaclass=Once):
    pass


class Y1(X):
    pass


class Y2(X):
    pass


class Z(X):
    pass


Once.armed = True
Z.__bases__ = (Y1,)
print(orders(Z), [c.__name__ for c in Y1.__subclasses__()], [c.__name__ for c in Y2.__subclasses__()])
