# Functions that call themselves, in hot code: results, exceptions at every place, the exact depth of RecursionError, big ints, functions that are
# replaced while they run, frames that are looked at, generators and closures inside of recursion.
import sys


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def ack(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ack(m - 1, 1)
    return ack(m - 1, ack(m, n - 1))


def tak(x, y, z):
    if y >= x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


class Node:
    def __init__(self, left, right, value):
        self.left, self.right, self.value = left, right, value

    def total(self):
        if self.left is None:
            return self.value
        return self.left.total() + self.value + self.right.total()


def tree(depth, value):
    if depth == 0:
        return Node(None, None, value)
    return Node(tree(depth - 1, 2 * value), tree(depth - 1, 2 * value + 1), value)


def depth(node):
    if node is None:
        return 0
    return 1 + max(depth(node.left), depth(node.right))


def gcd(a, b):
    if not b:
        return a
    return gcd(b, a % b)


def power(x, n):
    if n == 0:
        return 1
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1)


def hanoi(n, a, b, c, moves):
    if n == 0:
        return
    hanoi(n - 1, a, c, b, moves)
    moves.append(a + b)
    hanoi(n - 1, c, b, a, moves)


def collatz(n, steps=0, *, most=1000):
    if n == 1 or steps == most:
        return steps
    return collatz(3 * n + 1 if n % 2 else n // 2, steps + 1, most=most)


def joined(n):
    if n == 0:
        return ""
    return joined(n - 1) + "ab"[n % 2]


print(fib(15), ack(2, 9), tak(9, 5, 2), gcd(2**40 * 9, 6**20), power(3, 200) % 1000003)
print(fib(12.5), tree(6, 1).total(), depth(tree(6, 1)), collatz(27), collatz(97, most=50), joined(30))
for _ in range(3):
    moves = []
    hanoi(6, "a", "b", "c", moves)
print(len(moves), "".join(moves[:20]))
print(fib(True), fib(2), fib(-5), gcd(7, 0), gcd(-12, 18), power(1.5, 9))


# Ints that become big on the way down, on the way up, and in what is peeled.
def down(n, x):
    if n == 0:
        return x
    return down(n - 1, x * 3)


def up(n):
    if n < 1:
        return 2**47 - n
    return up(n - 1) + up(n - 3)


def low(n):
    if n < -(2**63) + 2:
        return n - 5
    return low(n - 1) + 1


for _ in range(5):
    a, b, c = down(60, 7), up(12), low(-(2**63) + 30)
print(a, b, c, down(3, 2**62), low(-(2**64)))


def same(n, x, y):
    if n == 0:
        return x is y, x
    return same(n - 1, x, y)


nan, big = float("nan"), 10**17
for _ in range(10):
    r = same(30, nan, nan), same(30, big, big)
print(r[0][0], r[1], same(5, nan, nan)[1] is nan)


# Exceptions: in what is peeled, at a call, after a call, and through many levels.
def fails(n, how):
    if n == 0:
        if how == "peeled":
            return 1 // n
        if how == "raise":
            raise ValueError("at the end")
        return how.missing
    x = fails(n - 1, how)
    return x + n


def frames(e):
    tb, all = e.__traceback__, []
    while tb:
        all.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return all


first = fails.__code__.co_firstlineno
for _ in range(3):
    for how in "peeled", "raise", "other", 3:
        for k in range(14):
            try:
                fails(k % 7 + 1, how)
            except Exception as e:
                seen = [(name, line - first) for name, line in frames(e) if name == "fails"]
                text = type(e).__name__, str(e)
        print(text, seen)


def some(n):
    if n > 40:
        return "x"
    return some(n + 1 + n % 3) + 1


for n in 40, 39, 36:
    for _ in range(20):
        try:
            some(n)
        except TypeError as e:
            r = str(e), len(frames(e))
    print(r)


# The depth of RecursionError is exact, and the same when code is hot.
deepest = 0


def deep(n):
    global deepest
    deepest = n
    if n < 0:
        return n
    return deep(n + 1) + 1


def leaf(n):
    if n == 0:
        return 0
    return leaf(n - 1) + 1


def limit():
    f, n = sys._getframe(), 0
    while f is not None:
        f, n = f.f_back, n + 1
    return n


def works(n):
    try:
        return leaf(n) == n
    except RecursionError:
        return False


for k in range(200):
    leaf(20)
here = limit()
for most in 200, 301:
    sys.setrecursionlimit(most)
    r = [n for n in range(most - 20, most) if works(n) and not works(n + 1)]
    got = None
    try:
        deep(0)
    except RecursionError as e:
        got = len(frames(e))
    print(most, r == r[:1], most - r[0] - here, got - deepest)
sys.setrecursionlimit(1000)


# Functions that are replaced while they run.
def swapped(n):
    if n < 2:
        return n
    if n == 7 and change:
        change()
    return swapped(n - 1) + swapped(n - 2)


first_swapped, change = swapped, None
for _ in range(5):
    swapped(10)


def another(n):
    return 1000


def change():
    global swapped
    swapped = another


r = swapped(9)
swapped, change = first_swapped, None
print(r, swapped(10))


def change():
    swapped.__code__ = another.__code__


r = swapped(9)
print(r, swapped(10))

default = 1


def grown(n, by=1):
    if n <= 0:
        return 0
    if n == 30 and default == 2:
        grown.__defaults__ = (2,)
    return grown(n - by) + 1


for _ in range(20):
    grown(40)
default = 2
print(grown(50), grown(50))


# Frames are looked at, and traced.
def walks(n):
    if n == 0:
        return 0
    if n == 3:
        f, lines = sys._getframe(), []
        while f.f_code is walks.__code__:
            lines.append((f.f_locals["n"], f.f_lineno - f.f_code.co_firstlineno))
            f = f.f_back
        seen.append(lines)
    return walks(n - 1) + walks(n - 2 if n > 1 else 0)


for _ in range(4):
    seen = []
    walks(9)
print(len(seen), seen[0], seen[-1])


def traced(n):
    if n < 2:
        return n
    if n == 4 and tracer:
        sys.settrace(tracer)
    return traced(n - 1) + traced(n - 2)


tracer, events = None, []
for _ in range(4):
    traced(9)


def tracer(frame, event, arg):
    if frame.f_code is traced.__code__:
        events.append((event, frame.f_locals["n"], frame.f_lineno - frame.f_code.co_firstlineno))
        return tracer


r = traced(6)
sys.settrace(None)
print(r, len(events), events[:12])


# Generators, closures and methods inside of recursion.
def inorder(node):
    if node.left is None:
        yield node.value
        return
    yield from inorder(node.left)
    yield node.value
    yield from inorder(node.right)


def subsets(items):
    if not items:
        return [()]
    rest = subsets(items[1:])
    return rest + [(items[0],) + s for s in rest]


def maker(k):
    def inner(n):
        if n < k:
            return k
        return inner(n - 1) + inner(n - 2) + k

    return inner


def kept(n, to):
    if n == 0:
        return None
    to.append(lambda: n)
    kept(n - 1, to)


for _ in range(4):
    r = sum(inorder(tree(4, 1))), len(subsets("abcde")), [maker(k)(9) for k in (2, 3, 4)]
    to = []
    kept(30, to)
print(r, subsets("abc"), [f() for f in to][:5])


def even(n):
    if n == 0:
        return True
    return odd(n - 1)


def odd(n):
    if n == 0:
        return False
    return even(n - 1)


def male(n):
    if n == 0:
        return 0
    return n - female(male(n - 1))


def female(n):
    if n == 0:
        return 1
    return n - male(female(n - 1))


def many(n, *rest, **named):
    if n == 0:
        return rest, named
    return many(n - 1, *rest[1:], n, **named)


def looped(n):
    while n > 5:
        n -= 3
    if n <= 0:
        return 1
    return looped(n - 1) + looped(n - 2)


def caught(n):
    if n == 0:
        raise KeyError(n)
    try:
        return caught(n - 1)
    except KeyError as e:
        if n < 3:
            raise
        return n, e.args


def floats(x, y):
    if x < 1.0:
        return y
    return floats(x - 0.5, y + x) + x


for _ in range(10):
    r = even(40), odd(40), many(4, 1, 2, a=3), looped(9), caught(6), floats(20.25, 1), male(9), female(9)
print(r)


class Weird:
    def __init__(self, n):
        self.n = n

    def __lt__(self, other):
        return self.n < other

    def __sub__(self, k):
        return Weird(self.n - k)

    def __add__(self, other):
        return self.n + (other.n if isinstance(other, Weird) else other)

    __radd__ = __add__


for _ in range(5):
    r = fib(Weird(8)), fib(8), fib(8.0)
print(r)


# Locals that are deleted, or not bound yet.
def unbound(n):
    if n > 3:
        y = n
    if n == 2:
        return y
    x = n
    return unbound(n - 1)


for k in range(40):
    try:
        unbound(5 if k % 2 else 3)
    except UnboundLocalError as e:
        r = str(e)
print(r)
