# Corners of classes: super() early and late, odd results of mro(), __dict__ of modules and exceptions, what dir() lists.
# needs: stdlib
import types


class Early(type):
    def mro(cls):
        cls.__dict__["look"]()
        return super().mro()


class A(metaclass=Early):
    def look():
        print("in mro():", __class__.__name__)


class Cell:
    def method(self):
        super()


def cell_of(x):
    return (lambda: x).__closure__[0]


try:
    Cell.method(cell_of(Cell()))
except TypeError as e:
    print(str(e).split(":")[0])


class Meta(type):
    def mro(cls):
        return (A,)


class Odd(type):
    def mro(cls):
        return [object]


try:
    class B(metaclass=Odd):
        pass
except TypeError as e:
    print(e)


class Slot:
    __slots__ = ["__classcell__", "__qualname__"]

    def method(self):
        return __class__


print(type(Slot.__dict__["__classcell__"]).__name__, Slot().method() is Slot)


class Base:
    pass


for bases in (types.ModuleType, Base), (Base, types.ModuleType):
    module = type("Module", bases, {})("m")
    for change in (lambda: setattr(module, "__dict__", {}), lambda: delattr(module, "__dict__"), lambda: Base.__dict__["__dict__"].__set__(module, {})):
        try:
            change()
        except AttributeError as e:
            print(e)


class Error(Exception):
    pass


e = Error()
e.__dict__ = {"a": 1}
print(e.a)
try:
    del e.__dict__
except TypeError as e:
    print(e)
try:
    1 / 0
except ZeroDivisionError as e:
    print(dir(e.__traceback__))
print(set(dir(list)) <= set(dir(list[int])), sorted(set(dir(list[int])) - set(dir(list))))
try:
    exec("class C(metaclass=type, metaclass=type): pass")
except SyntaxError as e:
    print(e.msg, e.lineno, e.offset)
