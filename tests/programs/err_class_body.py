# An exception in a class body with a metaclass and a decorator.
def decorator(cls):
    return cls.missing_attribute


class Meta(type):
    def __new__(mcs, name, bases, ns):
        if "forbidden" in ns:
            raise TypeError(f"{name} may not define forbidden")
        return super().__new__(mcs, name, bases, ns)


@decorator
class Fine:
    missing_attribute = 5


print(Fine)


class Broken(metaclass=Meta):
    good = 1
    forbidden = 2
