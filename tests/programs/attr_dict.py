# Attributes of objects that have a dict, read and written in hot code; and those of classes with __getattr__.

class A:
    z = 5
    flag = False

    def __init__(self, n):
        self.a = n
        self.b = 2
        self.c = 3

    def m(self):
        return self.a


def read(o):
    return o.a + o.b + o.c


def write(o, i):
    o.c = i
    o.a += 1
    return o.c


def call(o):
    return o.m() + o.z


def flag(o):
    return o.flag, o.__dict__.get("flag")


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def turns(o, n=200):
    t = 0
    for i in range(n):
        t += read(o) + write(o, i) + call(o)
    return t


plain, inDict = A(1), A(1)
inDict.__dict__
print(turns(plain, 3000), turns(inDict, 3000))

# Other orders, keys that are gone, other dicts.
other = A.__new__(A)
other.__dict__.update(c=1, b=2, a=3)
print(turns(other), list(other.__dict__))
del other.b
print(attempt(read, other), attempt(turns, other))
other.b = 7
print(turns(other), list(other.__dict__))
few = A.__new__(A)
few.__dict__["a"] = 1
print(attempt(read, few), attempt(write, few, 4), vars(few), attempt(read, few))
none = A.__new__(A)
none.__dict__
print(attempt(read, none), attempt(call, none), write(none, 2) if "a" in none.__dict__ else attempt(write, none, 2), vars(none))


class D(dict):
    def __getitem__(self, key):
        return "no"

    def __setitem__(self, key, value):
        print("not called")


other.__dict__ = D(a=1, b=2, c=3)
print(turns(other), read(other))
other.__dict__ = {1: 2, "x": 1, "a": 1, "b": 2, "c": 3}
print(turns(other), other.__dict__)
other.__dict__.clear()
print(attempt(read, other), attempt(call, other))
other.a, other.b, other.c = 4, 5, 6
print(turns(other))
key = "".join(["a"])  # an equal str that is not interned
other.__dict__ = {key: 1, "b": 2, "c": 3}
print(turns(other), other.__dict__)

# The dict shadows the class's attributes and methods, and no longer does.
for i in range(300):
    inDict.flag = i
    if i % 3 == 0:
        del inDict.flag
    if i > 296:
        print(flag(inDict))
print(call(inDict))
inDict.m = lambda: 1000
print(call(inDict))
inDict.z = 1
print(call(inDict))
del inDict.m, inDict.z
print(call(inDict))
A.z = 6
print(call(inDict))
A.m = lambda self: self.b
print(call(inDict), call(plain))

# A dict that is somebody's namespace.
code = compile("def get():\n    return c\ndef count():\n    global c\n    c += 1\n    return c\n", "namespace", "exec")
space = A(1)
exec(code, space.__dict__)


def both(o, n):
    t = 0
    for i in range(n):
        o.c = i
        t += o.get() + o.count() + o.c
    return t


print(both(space, 10), both(space, 3000))


# Descriptors that come later.
class Later:
    def __init__(self):
        self.x = 1


def x(o):
    return o.x


def setX(o, v):
    o.x = v


later = Later()
later.__dict__
for i in range(3000):
    setX(later, x(later) + 1)
print(x(later))
Later.x = property(lambda self: "property", lambda self, v: print("set", v))
print(x(later))
setX(later, 2)
del Later.x
print(x(later))
setX(later, 3)
print(x(later), later.__dict__)


class Get:
    def __get__(self, o, cls):
        return "got"


Later.x = Get()
print(x(later))
del later.x
print(x(later))
Get.__set__ = lambda self, o, v: print("put", v)
setX(later, 9)
later.__dict__["x"] = 5
print(x(later))
del Get.__set__
print(x(later))


# Subclasses of built-in classes.
class Sub(dict):
    kind = "sub"

    def m(self):
        return self.n + len(self)


class Text(str):
    def m(self):
        return self.n + len(self)


class Number(int):
    kind = "number"


class Items(list):
    def m(self):
        return self.n + len(self)


class Error(Exception):
    def __init__(self, n):
        self.n = n

    def m(self):
        return self.n


def use(o):
    o.n = o.n + 1
    return o.m() + o.n


subs = [Sub(a=1), Text("abc"), Items([1, 2]), Error(4)]
for o in subs:
    o.n = 0
    t = 0
    for i in range(1500):
        t += use(o)
    print(type(o).__name__, t, o.n, o.__dict__)
    o.m = lambda: -1
    print(use(o))
    del o.m
    print(use(o))
    del o.n
    print(attempt(use, o))
print(Sub().kind, Number(3).kind)
for o in Sub(), Number(3):
    for i in range(1500):
        o.kind
    o.kind = "own"
    print(o.kind, vars(o))


# __getattr__ answers for what is missing.
class Hook:
    k = 1

    def __init__(self):
        self.a = 1

    def __getattr__(self, name):
        if name == "bad":
            raise AttributeError("bad")
        return name

    def m(self):
        return self.a

    @property
    def p(self):
        if self.a < 0:
            raise AttributeError("p")
        return "p%d" % self.a


def hooks(o):
    return o.a, o.k, o.m(), o.missing, o.p


def many(o):
    for i in range(1500):
        r = hooks(o)
    return r


hook = Hook()
print(many(hook))
hook.a = -1
print(many(hook))
hook.missing = 3
print(many(hook))
hook.__dict__
print(many(hook))
del hook.missing, hook.a
print(attempt(many, hook), attempt(getattr, hook, "bad"))
hook.a = 2
Hook.k = 2
print(many(hook))
Hook.__getattribute__ = lambda self, name: "all"
print(attempt(getattr, hook, "a"), hook.missing, attempt(hooks, hook))
Hook.m = lambda self: 5
del Hook.__getattribute__
print(many(hook))
del Hook.__getattr__
print(attempt(many, hook))
hook.missing = 4
print(many(hook))
Hook.__getattr__ = lambda self, name: "again"
del hook.missing
print(many(hook))


# The dict itself.
def items(o, n):
    t = 0
    for i in range(n):
        d = o.__dict__
        if "a" in d:
            t += d["a"]
        d["n"] = i
    return t, o.n


print(items(A(2), 3000), items(inDict, 3000), items(Sub(), 3000), items(Error(1), 3000))


class Slots:
    __slots__ = ("a", "__dict__")


class NoDict:
    __slots__ = ("a",)


s = Slots()
s.a = 1
print(items(s, 3000))
print(attempt(items, NoDict(), 1)[0])


class Other(A):
    m = z = 1


inDict.__class__ = Other
print(attempt(call, inDict)[0], inDict.m, read(inDict))
inDict.__class__ = A
print(call(inDict), read(inDict))
