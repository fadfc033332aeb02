# needs: stdlib
# What Python's own C functions say that an object can do, as tomlkit asks them.
import ctypes
from array import array
from collections import OrderedDict, UserDict, UserList, deque, namedtuple
from types import MappingProxyType


class Items:
    def __getitem__(self, n):
        return n


class Nothing:
    pass


class Next:
    def __next__(self):
        return 1


class MoreNext(Next):
    def __call__(self):
        pass


class Floating(float):
    pass


api = ctypes.pythonapi
for obj in (1, 1.5, Floating(2), "a", b"a", bytearray(), memoryview(b""), (), [], range(3), deque(), array("i"), {}, OrderedDict(), UserDict(),
            UserList(), namedtuple("P", "x")(1), MappingProxyType({}), set(), frozenset(), None, len, Items(), Items, Nothing(), Next(), MoreNext(),
            iter([]), iter({}), (x for x in ""), zip(), list[int], type, slice(3), ...):
    answers = [f(ctypes.py_object(obj)) for f in (api.PySequence_Check, api.PyCallable_Check, api.PyIter_Check)]
    print(type(obj).__name__, answers)
