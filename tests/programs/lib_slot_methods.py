# Methods of built-in types that are slots at the same time, in subclasses.
class L(list): pass
class D(dict): pass
class D2(dict):
    def __getitem__(self, k): return ("got", super().__getitem__(k))
class D3(dict):
    def __missing__(self, k): return ("missing", k)
class S(set):
    def __contains__(self, x): return not super().__contains__(x)
class Mix:
    def __getitem__(self, i): return "mix"
class L2(Mix, list): pass
class L3(list, Mix): pass
l = L([1, 2])
print(l[0], L.__getitem__(l, 1), L.__getitem__ is list.__getitem__)
d = D(a=1)
print(d["a"], "a" in d, D.__contains__(d, "b"))
print(D2(a=1)["a"], D3()["x"], 5 in S(), L2([1])[0], L3([1])[0])
L.__getitem__ = lambda self, i: "patched"
print(l[0])
del L.__getitem__
print(l[0])
print(list.__getitem__, dict.__contains__, [].__getitem__(slice(0)), type(set.__contains__).__name__, frozenset({1}).__contains__(1))
print("__getitem__" in vars(list), (1,).__getitem__(0))
for f, a in ((list.__getitem__, ([],)), (dict.__getitem__, ({}, 1, 2)), (set.__contains__, ([], 1)), ("".__mul__, ()), (list.__imul__, ([], 1, 2))):
    try:
        print(f(*a))
    except Exception as e:
        print(type(e).__name__, e)


# What is not exactly an int or a float is taken with a warning.
class Nearly:
    def __index__(self):
        return True

    def __float__(self):
        return Real(1.5)


class Whole:
    def __int__(self):
        return True


class Real(float):
    pass


from _operator import index

print(chr(Nearly()), [4, 5][Nearly()], hex(Nearly()))
print(index(Nearly()), index(True))
print(float(Nearly()))
print(int(Whole()), int(True), float(Real(2.5)))


# A class says that it has no hash only if no base does, or if it compares on its own.
class Unhashable:
    __hash__ = None


class Equal:
    def __eq__(self, other):
        return True


class Child(Unhashable):
    pass


class EqualChild(Equal):
    pass


class EqualAgain(Equal):
    def __eq__(self, other):
        return False


class Hashed(Equal):
    def __hash__(self):
        return 5


class HashedChild(Hashed, Unhashable):
    pass


class Items(list):
    pass


for c in Unhashable, Equal, Child, EqualChild, EqualAgain, Hashed, HashedChild, Items:
    try:
        h = c() in {1: 2}
    except TypeError as e:
        h = e
    print(c.__name__, "__hash__" in c.__dict__, h)
try:
    del Child.__hash__
except AttributeError as e:
    print(e)
