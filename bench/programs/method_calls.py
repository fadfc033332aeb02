# Method calls, inherited, overridden and through super.
class Shape:
    def __init__(self, w, h):
        self.w = w
        self.h = h

    def area(self):
        return self.w * self.h

    def scaled(self, k):
        return self.area() * k

    def kind(self):
        return 1


class Square(Shape):
    def __init__(self, w):
        super().__init__(w, w)

    def area(self):
        return self.w * self.w

    def kind(self):
        return super().kind() + 1


class Triangle(Shape):
    def area(self):
        return super().area() // 2


def run(n):
    shapes = [Shape(2, 3), Square(4), Triangle(6, 7)]
    total = 0
    for i in range(n):
        for s in shapes:
            total += s.scaled(i & 3) + s.kind()
    return total


print(run(1000000))
