# Descriptors, super, class and static methods, metaclasses, properties and weak spots of method caches in hot loops.
class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, cls=None):
        return self if obj is None else getattr(obj, self.name, 0)

    def __set__(self, obj, v):
        if not isinstance(v, self.kind):
            raise TypeError(f"{self.name} is no {self.kind.__name__}")
        setattr(obj, self.name, v)


class NonData:
    def __get__(self, obj, cls=None):
        return 100


class Account:
    balance = Typed(int)
    rate = Typed(float)
    bonus = NonData()

    def __init__(self):
        self.balance = 0
        self.rate = 1.5

    @property
    def double(self):
        return self.balance * 2

    @double.setter
    def double(self, v):
        self.balance = v // 2


def accounts(n):
    a, bad = Account(), 0
    for i in range(n):
        a.balance += i
        a.double = a.double + 4
        bad += a.bonus
        if i == n // 2:
            a.__dict__["bonus"] = 1
            a.__dict__["balance"] = 10**9
        try:
            a.rate = i if i % 50 == 0 else i * 0.5
        except TypeError as e:
            bad += len(str(e))
    return a.balance, a.rate, bad


class A:
    def f(self, x):
        return x + 1

    def g(self):
        return type(self).__name__


class B(A):
    def f(self, x):
        return super().f(x) * 2


class C(A):
    def f(self, x):
        return super().f(x) - 3


class D(B, C):
    def f(self, x):
        return super().f(x) + super(B, self).f(x)


def supers(n):
    t, os = 0, (A(), B(), C(), D())
    for i in range(n):
        t += os[i % 4].f(i)
        if i == n // 2:
            D.__bases__ = (C, B)
        if i == n - 100:
            A.f = lambda self, x: 0.5
    return t


class Meta(type):
    calls = 0

    def __call__(cls, *args):
        Meta.calls += 1
        return super().__call__(*args)

    def __instancecheck__(cls, obj):
        return obj == 5 or super().__instancecheck__(obj)

    def __getattr__(cls, name):
        if name.startswith("auto"):
            return len(name)
        raise AttributeError(name)


class Made(metaclass=Meta):
    shared = 1

    def __init__(self, v=0):
        self.v = v


def metas(n):
    t = 0
    for i in range(n):
        t += Made(i).v + Made.auto_x + isinstance(i % 10, Made) + Made.shared
        if i == 300:
            Made.shared = 7
        if i == 500:
            Meta.shared = property(lambda cls: 50)
        if i == 600:
            del Meta.shared
    return t, Meta.calls


class Singleton:
    one = None

    def __new__(cls, *args):
        if cls.one is None:
            cls.one = super().__new__(cls)
            cls.one.inits = 0
        return cls.one

    def __init__(self, *args):
        self.inits += 1


class Frozen:
    __slots__ = ("a",)

    def __init__(self, a):
        object.__setattr__(self, "a", a)

    def __setattr__(self, k, v):
        raise AttributeError("frozen " + k)


def bound_methods(n):
    b, t, fs = B(), 0, []
    for i in range(n):
        f = b.f
        t += f(1) + f.__func__(b, 2) + (f == b.f) + (f is b.f)
        if i % 100 == 0:
            fs.append(f)
    b.__class__ = D
    return t, sum(f(10) for f in fs), fs[0].__self__.g()


def frozen(n):
    f, bad = Frozen(3), 0
    for i in range(n):
        try:
            f.a = i
        except AttributeError as e:
            bad += len(str(e))
        bad += f.a
    return bad


class Lazy:
    def __getattr__(self, name):
        v = len(name)
        self.__dict__[name] = v
        return v


def lazy(n):
    t = 0
    for i in range(n):
        o = Lazy()
        t += o.abc + o.abc
        if i % 2:
            t += o.de
    return t


print(accounts(800), supers(800), metas(800))
print([Singleton().inits for _ in range(500)][-1], bound_methods(600), frozen(500), lazy(700))
