# The truth of what is None or an object: one form for both.
class A:
    pass


class B:
    pass


class C:
    truth = True

    def __bool__(self):
        return self.truth


def count(items):
    n = 0
    for x in items:
        if x:
            n += 1
    return n


def negate(items):
    return [not x for x in items]


a, b, c = A(), B(), C()
for turn in range(4):
    print(count([None] * 60), count([a, None] * 60), count([None, a, a] * 60))
    print(negate([a, None, a])[:3], negate([None] * 3))

# Each guard fails: a number, another class, a class that decides itself, a float, None after each.
for other in 5, 0, "", "x", [], [1], b, c, 0.0, 1.5, (), {}, object(), True, False, A:
    print(repr(other)[:6] if isinstance(other, (int, str, list, float, tuple, dict)) else type(other).__name__,
          count([a, None] * 40), count([other, None, a] * 40), count([a, other] * 40), count([None, a] * 40))

# The class begins to decide while the form is in use.
print(count([a, None] * 40))
A.__bool__ = lambda self: False
print(count([a, None] * 40))
A.__bool__ = lambda self: 1 / 0
try:
    count([None, a])
except ZeroDivisionError as e:
    print(e)
del A.__bool__
print(count([a, None] * 40))
A.__len__ = lambda self: 0
print(count([a, None] * 40))
del A.__len__
a.__bool__ = lambda: False
print(count([a, None] * 40))
a.__class__ = C
print(count([a, None] * 40))
C.truth = False
print(count([a, None] * 40))


# A tree, whose nodes have children or not.
class Node:
    def __init__(self, left, value, right):
        self.left, self.value, self.right = left, value, right

    def depth(self):
        return 1 + max(self.left.depth() if self.left else 0, self.right.depth() if self.right else 0)


def tree(n):
    return Node(tree(n // 2), n, tree(n // 3)) if n else None


print([tree(n).depth() for n in (1, 7, 60, 200)])
