# needs: stdlib
# Classes, and what hangs on them, die although hot code has seen them: code that mentions them goes, and what comes after them works.
import gc
import weakref


class Base:
    registry = None

    def size(self):
        return len(self.registry.items) + self.step

    def __len__(self):
        return self.step


class Registry:
    def __init__(self, n):
        self.items = list(range(n))

    def make(self):
        this = self

        class Quantity(Base):
            registry = this
            step = len(this.items)

            def __init__(self, x):
                self.x = x

            def __add__(self, o):
                return self.__class__(self.x + o.x)

            @classmethod
            def whole(cls, n):
                return cls(n)

            def twice(self, by=this):
                return self.x * len(by.items)

        return Quantity


def work(cls, turns):
    a, total = cls(1), 0
    for i in range(turns):
        b = a + cls.whole(i)
        total += b.x + b.size() + a.twice() + len(a)
        if isinstance(b, cls):
            total += 1
    return total


def values(o, turns):
    for i in range(turns):
        yield o.size() + i


seen, waiting = [], []


def one(round):
    registry = Registry(round % 5 + 1)
    cls = registry.make()
    seen.append([weakref.ref(registry), weakref.ref(cls), weakref.ref(cls.size)])
    print(round, work(cls, 400), sum(values(cls(3), 300)))
    if round % 4 == 1:
        g = values(cls(2), 500)
        waiting.append((g, [next(g) for _ in range(200)][-1]))


def alive():
    print("alive", [r() is not None for r, c, _ in seen], [c() is not None for r, c, _ in seen])


# No loop stands around these: a superblock at work keeps what it mentions.
one(0)
one(1)
one(2)
gc.collect()
alive()
one(3)
one(4)
one(5)
one(6)
gc.collect()
alive()
one(7)
one(8)
one(9)
one(10)
gc.collect()
alive()


def rest():
    for g, last in waiting:
        print(last, sum(g))


rest()
waiting.clear()
gc.collect()
alive()


# A class dies while code that has seen it is at work.
died = []


def walk(make, turns):
    total = 0
    for i in range(turns):
        if i % 150 == 0:
            o = make(i)
            died.append(weakref.ref(type(o)))
        total += o.n + len(o)
        if i % 150 == 149:
            o = None
            gc.collect()
    return total


def make(i):
    class Short:
        n = i

        def __len__(self):
            return self.n % 7

    return Short()


print(walk(make, 900))
gc.collect()
print(sum(d() is not None for d in died))


# Instances that are constants of a class.
class Holder:
    pass


def reads(cls, turns):
    t = 0
    for _ in range(turns):
        t += cls.holder.n
    return t


refs = []
for k in range(6):
    class Owner:
        holder = Holder()

    Owner.holder.n = k
    refs.append(weakref.ref(Owner.holder))
    print(reads(Owner, 600))
    del Owner
gc.collect()
print("alive", sum(r() is not None for r in refs))
