# needs: stdlib
# The order of finalizers, and what they see: an object's runs before those of what it refers to; weak references to what only cycles kept are gone.
import gc
import weakref


class Node:
    def __init__(self, name, *parts, **more):
        self.name, self.parts = name, parts
        self.__dict__.update(more)

    def __del__(self):
        print("del", self.name)


print("chains")
inner = Node("inner")
outer = Node("outer", Node("middle", [{"key": inner}]))
del inner, outer
gc.collect()

top = None
for i in range(8):
    top = Node(i, top, below=lambda: None)
del top
gc.collect()

print("what does not refer to each other")
a, b = Node("first"), Node("second")
del a, b
gc.collect()


class Bound:
    def __init__(self, node):
        self.call = node.talk

    def __del__(self):
        print("del bound")


class Talker(Node):
    def talk(self):
        pass


node = Talker("by a bound method")
x = Bound(node)
del node, x
gc.collect()

print("weak references")


class Cyclic:
    def __init__(self, other=None):
        self.other = other
        self.me = self

    def __del__(self):
        print("in a cycle:", ref(), self.other and other_ref())
        if keep is not None:
            keep.append(self)


keep = None


def lone():
    global other_ref, ref
    c = Cyclic()
    other_ref, ref = None, weakref.ref(c, lambda r: print("callback", r()))


lone()
gc.collect()

keep = []


def with_part():
    global other_ref, ref
    part = Node("part")
    c = Cyclic(part)
    ref, other_ref = weakref.ref(c), weakref.ref(part)


with_part()
gc.collect()
print(len(keep), ref(), other_ref(), keep[0].other.name)
keep = None
gc.collect()

values = weakref.WeakValueDictionary()


def fill():
    n = Node("a value", values=values)
    n.cycle = n
    values["n"] = n


fill()
gc.collect()
print(list(values.items()))

print("lists of weak references")


class MyRef(weakref.ref):
    pass


class Plain:
    pass


p = Plain()
f = lambda r: None
made = {"my": MyRef(p), "called": weakref.ref(p, f), "proxy": weakref.proxy(p), "later": weakref.ref(p, f), "ref": weakref.ref(p)}
names = {id(v): k for k, v in made.items()}
print([names[id(r)] for r in weakref.getweakrefs(p)], weakref.getweakrefcount(p))
print(p.__weakref__ is made["ref"])


class Sized:
    def __bytes__(self):
        return b"bytes"

    def __reversed__(self):
        return iter("cba")


s = Sized()
print(bytes(weakref.proxy(s)), list(reversed(weakref.proxy(s))))

print("the end")
last = Node("z, which is made first")
holder = Node("holder", last)
