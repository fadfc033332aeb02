# super() in hot loops: methods, classmethods, properties, multiple inheritance; classes, bases and super itself change.
class A:
    k = 1

    def __init__(self, v):
        super().__init__()
        self.v = v

    def f(self):
        return "A", self.v

    @classmethod
    def c(cls):
        return cls.__name__

    @staticmethod
    def s():
        return "s"

    @property
    def p(self):
        return self.v


class M:
    def f(self):
        return "M", super().f()


class B(A):
    def f(self):
        return "B", super().f()

    def g(self):
        return super().c(), super().s(), super().p, super().k, super().f


class C(M, B):
    def f(self):
        return "C", super().f(), super(B, self).f()

    @classmethod
    def c(cls):
        return "Cc", super().c()

    def h(self):
        try:
            return super().nothing
        except AttributeError as e:
            return str(e)


class Text(str):
    def __call__(self, *args):
        return self


for i in range(100):
    b, c = B(i), C(i)
    x = b.f(), b.g()[:4], b.g()[4](), c.f(), c.g()[:4], C.c(), c.c(), c.h()
    if i % 20 == 5:
        print(x)
    if i == 40:
        A.f = lambda self: "new"
    if i == 50:
        M.f = lambda self: "new M"
    if i == 60:
        C.__bases__ = (B,)
    if i == 80:

        class super:
            def __init__(self, *a):
                pass

            def f(self):
                return "shadow"

            def __getattr__(self, name):
                return Text(name)


del super


class Z(A):
    def f(self):
        return super(int, self).f()


z = Z(1)
for i in range(20):
    try:
        z.f()
    except TypeError as e:
        if i > 17:
            print(e)
