# A method called in a hot loop is replaced by every other kind of attribute, from the loop, from a callee, in a base class, and back.


class Call:
    def __init__(self, name):
        self.name = name

    def __call__(self, *args):
        return (self.name, len(args), args[-1:])


class Descr:
    def __get__(self, obj, cls=None):
        return lambda *args: ("descr", obj is None, len(args), args[-1:])


class DataDescr(Descr):
    def __set__(self, obj, value):
        obj.__dict__["set"] = value

    def __get__(self, obj, cls=None):
        return lambda *args: ("data", obj is None, len(args), args[-1:])


class Maker:
    def __init__(self, *args):
        self.args = args

    def __repr__(self):
        return "Maker%r" % (tuple([a for a in self.args if isinstance(a, int)]),)


class Late:
    def __call__(self, *args):
        return ("late", len(args), args[-1:])


def plain(*args):
    return ("plain", len(args), args[-1:])


def other(self, x):
    return ("other", x)


def gen(self, x):
    yield x


def show(r):
    if hasattr(r, "send"):
        return ["gen"] + list(r)
    if isinstance(r, Late) or callable(r) and not isinstance(r, Maker):
        return "callable"
    return r


def kinds():
    yield "call", Call("call")
    yield "plain", plain
    yield "other", other
    yield "static", staticmethod(plain)
    yield "class", classmethod(plain)
    yield "property", property(lambda self: Call("p"))
    yield "builtin", abs
    yield "builtin2", max
    yield "type", Maker
    yield "int", int
    yield "bound", Call("x").__call__
    yield "boundbuiltin", [5].count
    yield "slotwrapper", int.__add__
    yield "descr", Descr()
    yield "data", DataDescr()
    yield "gen", gen
    yield "lambda", lambda self, x=0: x
    yield "none", None
    yield "number", 7
    yield "late", Late()


def fresh():
    class A:
        def m(self, x):
            return ("m", x)

    class B(A):
        pass

    class S(A):
        __slots__ = ()

    class D(B):
        def __init__(self):
            self.a = 1

    return A, B, S, D


def attempt(f, *args):
    try:
        return show(f(*args))
    except Exception as e:
        return type(e).__name__, str(e)


def inside(o, owner, new, rounds, at):
    out = []
    for i in range(rounds):
        if i == at:
            owner.m = new
        try:
            r = o.m(i)
        except Exception as e:
            r = (type(e).__name__, str(e))
        if hasattr(r, "send"):
            r = list(r)
        if i >= rounds - 2 or at - 1 <= i <= at + 1:
            out.append(r)
    return out


def replace(owner, new, i, at):
    if i == at:
        owner.m = new
    return i


def callee(o, owner, new, rounds, at):
    out = []
    for i in range(rounds):
        try:
            r = o.m(replace(owner, new, i, at))
        except Exception as e:
            r = (type(e).__name__, str(e))
        if hasattr(r, "send"):
            r = list(r)
        if i >= rounds - 2 or at - 1 <= i <= at + 1:
            out.append(r)
    return out


def loaded(o, owner, new, rounds, at):
    out = []
    for i in range(rounds):
        if i == at:
            owner.m = new
        try:
            f = o.m
            r = f(i)
        except Exception as e:
            r = (type(e).__name__, str(e))
        if hasattr(r, "send"):
            r = list(r)
        if i >= rounds - 2 or at - 1 <= i <= at + 1:
            out.append(r)
    return out


def shadowed(o, owner, new, rounds, at):
    out = []
    for i in range(rounds):
        if i == at:
            try:
                o.m = new
            except AttributeError as e:
                out.append(str(e))
        elif i == at + 30 and "m" in getattr(o, "__dict__", ()):
            del o.m
        try:
            r = o.m(i)
        except Exception as e:
            r = (type(e).__name__, str(e))
        if hasattr(r, "send"):
            r = list(r)
        if i >= rounds - 2 or at - 1 <= i <= at + 1:
            out.append(r)
    return out


def there_and_back(o, owner, new, rounds, at):
    out = []
    old = owner.__dict__.get("m")
    for i in range(rounds):
        if i % 16 == 7:
            owner.m = new
        elif i % 16 == 15:
            if old is None:
                del owner.m
            else:
                owner.m = old
        try:
            r = o.m(i)
        except Exception as e:
            r = (type(e).__name__, str(e))
        if hasattr(r, "send"):
            r = list(r)
        if i > rounds - 18 and i % 8 in (6, 7):
            out.append(r)
    return out


def stable(r):
    if isinstance(r, list):
        return [stable(x) for x in r]
    if isinstance(r, tuple):
        return tuple(stable(x) for x in r)
    text = repr(r)
    return text if " at 0x" not in text else "<%s>" % type(r).__name__


for way in inside, callee, loaded, shadowed, there_and_back:
    for n, (name, new) in enumerate(kinds()):
        for where in (n % 5, (n + 2) % 5):
            A, B, S, D = fresh()
            o, owner = [(A(), A), (B(), A), (D(), B), (S(), S), (D(), D)][where]
            print(way.__name__, name, where, stable(way(o, owner, new, 70, 33)))


# The class of an attribute becomes a descriptor, or stops being one; the class of an object changes; a base class is exchanged.
def becomes(o, rounds, at, change):
    out = []
    for i in range(rounds):
        if i == at:
            change()
        try:
            r = o.m(i)
        except Exception as e:
            r = (type(e).__name__, str(e))
        if i >= rounds - 1 or at - 1 <= i <= at + 1:
            out.append(r)
    return out


class Value:
    def __call__(self, *args):
        return ("value", len(args))


class Holder:
    m = Value()


def add_get():
    Value.__get__ = lambda self, obj, cls=None: lambda *a: ("got", len(a))


def drop_get():
    del Value.__get__


def new_call():
    Value.__call__ = lambda self, *a: ("called anew", len(a))


print(becomes(Holder(), 70, 33, add_get))
print(becomes(Holder(), 70, 33, drop_get))
print(becomes(Holder(), 70, 33, new_call))


class Left:
    def m(self, x):
        return ("left", x)


class Right:
    m = staticmethod(plain)


class Moves(Left):
    pass


class Below(Moves):
    pass


o = Below()
print(becomes(o, 70, 33, lambda: setattr(Moves, "__bases__", (Right,))))
print(becomes(o, 70, 33, lambda: setattr(o, "__class__", type("Other", (Right,), {"m": Call("inner")}))))
