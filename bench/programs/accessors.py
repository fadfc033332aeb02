# Properties, class attributes, static and class methods, isinstance on two classes.
class Celsius:
    zero = 273.15
    made = 0

    def __init__(self, degrees):
        self._degrees = degrees

    @property
    def kelvin(self):
        return self._degrees + self.zero

    @kelvin.setter
    def kelvin(self, k):
        self._degrees = k - self.zero

    @staticmethod
    def clip(x):
        return x if x < 1000.0 else 0.0

    @classmethod
    def count(cls):
        cls.made += 1
        return cls.made


class Marked(Celsius):
    zero = 273.25


def run(n):
    things, total, marked = [Celsius(20.0), Marked(30.0)], 0.0, 0
    for i in range(n):
        t = things[i & 1]
        t.kelvin = t.clip(t.kelvin + 0.5)
        total += t.kelvin
        if isinstance(t, Marked):
            marked += t.count()
    return total, marked


print(run(1200000))
