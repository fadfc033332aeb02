# One call site for each specialization: warm, surprised by something else, warm again.


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def site(name, f, usual, *others):
    """Runs f on the usual argument often, then on each of the others once, then on the usual one again."""
    for _ in range(300):
        r = attempt(f, usual())
    odd = [attempt(f, o()) for o in others]
    for _ in range(600):
        again = attempt(f, usual())
    print(name, r, odd, again)


class Plain:
    kind = "class attribute"
    factory = int

    def __init__(self, x=1):
        self.x = x

    def m(self, a=0, b=2):
        return self.x, a, b

    def m0(self):
        return "m0"

    def __getitem__(self, i):
        return i * 2

    @property
    def p(self):
        return self.x

    def __repr__(self):
        return "Plain"


class Bare:
    __slots__ = ("x",)
    factory = str
    kind = "bare"

    def __init__(self, x=2):
        self.x = x

    def m(self, a=5, b=6):
        return a, b

    def m0(self):
        return "bare m0"

    def __repr__(self):
        return "Bare"


class All:
    def __getattribute__(self, name):
        return lambda *a: (name, a)


class AllValue:
    def __getattribute__(self, name):
        return "value of " + name


class Dyn:
    def __getattr__(self, name):
        return lambda *a: ("dyn " + name, a)


class Item(Plain):
    def __getitem__(self, i):
        if i == 1:
            return "one"
        raise KeyError(i)


def with_dict():
    o = Plain(3)
    o.__dict__ = {"x": 4, "extra": 5}
    return o


def many():
    o = Plain(6)
    for i in range(40):
        setattr(o, f"a{i}", i)
    o.extra = "many"
    return o


def one(a):
    return ("one", a)


def two(a, b=2, *c):
    return ("two", a, b, c)


def pair(v):
    a, b = v
    return a, b


def triple(v):
    a, b, c = v
    return c, b, a


def triple2(v):
    a, b, c = v
    return sorted((c, b, a))


def print_nothing(*a):
    return len(a)


def store_list(c):
    c[0] = 9
    return c


def store_dict(c):
    c["k"] = 9
    return c


def total(it):
    t = 0
    for x in it:
        t += x
    return t


def numbers():
    yield 1
    yield 2


def delegate(it):
    r = yield from it
    return r


def grow(s):
    s += "x"
    s += "y"
    return s


class Base:
    attr = "base attr"

    def m(self):
        return "base m"


class Derived(Base):
    def attribute(self):
        return super().attr

    def method(self):
        return super().m()


class Other(Derived, Base):
    pass


site("subscr getitem", lambda o: o[1], Plain, Item, lambda: [1, 2], lambda: {1: 3}, lambda: (4, 5), lambda: "ab", Bare, lambda: Plain)
site("attr getattribute", lambda o: o.x, AllValue, Plain, Bare, with_dict)
site("attr with hint", lambda o: o.extra, many, with_dict, Plain, Bare, AllValue)
site("attr method lazy dict", lambda o: o.with_traceback(None).__class__.__name__, ValueError, KeyError, Plain, All, lambda: OSError(1, "x"))
site("attr nondescriptor no dict", lambda o: o.factory(), Bare, Plain, with_dict, Dyn, All)
site("attr nondescriptor with values", lambda o: o.factory(), Plain, Bare, with_dict, many, Dyn)
site("attr method with values", lambda o: o.m0(), Plain, Bare, with_dict, many, Dyn, All, lambda: Plain)
site("attr method no dict", lambda o: o.m0(), Bare, Plain, with_dict, Dyn)
site("attr builtin method", lambda o: o.count(1), lambda: [1, 1], lambda: (1,), lambda: "11", Dyn, Plain)
site("attr property", lambda o: o.p, Plain, Bare, with_dict, many)
site("attr slot", lambda o: o.x, Bare, Plain, with_dict, AllValue, lambda: 5)
site("attr value no dict", lambda o: o.kind, Bare, Plain, with_dict, lambda: Bare, AllValue)
site("attr value with values", lambda o: o.kind, Plain, Bare, with_dict, lambda: Plain, AllValue)
site("attr class", lambda o: o.kind, lambda: Plain, lambda: Bare, Plain, Bare, lambda: int)
site("attr instance", lambda o: o.x, Plain, lambda: Plain("y"), Bare, with_dict, many, lambda: None)


def set_x(o):
    o.x = "set"
    return o.x


def set_extra(o):
    o.extra = "set"
    return o.extra


