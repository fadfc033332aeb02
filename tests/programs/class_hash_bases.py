# Which classes are hashable, by what they and their bases say, and which of them have an entry __hash__ of their own.


class Eq:
    def __eq__(self, other):
        return self is other


class Plain(Eq):
    pass


class Both:
    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return 7


class Said(Eq, Both):
    __hash__ = Both.__hash__


class Hash:
    def __hash__(self):
        return 8


class Order:
    def __lt__(self, other):
        return False


class Never:
    __hash__ = None


def show(name, *bases, **body):
    cls = type(name, bases, body)
    own = cls.__dict__.get("__hash__", "not said")
    try:
        h = hash(cls())
        h = "object's" if h not in (7, 8) else h
    except TypeError as e:
        h = e
    print(name, [b.__name__ for b in bases], "None" if own is None else own if own == "not said" else "a function", h)


def eq(self, other):
    return NotImplemented


kinds = Eq, Plain, Both, Said, Hash, Order, Never, list, dict, int, tuple
for a in kinds:
    show("One", a)
    show("OneEq", a, __eq__=eq)
    show("OneHash", a, __hash__=Both.__hash__)
    for b in kinds[:7]:
        if not issubclass(b, a):
            show("Two", a, b)
            show("TwoEq", a, b, __eq__=eq)
            show("TwoNe", a, b, __ne__=eq)
show("PlainSaid", Plain, Said)
show("PlainSaidList", Plain, Said, list)
show("ListSaid", list, Said)

# What a base says later counts too.
class Late(Plain, Said):
    pass

Eq.__hash__ = lambda self: 8
print(hash(Late()), hash(Plain()))
del Eq.__hash__
for c in Late, Plain, Eq:
    try:
        print(c.__name__, hash(c()) == 7)
    except TypeError as e:
        print(c.__name__, e)


# Built-in classes of which nothing is hashable say so.
import array
import sys
import _contextvars


def cell():
    x = 1
    return (lambda: x).__closure__[0]


for o in array.array("i"), _contextvars.copy_context(), (lambda: sys._getframe().f_locals)(), cell(), [], {}, set(), bytearray():
    try:
        hash(o)
    except TypeError as e:
        print(e, type(o).__hash__, "__eq__" in type(o).__dict__)
