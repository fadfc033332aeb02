# Allocation: many trees of small objects, and of tuples.
class Node:
    __slots__ = ("left", "right")

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def count(self):
        if self.left is None:
            return 1
        return 1 + self.left.count() + self.right.count()


def build(depth):
    if depth == 0:
        return Node(None, None)
    return Node(build(depth - 1), build(depth - 1))


def tuples(depth):
    return (None, None) if depth == 0 else (tuples(depth - 1), tuples(depth - 1))


def weigh(t):
    return 1 if t[0] is None else 1 + weigh(t[0]) + weigh(t[1])


kept = build(16)
total = 0
for depth in range(4, 17, 2):
    for _ in range(1 << (17 - depth)):
        total += build(depth).count() + weigh(tuples(depth))
print(total, kept.count())
