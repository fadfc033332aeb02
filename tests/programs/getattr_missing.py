# Attributes that __getattr__ makes, in hot loops, while classes, objects and __getattr__ itself change; and those that are called.
import sys


class Const:
    def __getattr__(self, name):
        return name + "!"


class Proxy:
    def __init__(self, obj):
        self._obj = obj

    def __getattr__(self, name):
        return getattr(self._obj, name)


class Slots:
    __slots__ = ("a",)

    def __getattr__(self, name):
        return "slot " + name


class Cache:
    def __init__(self):
        self.made = 0

    def __getattr__(self, name):
        if name.startswith("no"):
            raise AttributeError(name)
        self.made += 1
        value = self.__dict__[name] = self.made
        return value


class Target:
    x = 1

    def __init__(self):
        self.y = 2

    def m(self, k):
        return self.y + k


def read(o, n):
    total = []
    for i in range(n):
        v = o.missing
        if not total or total[-1] != v:
            total.append(v)
    return total


print(read(Const(), 3000))
print(read(Slots(), 3000))

o = Const()
print(read(o, 2000))
o.missing = "own"
print(read(o, 2000))
del o.missing
print(read(o, 2000))
Const.missing = "class's"
print(read(o, 2000))
del Const.missing
print(read(o, 2000))
Const.__getattr__ = lambda self, name: name * 2
print(read(o, 2000))
Const.__getattr__ = staticmethod(lambda name: "static " + name)
print(read(o, 2000))
Const.__getattr__ = lambda self, name, *more: (name, more)
print(read(o, 2000))
Const.__getattribute__ = lambda self, name: "all " + name
print(read(o, 2000))
del Const.__getattribute__
print(read(o, 2000))


class Base:
    pass


class Sub(Base):
    pass


Base.__getattr__ = lambda self, name: "base " + name
s = Sub()
print(read(s, 2000))
Sub.__getattr__ = lambda self, name: "sub " + name
print(read(s, 2000))
del Sub.__getattr__
print(read(s, 2000))
del Base.__getattr__
try:
    read(s, 2)
except AttributeError as e:
    print(type(e).__name__, e)


def proxies(n):
    p = Proxy(Target())
    q = Proxy(p)
    total = 0
    for i in range(n):
        total += p.x + q.y + q.m(i) + p.m(1)
    return total


print(proxies(3000))


def changing(n):
    seen = []

    class Changes:
        def __getattr__(self, name):
            return len(seen)

    c = Changes()
    for i in range(n):
        if i % 1000 == 999:
            seen.append(c.size)
        if i == 2500:
            Changes.size = 77
        if i == 3500:
            del Changes.size
        if i == 4500:
            c.size = 5
    return seen


print(changing(6000))


def cached(n):
    total = 0
    for i in range(n):
        c = Cache()
        total += c.a + c.b + c.a
        try:
            c.nothing
        except AttributeError as e:
            total += len(str(e))
    return total


print(cached(2000))


class Fails:
    def __getattr__(self, name):
        if self.fail:
            raise AttributeError(f"no {name}", name=name, obj=None)
        return 1


def fails(n):
    f = Fails()
    f.fail = False
    total = 0
    for i in range(n):
        f.fail = i % 500 == 499
        try:
            total += f.thing
        except AttributeError as e:
            tb = e.__traceback__
            lines = []
            while tb:
                code = tb.tb_frame.f_code
                lines.append((code.co_name, tb.tb_lineno - code.co_firstlineno))
                tb = tb.tb_next
            print(e, lines, e.__context__)
    return total


print(fails(1500))


class Deep:
    def __getattr__(self, name):
        return self.other(name)


try:
    Deep().a
except RecursionError as e:
    print(type(e).__name__)


class Frames:
    def __getattr__(self, name):
        f = sys._getframe()
        return f.f_code.co_name, sorted(f.f_locals), f.f_back.f_code.co_name


print(read(Frames(), 2000))


class Generates:
    def __getattr__(self, name):
        yield name
        yield name.upper()


def generated(n):
    g = Generates()
    out = []
    for i in range(n):
        out[:] = g.made
    return out


print(generated(2000))


class Keyword:
    def __getattr__(self, name, *, wanted):
        return name


try:
    read(Keyword(), 10)
except TypeError as e:
    print(e)


class Raises:
    @property
    def p(self):
        raise AttributeError("inner")

    def __getattr__(self, name):
        return "asked for " + name


def raised(n):
    r = Raises()
    for i in range(n):
        v = r.p
    return v


print(raised(2000))


class Meta(type):
    def __getattr__(cls, name):
        return f"{cls.__name__}.{name}"


class Made(metaclass=Meta):
    pass


print(read(Made, 2000))


