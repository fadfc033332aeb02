# unset slots as getattr, hasattr and except AttributeError see them
class Plain:
    __slots__ = ("a", "b")


class Sub(Plain):
    pass


class Fallback(Plain):
    def __getattr__(self, name):
        return "for " + name


class Hidden(Plain):
    b = "of the class"


class Other:
    pass


def ask(x):
    found = []
    for name in ("a", "b", "c"):
        found.append((hasattr(x, name), getattr(x, name, "none")))
        try:
            getattr(x, name)
        except AttributeError as e:
            found.append((str(e), e.name, e.obj is x))
    return found


for cls in (Plain, Sub, Fallback, Hidden):
    for _ in range(40):
        x = cls()
        x.a = 1
        before = ask(x)
        del x.a
        after = ask(x)
    print(cls.__name__, before, after)

for x in (Other(), 5, None):
    try:
        print(Plain.a.__get__(x))
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
print(hasattr(Plain, "a"), getattr(Plain, "a", None))


def lazily(x):
    try:
        return x.b
    except AttributeError:
        x.b = 7
        return x.b


print(sum(lazily(Plain()) + lazily(Sub()) for _ in range(300)))