site("store instance", set_x, Plain, Bare, with_dict, many, lambda: 5, lambda: Plain)
Plain.x = None
del Plain.x
site("store slot", set_x, Bare, Plain, with_dict, lambda: None)
kept = many()
site("store hint", set_extra, lambda: kept, with_dict, Plain, Bare, many)
bound = Plain(7).m
bound0 = Plain(8).m0
site("call bound general", lambda f: f(1), lambda: bound, lambda: Bare().m, lambda: len, lambda: Plain, lambda: (lambda a: a), lambda: 5)
site("call bound exact", lambda f: f(), lambda: bound0, lambda: Bare().m0, lambda: bound, lambda: int, lambda: Plain)
site("call py exact", lambda f: f(1), lambda: one, lambda: bound, lambda: len, lambda: str, lambda: two)
site("call py general", lambda f: f(1), lambda: two, lambda: one, lambda: abs, lambda: tuple, lambda: None)
site("call tuple", lambda v: tuple(v), lambda: [1, 2], lambda: "ab", lambda: (3,), lambda: 5)
site("call str", lambda v: str(v), lambda: 5, lambda: "ab", Plain, lambda: 1.5)
site("call type", lambda v: type(v).__name__, lambda: 5, lambda: "ab", Plain, lambda: type)
site("call len", lambda v: len(v), lambda: [1], lambda: "ab", lambda: {1: 2}, lambda: 5, Plain)
site("call isinstance", lambda v: isinstance(v, int), lambda: 5, lambda: "ab", lambda: True, lambda: None)
site("call class init", lambda c: c(1).x, lambda: Plain, lambda: Bare, lambda: int, lambda: All, lambda: one)
site("call builtin class", lambda c: c(), lambda: dict, lambda: list, Plain, lambda: int, lambda: (lambda: "py"))
site("call builtin o", lambda f: f(-5), lambda: abs, lambda: hex, lambda: one, lambda: str, lambda: len)
site("call builtin fast", lambda f: f([3, 1], 0), lambda: getattr, lambda: isinstance, lambda: sum, lambda: divmod, lambda: two)
site("call builtin fast kw", lambda f: f([3, 1]), lambda: sorted, lambda: sum, lambda: min, lambda: one, lambda: list)
site("call non py", lambda f: f([3, 1]), lambda: max, lambda: sorted, lambda: one, lambda: Plain, lambda: print_nothing)
site("method o", lambda v: v.append(1) or v, lambda: [], Dyn, Plain)
site("method noargs", lambda v: v.upper(), lambda: "ab", lambda: b"ab", Dyn, lambda: 5)
site("method fast", lambda v: v.replace("a", "b"), lambda: "aa", lambda: b"a", Dyn)
site("method fast kw", lambda v: v.split("a"), lambda: "xay", lambda: b"a", Dyn)
site("method o str", lambda v: v.join(["a", "b"]), lambda: "-", lambda: b"-", Dyn)
site("to bool always", lambda v: 1 if v else 0, object, lambda: 0, lambda: [], lambda: "", lambda: None, Plain)
site("to bool bool", lambda v: 1 if v else 0, lambda: True, lambda: 0, lambda: [], lambda: False)
site("to bool int", lambda v: not v, lambda: 5, lambda: 0, lambda: 2**70, lambda: [], lambda: 0.0)
site("to bool list", lambda v: not v, lambda: [], lambda: [1], lambda: (), lambda: "")
site("to bool none", lambda v: not v, lambda: None, lambda: 1, lambda: False, lambda: {})
site("to bool str", lambda v: not v, lambda: "", lambda: "a", lambda: b"", lambda: 1)
site("compare int", lambda v: v < 5, lambda: 3, lambda: 2**70, lambda: 1.5, lambda: "a", Plain)
site("compare float", lambda v: v < 5.0, lambda: 3.0, lambda: 2, lambda: float("nan"), lambda: "a")
site("compare str", lambda v: v == "abc", lambda: "abc", lambda: "ab", lambda: 5, lambda: None, lambda: "a" + "bc")
site("contains set", lambda v: 1 in v, lambda: {1, 2}, lambda: frozenset([2]), lambda: [1], lambda: {1: 2}, lambda: "1", lambda: 5)
site("contains dict", lambda v: 1 in v, lambda: {1: 2}, lambda: {1}, lambda: (2,), dict, lambda: {}.keys())
site("unpack two", pair, lambda: (1, 2), lambda: [3, 4], lambda: "xy", lambda: (1, 2, 3), lambda: 5)
site("unpack tuple", triple, lambda: (1, 2, 3), lambda: [4, 5, 6], lambda: "xyz", lambda: (1,))
site("unpack list", triple2, lambda: [4, 5, 6], lambda: (1, 2, 3), lambda: {7, 8, 9}, lambda: [1])
site("add int", lambda v: v + 1, lambda: 5, lambda: 2**62, lambda: 1.5, lambda: "a", lambda: True)
site("add float", lambda v: v + 1.5, lambda: 5.5, lambda: 1, lambda: "a", lambda: 2**2000)
site("add str", lambda v: v + "b", lambda: "a", lambda: "é", lambda: 5, lambda: [1])
site("sub int", lambda v: v - 1, lambda: 5, lambda: -(2**63), lambda: 1.5, lambda: {1})
site("sub float", lambda v: v - 1.5, lambda: 5.5, lambda: 1, lambda: None)
site("mul int", lambda v: v * 3, lambda: 5, lambda: 2**61, lambda: 1.5, lambda: "a", lambda: [1])
site("mul float", lambda v: v * 1.5, lambda: 2.0, lambda: 3, lambda: "a")
site("store list", store_list, lambda: [1], lambda: {}, lambda: (1,), lambda: [])
site("store dict", store_dict, dict, lambda: [1], lambda: None, lambda: {"k": 1})
site("iter list", total, lambda: [1, 2], lambda: (3,), lambda: range(4), numbers, lambda: {5: 6}, lambda: 5)
site("iter tuple", lambda v: [x for x in v], lambda: (1, 2), lambda: [3], numbers, lambda: "ab")
site("iter range", lambda v: [x for x in v], lambda: range(2), lambda: [3], numbers, lambda: range(2**65, 2**65 + 1), lambda: {1})
site("iter gen", lambda v: sum([x for x in v]), numbers, lambda: [3], lambda: (4,), lambda: range(3), lambda: map(abs, [-1]))
site("send gen", lambda v: list(delegate(v)), numbers, lambda: [3], lambda: (4,), lambda: 5, lambda: iter("a"))
site("inplace str", grow, lambda: "a", lambda: "é", lambda: 5, lambda: "\U0001f600")
site("super attr", lambda o: o.attribute(), Derived, Other, Base)
site("super method", lambda o: o.method(), Derived, Other, Base)
Base.attr = "changed"
Base.m = lambda self: "changed m"
site("super attr", lambda o: o.attribute(), Derived, Other, Base)
site("super method", lambda o: o.method(), Derived, Other, Base)
