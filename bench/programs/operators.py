# Operators of a class: a vector with overloaded arithmetic, comparisons and indexing.
class Vec:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k, self.z * k)

    def __getitem__(self, i):
        return (self.x, self.y, self.z)[i]

    def __eq__(self, o):
        return self.x == o.x and self.y == o.y and self.z == o.z

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z


def run(n):
    position, velocity = Vec(0.0, 1.0, 2.0), Vec(1.0, 0.5, 0.25)
    hits = 0
    for i in range(n):
        position = position + velocity * 0.01
        away = position - velocity
        if away.dot(away) > 100.0:
            velocity = velocity * -1.0
            hits += 1
        if position == velocity or position[i % 3] > 50.0:
            hits += 1000
    return hits, round(position.x, 6), round(position.y, 6)


print(run(450000))
