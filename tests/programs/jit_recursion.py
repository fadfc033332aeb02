# Recursion: plain, mutual, with other types at other depths, down to RecursionError and up again.
import sys


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def even(n):
    return True if n == 0 else odd(n - 1)


def odd(n):
    return False if n == 0 else even(n - 1)


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def tak(x, y, z):
    return z if y >= x else tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


def hanoi(n, a, b, c, moves):
    if n:
        hanoi(n - 1, a, c, b, moves)
        moves[a + b] = moves.get(a + b, 0) + 1
        hanoi(n - 1, c, b, a, moves)


def bottomless(n):
    return bottomless(n + 1) + 1


def depth(n=0):
    try:
        return depth(n + 1)
    except RecursionError:
        return n


def caught_inside(n):
    """Every frame has a handler; the innermost one handles."""
    try:
        return 1 + caught_inside(n + 1)
    except RecursionError as e:
        return len(str(e)) * 0


class Node:
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def check(self):
        return 1 + (self.left.check() + self.right.check() if self.left is not None else 0)

    def deepest(self):
        return self.next.deepest() if self.next is not None else 0

    def __len__(self):
        return len(self.left) + 1


def tree(d):
    return Node(tree(d - 1), tree(d - 1)) if d else Node(None, None)


def perms(items):
    if not items:
        yield []
    for i, x in enumerate(items):
        for rest in perms(items[:i] + items[i + 1 :]):
            yield [x] + rest


def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


def power(x, n):
    if n == 0:
        return x**0
    half = power(x, n // 2)
    return half * half * x if n % 2 else half * half


def ladder(n, limit):
    """Types change on the way down."""
    if n > limit:
        return n
    return ladder(n + 1 if n % 2 else n + 1.0 if n < limit / 2 else int(n) + 2, limit) + (n % 3)


print(fib(18), fib(5.0), fib(True), even(400), odd(401), ack(2, 6), tak(12, 8, 4))
moves = {}
hanoi(9, "a", "b", "c", moves)
print(moves)
for _ in range(4):
    try:
        bottomless(0)
    except RecursionError as e:
        n, tb = 0, e.__traceback__
        while tb:
            n, last, tb = n + 1, tb.tb_lineno, tb.tb_next
        print(e, n > 900, last)
    print(depth() > 900, caught_inside(0) > 900)
a, b = depth(), depth()
print(a == b, fib(12))
print(tree(8).check(), sum(p[0] * p[-1] for p in perms([1, 2, 3, 4, 5])))
chain = Node(None, None)
chain.next = None
for _ in range(300):
    top = Node(chain, None)
    top.next = chain
    chain = top
print(chain.deepest())
try:
    len(chain)
except TypeError as e:
    print(e)
print(fact(60) % (10**9 + 7), [fact(n) for n in (0, 5, 20, 21, 25)])
print(power(3, 100), power(1.0001, 1000), power(-1, 31), power(True, 9))
print(ladder(0, 200), ladder(0.5, 100), ladder(2**48 - 20, 2**48 + 20) > 0)
old = sys.getrecursionlimit()
sys.setrecursionlimit(250)
print(depth() < 250, caught_inside(0) < 250)
sys.setrecursionlimit(3000)
print(2000 < depth() < 3000)
sys.setrecursionlimit(old)
print(depth() == a)
