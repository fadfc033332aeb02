# Whatever gc tells of can be looked at: every object, what is in it, and what refers to it.
import gc


class Node:
    def __init__(self, n):
        if n > 0:
            self.first = n
        if n > 1:
            self.second = n
        if n > 2:
            self.third = n


class Meta(type):
    pass


class Made(metaclass=Meta):
    __slots__ = ('a', 'b')


nodes = [Node(i) for i in range(4)]
made = Made()
made.a = nodes


def look(x):
    type(x).__name__
    hash(type(x))
    if isinstance(x, type):
        repr(x)
        x.__name__.upper()
        x.__mro__[0]
        x.__module__


def items(x):
    if type(x) is dict:
        return [*x, *x.values()]
    if type(x) in (list, tuple, set, frozenset):
        return list(x)
    return []


count = 0
for x in gc.get_objects():
    look(x)
    for y in items(x):
        look(y)
    for y in gc.get_referents(x):
        look(y)
    count += 1
print(count > 100)

for x in (Node, nodes[3], nodes, made, Made, 'first', 'third'):
    for y in gc.get_referrers(x):
        look(y)
        for z in items(y):
            look(z)
        for z in gc.get_referents(y):
            look(z)

# An object's class knows the object's attributes' names; no dict that a program sees maps them to anything but what it put there.
for x in gc.get_objects():
    if type(x) is dict and list(x) in (['first'], ['second'], ['third']):
        print(x)
print(any(x is nodes for x in gc.get_objects()), any(x is made.a for x in gc.get_referents(made)))
