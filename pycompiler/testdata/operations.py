# Operations on built-in types, and on classes that have theirs, which machine code does without generic helpers.
class Meta(type):
    pass


class Classy(metaclass=Meta):
    x = 1


def class_attributes(n):
    t = 0
    for i in range(n):
        t += Classy.x + len(Classy.__name__) + (int.__repr__ is not None)
    return t


def attributes_of(classes, n):
    t = 0
    for i in range(n):
        for c in classes:
            t += len(c.__name__) + len(c.__class__.__name__)
    return t


many_classes = [int, str, Classy, Meta, ValueError, list, tuple, dict, float, object]


def computed(n):
    t = 0
    for i in range(n):
        t += computed.__code__.co_argcount + len(computed.__qualname__)
    return t
