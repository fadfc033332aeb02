# What gc.collect() finds, whatever engine runs the frames that call it: finalizers, weak references; who refers to whom.
import gc, sys
from _weakref import ref

gc.collect()


class Node:
    def __init__(self, name=None):
        self.name = name
        self.me = self


class Loud(Node):
    def __del__(self):
        print('del', self.name)


# At module level.
x = Loud('module')
r = ref(x)
del x
gc.collect()
print(r())

# Variables that are gone, in frames that go on: in functions that call it, and in those that call others that do.
def collect():
    return gc.collect()


def direct(n):
    dead = 0
    for i in range(n):
        a = Node()
        a.other = b = Node()
        b.other = a
        r = ref(a)
        a = b = None
        gc.collect()
        dead += r() is None
    return dead


def nested(n):
    dead = 0
    for i in range(n):
        a = Node()
        q = (a, [a], i)
        r = ref(a)
        del a, q
        collect()
        dead += r() is None
    return dead


def given(x, k):
    r = ref(x)
    del x
    gc.collect()
    return r() is None


def passed(n):
    return sum([given(Node(), k=i) for i in range(n)])


def lists(n):
    dead = 0
    for i in range(n):
        l = [Node() for i in range(3)]
        rs = [ref(x) for x in l]
        collect()
        dead += all(r() is not None for r in rs)
        del l
        collect()
        dead += all(r() is None for r in rs)
    return dead


def generator():
    a = Node()
    r = ref(a)
    yield (a, r)[1]
    del a
    yield r


def generators(n):
    dead = 0
    for i in range(n):
        g = generator()
        r = next(g)
        collect()
        dead += r() is not None
        next(g)
        collect()
        dead += r() is None
    return dead


def loops(n):
    dead = 0
    for x in [Node() for i in range(n)]:
        r = ref(x)
        collect()
        dead += r() is not None
    return dead


def raised(n):
    dead = 0
    for i in range(n):
        try:
            a = Node()
            r = ref(a)
            raise ValueError(a)
        except ValueError:
            pass
        a = None
        collect()
        dead += r() is None
    return dead


# What is still wanted stays.
def wanted(n):
    total = 0
    for i in range(n):
        l = sorted([Node(k) for k in (3, 1, 2)], key=lambda x: (gc.collect() * 0, x.name))
        s = ''.join(map(lambda x: str(x.name + gc.collect() * 0), l))
        d = {Key(x.name): x for x in l}
        total += int(s) + len(d) + sum(x.me.name for x in d.values())
        total += (Node(i).name + [gc.collect()][0] * 0) * 0 + len([Node(), gc.collect(), Node()])
    return total


class Key:
    def __init__(self, n):
        self.n = [n]

    def __hash__(self):
        gc.collect()
        return 7

    def __eq__(self, other):
        collect()
        return self.n == other.n


for f in direct, nested, passed, lists, generators, raised, loops:
    print(f.__name__, f(12))
print(wanted(3))


# Finalizers may bring objects back, and their victims die later.
class Back:
    def __init__(self):
        self.me = self

    def __del__(self):
        saved.append(self)


saved = []
Back()
gc.collect()
print(len(saved), gc.is_finalized(saved[0]))
saved.clear()
gc.collect()
print(len(saved))

# Who refers to whom.
a, b = [], {}
c = Node('c')
c.a = a
b['a'] = a
found = gc.get_referrers(a)
print(b in found, any(x is c or x is c.__dict__ for x in found), any(x is globals() for x in found))
print(sorted(map(str, gc.get_referents(['x', 'y'], {'k': 'v'}, (1.5, 'z')))))
print(any(x is c for x in gc.get_objects()), any(x is a for x in gc.get_objects()))
print([gc.is_tracked(x) for x in (1, 'a', [], {}, {'a': 1}, {'a': []}, (), (1, 'a'), (1, []), object(), c, Node, len, 1.5)])


def counts():
    x = Node()
    x.me = None
    one = sys.getrefcount(x)
    y = [x, x]
    three = sys.getrefcount(x)
    del y
    return three - one, sys.getrefcount(x) - one


print(counts(), sys.getrefcount(None) > 1000)


# Callbacks.
def told(phase, info):
    print(phase, sorted(info), info['generation'])


gc.callbacks.append(told)
Node()
gc.collect(1)
gc.callbacks.remove(told)
for bad in (lambda: gc.collect(3), lambda: gc.collect(-1), lambda: gc.collect('x')):
    try:
        bad()
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)

# An instance refers to its class, where a program made the class.


class Kept:
    pass


class Slotted(list):
    __slots__ = ()


kept = [Kept(), Kept(), Slotted()]
for cls in Kept, Slotted:
    of = [x for x in gc.get_referrers(cls) if type(x) is cls]
    print(cls.__name__, len(of), all(any(x is y for y in kept) for x in of))
