# Each BINARY_OP specialization warmed up with one pair of types, then fed others through the same instruction.
import math


def add(a, b):
    return a + b


def sub(a, b):
    return a - b


def mul(a, b):
    return a * b


def warm(f, a, b, n=150):
    r = None
    for _ in range(n):
        r = f(a, b)
    return r


def attempt(f, *args):
    try:
        return repr(f(*args))
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Money:
    def __init__(self, cents):
        self.cents = cents

    def __add__(self, other):
        if isinstance(other, Money):
            return Money(self.cents + other.cents)
        return NotImplemented

    def __radd__(self, other):
        if other == 0:
            return self
        return NotImplemented

    def __sub__(self, other):
        return Money(self.cents - other.cents)

    def __mul__(self, k):
        return Money(self.cents * k)

    __rmul__ = __mul__

    def __repr__(self):
        return f"Money({self.cents})"


samples = [
    (1, 2), (2**48 - 1, 1), (-(2**48), -1), (2**62, 2**62), (2**63 - 1, 1), (10**30, -(10**30)), (1, 2.5), (0.1, 0.2), (-0.0, 0.0),
    (math.inf, -math.inf), (True, True), (True, 2.5), ("ab", "cd"), ("é", "x"), ("\u20ac", "\U0001f600"), ("", ""), ([1], [2]), ((1,), (2, 3)),
    (b"x", b"y"), (b"x", "y"), (1, "x"), ("x", 1), (None, 1), (Money(5), Money(7)), (0, Money(3)), (3, Money(3)), (Money(3), 2), ([1, 2], 2), (3, (1, 2)),
    ("ab", 3), (3, "é"), ("ab", -1), (b"xy", 2), (3, 2**70), (2**70, 3), ("x", 2.0),
]
firsts = [(1, 2), (1.5, 2.5), ("x", "y"), (2**80, 3), ([0], [1])]

for f in (add, sub, mul):
    for a, b in firsts:
        if attempt(f, a, b).startswith("TypeError"):
            continue
        print(f.__name__, repr(a), repr(b), "->", warm(f, a, b))
        for x, y in samples:
            print("   ", repr(x), repr(y), attempt(f, x, y))


# INPLACE_ADD_UNICODE: the result is stored where the left operand came from.
def concat(n, piece, tail):
    s = ""
    for i in range(n):
        s += piece
    s += tail
    return s


print(concat(5, "ab", "."), len(concat(400, "xyz", "!")), concat(120, "é", "\u4e2d")[-3:], len(concat(130, "\U0001f600", "z")))
print(concat(0, "", "end"))


def concat_then(values):
    s = values[0]
    for v in values[1:]:
        t = s
        s += v
        if t is s:
            same = True
    return s


print(concat_then(["a"] * 150))
print(concat_then(list(range(200))))
print(concat_then([0.5] * 100))
print(concat_then([[1]] + [[2]] * 3))
print(attempt(concat_then, ["a", "b", 3]))


# The overflow edges of small ints, in a warmed loop.
def edges():
    out = []
    for shift in range(40, 70):
        big = 1 << shift
        out.append((big - 1) + 1 == big)
        out.append(-big - 1 < -big)
        out.append((big + 1) - big)
        out.append((big - 1) * (big + 1) == big * big - 1)
        out.append(-big * -big == 1 << (2 * shift))
    return all(out), len(out)


print(edges())


def every(a, b):
    r = [a + b, a - b, a * b, a / b, a // b, a % b, a**b, a << (b & 15), a >> (b & 15), a & b, a | b, a ^ b]
    return r


def inplace(a, b):
    x = a
    x += b; r = [x]
    x -= 2 * b; r.append(x)
    x *= b; r.append(x)
    x //= 3; r.append(x)
    x %= 1000003; r.append(x)
    x **= 2; r.append(x)
    x <<= 5; r.append(x)
    x >>= 2; r.append(x)
    x &= 0xFFFFF; r.append(x)
    x |= 0x100; r.append(x)
    x ^= 0x55; r.append(x)
    x /= 8; r.append(x)
    return r


for i in range(120):
    every(i + 1, 3)
    inplace(i + 1, 3)
for a, b in ((7, 3), (-7, 3), (7, 5), (2**64, 7), (True, True), (-(2**65), 5)):
    print(every(a, b))
    print(inplace(a, b))
