# Dicts passed on as the keywords of calls: what a call gets is a copy, whatever happens to the dict meanwhile.
# needs: stdlib
import functools
import types
from collections import OrderedDict


def plain(*args, **kw):
    return args, kw


def pass_on(f, *args, **kw):
    return f(*args, **kw)


def with_dict(f, d):
    return f(**d)


def first_and_dict(f, x, d):
    return f(x, **d)


def two_dicts(f, d, e):
    return f(**d, **e)


shared = {"a": 1, "b": [2]}


def changes(**kw):
    shared["new"] = len(shared)
    kw["mine"] = 1
    del shared["new"]
    return kw


class Keeps:
    def __init__(self, **kw):
        self.kw = kw


class Slots:
    __slots__ = ("kw",)

    def __new__(cls, *args, **kw):
        self = object.__new__(cls)
        self.kw = kw
        return self


class Called:
    def __call__(self, **kw):
        return kw

    def method(self, x, /, *, a=0, b=None):
        return x, a, b


class Shows:
    def __format__(self, spec):
        shared["b"] = "changed"
        return "shown" + spec


class Base:
    def __init_subclass__(cls, **kw):
        cls.kw = kw


class Mapping:
    def keys(self):
        return ["a", "b"]

    def __getitem__(self, key):
        return key * 2


def attempt(f, *args):
    try:
        return f(*args)
    except (TypeError, KeyError) as e:
        return type(e).__name__, str(e)


def new(d):
    return dict(**d)


def updated(d):
    out = {"z": 0}
    out.update(**d)
    return out


def formatted(d):
    return "{a} {b} {a!r:>4}".format(**d)


def shown(d):
    return "{a:-} {b}".format(**d)


def partial(d):
    p = functools.partial(plain, 1, **d)
    p.keywords["more"] = 2
    return p(c=3)


def namespace(d):
    n = types.SimpleNamespace(**d)
    n.a = "other"
    return n


def subclass(d):
    return types.new_class("Sub", (Base,), d).kw


def generator(d):
    def g(**kw):
        yield kw
        d["late"] = 1
        yield kw
    return list(g(**d))


def rounds():
    out = []
    d = {"a": 1, "b": 2}
    odd = {"a": 1, 2: 3}
    class Str(str):
        pass
    for k in range(40):
        out = [
            pass_on(plain), pass_on(plain, 1), pass_on(plain, 1, x=2), pass_on(plain, y=k, x=2, z=3),
            with_dict(plain, d), with_dict(plain, {}), with_dict(plain, OrderedDict(b=1, a=2)), with_dict(plain, {Str("s"): 1}),
            with_dict(plain, Mapping()), with_dict(plain, types.MappingProxyType(d)),
            first_and_dict(plain, k, d), attempt(first_and_dict, Called().method, 1, d), attempt(first_and_dict, Called().method, 1, {"x": 1}),
            with_dict(changes, shared), sorted(shared), with_dict(Keeps, d).kw, with_dict(Slots, d).kw, with_dict(Called(), d),
            attempt(with_dict, plain, odd), attempt(with_dict, dict, odd), attempt(with_dict, plain, None), attempt(with_dict, len, d),
            attempt(with_dict, Keeps, odd), attempt(with_dict, 5, d),
            two_dicts(plain, d, {"c": 3}), attempt(two_dicts, plain, d, d), attempt(two_dicts, plain, {}, d),
            new(d), updated(d), formatted(d), shown({"a": Shows(), "b": shared["b"]}), partial(d), namespace(d), subclass({"x": 1}),
            generator(dict(d)), attempt(formatted, {"a": 1}), attempt(with_dict, lambda a, b=5, *, c=6: (a, b, c), d),
        ]
        shared["b"] = [2]
        kept = with_dict(plain, d)[1]
        kept["a"] = "changed"
        assert d == {"a": 1, "b": 2}
    return out


for line in rounds():
    print(line)