class Number(int):
    def __getattr__(self, name):
        return self + len(name)


class Text(str):
    __slots__ = ()

    def __getattr__(self, name):
        return self + name


class Items(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


print(read(Number(3), 2000), read(Text("t"), 2000), read(Items(missing=4), 2000))
i = Items()
try:
    read(i, 1)
except AttributeError as e:
    print(repr(e), e.__suppress_context__)


def mixed(n):
    all = [Const(), Slots(), Items(missing=1), Number(1), Frames(), Proxy(Const())]
    out = [None] * len(all)
    for i in range(n):
        k = i % len(all)
        out[k] = all[k].missing
    return out


print(mixed(3000))


# dicts that objects do not have yet, have, and get in the middle
def dicts(n):
    seen = []

    class Plain:
        def __getattr__(self, name):
            return f"no {name}"

    items, plain = Items(missing=4, other=5), Plain()
    held = plain.__dict__
    for i in range(n):
        v = items.missing, items.other, plain.missing
        if not seen or seen[-1] != v:
            seen.append(v)
        if i == 1500:
            items.missing = "own"
        if i == 2500:
            held["missing"] = "own"
        if i == 3500:
            del items.__dict__["missing"]
            items["missing"] = 44
        if i == 4500:
            held.clear()
        if i == 5500:
            items.__dict__ = {"other": "replaced"}
            plain.__dict__ = {"missing": "replaced"}
        if i == 6500:
            plain = Plain()
            plain.other = 1
            items = Items(missing=0, other=0)
    return seen


print(*dicts(7500), sep="\n")


class Lazy:
    def __getattr__(self, name):
        self.__dict__[name] = value = name.upper()
        return value


def lazy(n):
    out = set()
    for i in range(n):
        o = Lazy()
        out.add((o.a, o.b, o.a, len(o.__dict__)))
    return out


print(lazy(2000))


class Unset:
    __slots__ = ("a", "b")

    def __getattr__(self, name):
        return "unset " + name


def unset(n):
    o, seen = Unset(), []
    for i in range(n):
        v = o.a, o.b
        if not seen or seen[-1] != v:
            seen.append(v)
        if i % 1000 == 500:
            o.a = i
        if i % 1000 == 800:
            del o.a
    return seen


print(unset(3000))


# __getattr__ that changes what is asked while it runs
def changes(n):
    log = []

    class Old:
        def __getattr__(self, name):
            if count % 1000 == 999:
                step = count // 1000
                if step == 0:
                    Old.missing = "Old's"
                elif step == 1:
                    del Old.missing
                elif step == 2:
                    self.__class__ = New
                elif step == 3:
                    self.missing = "own"
            return "old"

    class New(Old):
        def __getattr__(self, name):
            if count == 5555:
                New.__getattr__ = lambda self, name: "new lambda"
            elif count == 6666:
                del New.__getattr__
            return "new"

    o = Old()
    for count in range(8000):
        v = o.missing
        if not log or log[-1] != v:
            log.append(v)
        if count == 1999:
            del Old.missing
        if count == 7000:
            New.__getattr__ = lambda self, name: name
        if count == 7500:
            New.__bases__ = Other,
            del New.__getattr__
    return log


class Other:
    def __getattr__(self, name):
        return "other " + name


print(changes(8000))


class Called:
    def __call__(self, *args):
        return "called", args


class Bound:
    __getattr__ = Called()


class Gives(dict):
    __getattr__ = dict.__getitem__


class OfClass:
    @classmethod
    def __getattr__(cls, name):
        return cls.__name__, name


class Both:
    def __getattribute__(self, name):
        if name == "first":
            return 1
        raise AttributeError(name)

    def __getattr__(self, name):
        return "second " + name


class First:
    def __getattribute__(self, name):
        return object.__getattribute__(self, name)


class Second(First):
    def __getattr__(self, name):
        return "after First's " + name


def firsts(o, n):
    for i in range(n):
        v = o.first
    return v


print(read(Bound(), 2000), read(Gives(missing=1), 2000), read(OfClass(), 2000), read(Both(), 2000), firsts(Both(), 2000))
print(read(Second(), 2000))
try:
    read(Gives(), 1)
except KeyError as e:
    print(repr(e))


class Over(Other):
    def missed(self):
        try:
            return super().missing
        except AttributeError as e:
            return str(e)

    def __getattr__(self, name):
        return "over " + super().__getattr__(name)


def supers(n):
    o = Over()
    for i in range(n):
        v = o.missed(), o.missing
    return v


print(supers(2000))


def asked(n):
    c, out = Cache(), [0] * 4
    o = Const()
    for i in range(n):
        out[0] += hasattr(c, "nothing")
        out[1] += hasattr(c, "thing")
        out[2] += getattr(c, "none", 3)
        out[3] += len(getattr(o, "name"))
    return out


print(asked(2000))



module = type(sys)("module")
exec("def __getattr__(name): return 'module ' + name", module.__dict__)
print(read(module, 2000))


# errors in the middle of loops, through calls in one another
class Inner:
    def __getattr__(self, name):
        if name == "bad":
            raise AttributeError(name)
        return self.bad if limit[0] == 0 else name

limit = [1]


class Outer:
    def __init__(self):
        self.inner = Inner()

    def __getattr__(self, name):
        limit[0] = (limit[0] + 1) % 700
        return self.inner.missing


def nested(n):
    o, good, bad = Outer(), 0, []
    for i in range(n):
        try:
            if o.thing == "missing":
                good += 1
        except AttributeError as e:
            tb, names = e.__traceback__, []
            while tb:
                names.append((tb.tb_frame.f_code.co_qualname, tb.tb_lineno))
                tb = tb.tb_next
            bad.append((i, str(e), names))
    return good, bad


print(nested(3000))


# a trace function that begins and ends while __getattr__ is compiled
def traced(n):
    o, events = Const(), []

    def trace(frame, event, arg):
        if frame.f_code.co_name == "__getattr__":
            events.append((event, frame.f_back.f_code.co_name, arg))
            return trace

    for i in range(n):
        if i == 1500:
            sys.settrace(trace)
        v = o.traced
        if i == 1501:
            sys.settrace(None)
    return v, events


del Const.__getattr__
Const.__getattr__ = lambda self, name: name
Const.__getattr__.__code__ = Other.__getattr__.__code__
print(traced(3000))


def codes(n):
    o, seen = Const(), []
    for i in range(n):
        v = o.code
        if not seen or seen[-1] != v:
            seen.append(v)
        if i == 1000:
            Const.__getattr__.__code__ = (lambda self, name, more="default": name + more).__code__
            Const.__getattr__.__defaults__ = " given",
        if i == 2000:
            Const.__getattr__.__defaults__ = " changed",
    return seen


print(codes(3000))


# attributes that are called: of __getattr__ and of properties
class Calls:
    def __init__(self):
        self.calls = {"double": lambda k: k * 2, "name": str}

    def __getattr__(self, name):
        try:
            return self.calls[name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def late(self):
        return self.later

    def later(self, k):
        return k + 1


class Slim:
    def __getattr__(self, name):
        return self.grow

    def grow(self, k, by=1):
        return k + by

    @property
    def grown(self):
        return self.grow

    @property
    def none(self):
        return None


def calls(n):
    o, s, total, texts = Calls(), Slim(), 0, set()
    for i in range(n):
        total += o.double(i) + o.late(i) - s.anything(i) + s.grown(i, by=2) + max(s.other(i), s.grown(3))
        texts.add(len(o.name(i)))
        if i % 500 == 499:
            try:
                o.missing(i, texts)
            except AttributeError as e:
                texts.add(str(e))
            try:
                s.none(i, texts)
            except TypeError as e:
                texts.add(str(e))
    return total, sorted(texts, key=str)


print(calls(3000))


class Adds:
    step = 1

    def __getattr__(self, name):
        self.count = self.count + self.step
        return self.tell

    def tell(self, k):
        return self.count, k

    @property
    def next(self):
        self.count = self.count + self.step
        return self.tell


def short(o, k):
    return o.missing(k)


def shorter(o, k):
    return o.next(k)


def outer(o, k):
    return short(o, k), shorter(o, k)


# the sums become floats, long ints and strs, and cannot be made, in calls that are part of their callers
def late(n):
    seen = []
    for first, step in (0, 1), (0.5, 1), (2**62 - 500, 1), (2**70, 2**69), ("", "a"), (0, "a"), ((), (1,)):
        o = Adds()
        o.count, o.step = first, step
        try:
            for i in range(n):
                v = short(o, i), outer(o, i), o.missing(k=i), o.next(i)
            seen.append((v[0][0], v[1][1][1], v[3][1]) if first != "" and first != () else len(v[3][0]))
        except TypeError as e:
            tb, lines = e.__traceback__, []
            while tb:
                lines.append(tb.tb_frame.f_code.co_name)
                tb = tb.tb_next
            seen.append((str(e), lines))
    return seen


print(*late(300), sep="\n")


def traced_call(n):
    o, events = Slim(), []

    def trace(frame, event, arg):
        events.append((event, frame.f_code.co_name))
        return trace

    def start(k):
        if k == 1500:
            sys.settrace(trace)
        return k

    for i in range(n):
        v = o.call(start(i)), o.grown(i)
        if i == 1501:
            sys.settrace(None)
    return v, events


print(traced_call(2000))
