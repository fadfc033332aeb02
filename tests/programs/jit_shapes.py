# Attribute loads and stores while the shapes of objects change under hot loops.
class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y


class Point3(Point):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


class Backwards:
    def __init__(self, x, y):
        self.y = y
        self.x = x


class Slotted:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Computed:
    @property
    def x(self):
        return 10

    def __getattr__(self, name):
        if name == "y":
            return 20
        raise AttributeError(name)


class ClassOnly:
    x = 3
    y = 4


def total(items, n):
    t = 0
    for i in range(n):
        p = items[i % len(items)]
        t += p.x * 3 + p.y
    return t


def move(p, n):
    for i in range(n):
        p.x += i
        p.y = p.x - p.y
    return p.x, p.y


def growing(n):
    """New attributes in the middle of the loop, and some deleted."""
    p, t = Point(1, 2), 0
    for i in range(n):
        t += p.x + p.y
        if i == n // 4:
            p.extra = 5
        if i == n // 2:
            del p.x
            p.x = 1000
        if i % 50 == 0:
            setattr(p, "a%d" % (i // 50), i)
        if i == n - 10:
            del p.extra
        t += getattr(p, "extra", 7)
    return t, sorted(vars(p))


def dict_side(n):
    """__dict__ as a dict while attributes are read."""
    p, t = Point(1, 2), 0
    for i in range(n):
        t += p.x
        if i % 100 == 50:
            p.__dict__["x"] = i
        if i == n // 2:
            p.__dict__ = {"x": 7, "y": 8}
        if i % 100 == 99:
            vars(p)["z"] = p.y
            t += p.z
    return t, p.__dict__


def missing(n):
    p, bad, t = Point(1, 2), 0, 0
    for i in range(n):
        if i % 100 == 99:
            del p.y
        try:
            t += p.y
        except AttributeError as e:
            bad += len(str(e))
            p.y = i
    return bad, t


def change_class(n):
    p, t = Point(1, 2), 0
    for i in range(n):
        t += p.x + p.kind() if hasattr(p, "kind") else p.x
        if i % 200 == 100:
            p.__class__ = Backwards
        if i % 200 == 199:
            p.__class__ = Kind
    return t, type(p).__name__


class Kind:
    def kind(self):
        return 100


def class_attribute(n):
    c, t = ClassOnly(), 0
    for i in range(n):
        t += c.x
        if i == n // 3:
            ClassOnly.x = 30
        if i == n // 2:
            c.x = 300
        if i == n - 50:
            del c.x
            ClassOnly.x = 1.5
    ClassOnly.x = 3
    return t


def become_property(n):
    p, t = Point(3, 4), 0
    for i in range(n):
        t += p.x
        if i == n // 3:
            Point.x = property(lambda self: self.__dict__["x"] + 1000, lambda self, v: None)
        if i == n // 2:
            p.x = 99
        if i == n * 3 // 4:
            del Point.x
    return t, p.x


def slots(n):
    s, bad = Slotted(1, 2), 0
    for i in range(n):
        s.x += s.y
        if i % 90 == 89:
            del s.y
            try:
                s.x += s.y
            except AttributeError as e:
                bad += len(str(e))
            s.y = i
            try:
                s.z = 1
            except AttributeError as e:
                bad += 1
    return s.x, s.y, bad


class Watching:
    def __init__(self):
        self.gets = 0

    def __getattribute__(self, name):
        if name == "x":
            object.__setattr__(self, "gets", object.__getattribute__(self, "gets") + 1)
            return 1
        return object.__getattribute__(self, name)

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2 if name == "y" else value)


print(total([Point(1, 2)], 1000), total([Point(1, 2.5), Point3(1, 2, 3)], 1000), total([Slotted(5, 6)], 900))
print(total([Point(1, 2), Point3(3, 4, 5), Backwards(5, 6), Slotted(7, 8), Computed(), ClassOnly(), ClassOnly], 2100))
for p in (Point(0, 0), Point(0.5, 1), Point3(2**48 - 9, 3, 1), Backwards(-1, 1), Slotted(2**62, 0)):
    print(move(p, 600))
print(growing(1000), dict_side(1000), missing(1000))
print(change_class(1000), class_attribute(1200), become_property(1200), slots(900))
w = Watching()
for i in range(700):
    w.y = w.x + i
print(w.gets, w.y)


# A global object in a variable; while a call runs, it gets another shape.
class Box:
    def __init__(self, y):
        self.y = y


def plus(x, y):
    first = x
    calls.append(0)
    if len(calls) in (8, 25):
        box.__dict__["x"] = 9
    return first + y


def looks(q, o):
    total = 0
    for i, _ in enumerate([1, 2.5] * 20):
        for _ in reversed(q):
            o = box
        total += plus(o.y, 10)
    return total


for y in 2, 2.5:
    box = Box(y)
    calls = []
    print(looks([1, 2.5, 3], Box(4)), looks([1, 2.5, 3], Box(4)), vars(box))
