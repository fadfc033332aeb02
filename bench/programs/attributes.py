# Reading and writing instance attributes, class attributes, slots and properties.
class Particle:
    gravity = 3

    def __init__(self):
        self.x = 0
        self.y = 100
        self.vx = 1
        self.vy = 0


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self):
        self.a = 1
        self.b = 2

    @property
    def both(self):
        return self.a + self.b


def run(n):
    p, s = Particle(), Slotted()
    total = 0
    for i in range(n):
        p.vy -= p.gravity
        p.x += p.vx
        p.y += p.vy
        if p.y < 0:
            p.y = -p.y
            p.vy = 50
        s.a = p.x & 15
        s.b += s.a
        total += s.both & 255
    return p.x, p.y, total


print(run(2500000))
