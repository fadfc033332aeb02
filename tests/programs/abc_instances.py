# needs: stdlib
# isinstance and issubclass where the metaclass decides: abstract base classes, what is registered with them later, and metaclasses of the program's.
import abc
import collections
import gc
import numbers
import typing
from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized


class Base(abc.ABC):
    pass


class Derived(Base):
    pass


class Other:
    pass


class Late:
    pass


class Pretends:
    @property
    def __class__(self):
        return Derived


class Asks:
    def __getattribute__(self, name):
        return Derived if name == "__class__" else object.__getattribute__(self, name)


class Hooked(abc.ABC):
    asked = []

    @classmethod
    def __subclasshook__(cls, c):
        cls.asked.append(c.__name__)
        return hasattr(c, "quack") or NotImplemented


class Duck:
    quack = 1


class Meta(type):
    answer = True

    def __instancecheck__(cls, v):
        return cls.answer

    def __subclasscheck__(cls, c):
        return [c] if cls.answer else []


class Any(metaclass=Meta):
    pass


class Fails(type):
    def __instancecheck__(cls, v):
        if v == 3:
            raise ValueError(v)
        return v


class Picky(metaclass=Fails):
    pass


class Checked(abc.ABCMeta):
    def __instancecheck__(cls, v):
        return not super().__instancecheck__(v)


class Contrary(metaclass=Checked):
    pass


@typing.runtime_checkable
class HasName(typing.Protocol):
    name: str


class Named:
    def __init__(self):
        self.name = "n"


def count(values, cls):
    n = 0
    for v in values:
        if isinstance(v, cls):
            n += 1
    return n


def same(v, cls):
    return isinstance(v, cls)


def under(c, cls):
    return issubclass(c, cls)


def first(values):
    for v in values:
        if isinstance(v, Base):
            yield "base"
        elif isinstance(v, (Mapping, Sequence)):
            yield "container"
        elif not isinstance(v, numbers.Number) and isinstance(v, Hashable):
            yield "hashable"
        else:
            yield type(v).__name__


values = [Base(), Derived(), Other(), Late(), Pretends(), Asks(), Duck(), Named(), {}, [], (), "a", b"b", 1, 2.5, 1j, 1 << 70, None, True, {1}, len, int, collections.OrderedDict(), range(3), Contrary()]
classes = [Base, Derived, Hooked, Any, Contrary, HasName, Mapping, Sequence, Sized, Iterable, Hashable, numbers.Number, numbers.Integral, (Base, Mapping), (int, Sized), Base | Sequence]


def table():
    return [count(values, c) for c in classes]


for turn in range(300):
    t = table()
    if turn in (0, 299):
        print(t)
        print(*first(values))
print(sorted(set(Hooked.asked)))
for c in Base, Hooked, Sequence, numbers.Real:
    for i in range(200):
        r = [same(v, c) for v in values]
    print(c.__name__, "".join("01"[x] for x in r), "".join("01"[under(type(v), c)] for v in values))

# What is registered later.
for i in range(500):
    r = same(Late(), Base), under(Late, Base)
print(r)
Base.register(Late)
for i in range(500):
    r = same(Late(), Base), under(Late, Base), same(Other(), Base)
print(r)
Hooked.register(Other)
print(same(Other(), Hooked), same(Other(), Base), table())
Duck.asked = 0
Hooked._abc_registry_clear()
Hooked._abc_caches_clear()
for i in range(500):
    r = same(Other(), Hooked), same(Duck(), Hooked)
print(r)

# A metaclass's method that changes its mind, or is changed.
for i in range(600):
    if i == 300:
        Meta.answer = False
    r = same(1, Any), same(Any(), Any), under(int, Any)
    if i in (299, 599):
        print(r)
Meta.__instancecheck__ = lambda cls, v: v == 7
for i in range(300):
    r = same(7, Any), same(8, Any)
print(r)
del Meta.__instancecheck__
for i in range(300):
    r = same(7, Any), same(Any(), Any)
print(r)


# Results that are no bools, and exceptions.
def asked(v):
    try:
        return isinstance(v, Picky)
    except ValueError as e:
        return "fails", e.args, e.__traceback__.tb_next.tb_frame.f_code.co_name


for i in range(300):
    r = [asked(v) for v in (0, 1, 2, 3, "", "x", [], [0], None)]
print(r)


class Changes(abc.ABC):
    pass


for i in range(300):
    r = same(Other(), Changes)
Changes.__class__ = Checked
print(r, same(Other(), Changes))

# Classes that come and go where others were.
answers = []
for i in range(60):
    class Gone(Base if i % 2 else object):
        pass

    answers.append(same(Gone(), Base) == bool(i % 2) and under(Gone, Base) == bool(i % 2))
    del Gone
    if i % 10 == 0:
        gc.collect()
print(all(answers), len(answers))
