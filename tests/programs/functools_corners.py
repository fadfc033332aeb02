# partial objects: their state, being methods; signatures of objects that functions make; OrderedDict's pop and comparisons.
# needs: stdlib
import copy
import functools
import inspect
import operator
import warnings
from collections import OrderedDict

p = functools.partial(print, "a", sep="-")
q = copy.copy(p)
print(q.keywords is p.keywords, q.args is p.args)


class Args(tuple):
    pass


class Kw(dict):
    pass


p.attr = 1
p.__setstate__((max, Args((1, 2)), Kw(key=abs), None))
print(p.func is max, type(p.args), type(p.keywords), p.__dict__, p(3))
p.__setstate__((max, (1,), {}, {"other": 2}))
print(p.__dict__)
try:
    del p.__dict__
except TypeError as e:
    print(e)


class C:
    method = functools.partial(lambda *args: len(args), 1)


print(C.method(2))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(C().method(2))
print([(w.category.__name__, str(w.message)) for w in caught])
for f in functools.cmp_to_key(lambda a, b: 0), operator.itemgetter(1), operator.attrgetter("a"), operator.methodcaller("m"):
    print(inspect.signature(f))


class Adds:
    def __getitem__(self, i):
        return i

    def __iadd__(self, other):
        return "added"


print(operator.iconcat(Adds(), Adds()))


class Missing(OrderedDict):
    def __missing__(self, key):
        return 0


m = Missing(a=1)
print(m.pop("b", 5), m.pop("a", 6), m["z"])
try:
    m.pop("a")
except KeyError as e:
    print("KeyError", e)


class Key:
    count = 0

    def __init__(self, act=None):
        self.act = act

    def __hash__(self):
        return 1

    def __eq__(self, other):
        Key.count += 1
        if Key.count == 2:
            (self.act or other.act)()
        return True


def clear():
    one.clear()


def replace():
    one.move_to_end(0)
    del one[0]


for act in clear, replace:
    Key.count = 0
    one, two = OrderedDict.fromkeys((0, Key(act), 4.2)), OrderedDict.fromkeys((0, Key(act), 4.2))
    try:
        print(one == two)
    except RuntimeError as e:
        print(e)
