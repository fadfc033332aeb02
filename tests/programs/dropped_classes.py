# Classes that nothing refers to any more go, though their bases know their subclasses, and code has seen their instances.
import gc


class Base:
    def get(self):
        return self.x


class Other(Base):
    pass


def use(cls, i):
    o = cls()
    o.x = i
    return sum(o.get() + o.f() for _ in range(20))


def made(i):
    class C(Base):
        def f(self):
            return self.x + 1

    class D(C, Other):
        pass

    return use(C, i) + use(D, i)


print(sum(made(i) for i in range(400)))
gc.collect()
print(len(Base.__subclasses__()) < 200, Other in Base.__subclasses__())


class Kept(Other):
    def f(self):
        return 5


print(use(Kept, 3))
print(sum(made(i) for i in range(100)))
gc.collect()
Base.get = lambda self: -self.x  # those that live still hear of it
print(use(Kept, 3), Kept in Other.__subclasses__())
Base.x = property(lambda self: 7, lambda self, v: None)
print(use(Kept, 3))
