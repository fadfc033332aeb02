# The bits of results of math, cmath and the operators of floats, as checksums over many arguments.

import cmath
import math

state = 12345


def bits(n):
    global state
    state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
    return state >> 64 - n


def unit():
    return bits(53) / (1 << 53)


def number():
    kind = bits(3)
    if kind == 0:
        return math.ldexp(1 + unit(), bits(6) - 32)
    if kind == 1:
        return -math.ldexp(1 + unit(), bits(6) - 32)
    if kind == 2:
        return 1 + math.ldexp(unit() - 0.5, -bits(5))
    if kind == 3:
        return math.ldexp(1 + unit(), bits(11) - 1074)
    if kind == 4:
        return 1400 * unit() - 700
    if kind == 5:
        return bits(16) * (math.pi / 2) * (1 + math.ldexp(unit(), -40))
    return 4 * unit() - 2


def text(x):
    if isinstance(x, complex):
        return x.real.hex() + x.imag.hex()
    if isinstance(x, tuple):
        return ",".join(map(text, x))
    return float(x).hex()


def check(name, f, arguments, n=150):
    total = 0
    for _ in range(n):
        try:
            r = text(f(*arguments()))
        except (ValueError, ArithmeticError) as e:
            r = str(e)
        total = (total * 1000003 + int.from_bytes(r.encode(), "little")) % (2**61 - 1)
    print(name, format(total, "x"))


def one():
    return (number(),)


def two():
    x = number()
    return x, x * (0.5 + unit()) if bits(1) else number()


def three():
    return number(), number(), number()


def onec():
    return (complex(number(), number()),)


def twoc():
    return complex(number(), number()), complex(4 * unit(), 4 * unit())


def points():
    n = bits(2) + 2
    return [number() for _ in range(n)], [number() for _ in range(n)]


def mixed():
    p, q = [], []
    for _ in range(bits(3)):
        p.append(10 * unit() if bits(2) else bits(5))
        q.append((10 * unit(), bits(1) == 0, bits(4), 10 * unit() - 5)[bits(2)])
    return p, q


for name in ("acos acosh asin asinh atan atanh cbrt cos cosh degrees erf erfc exp exp2 expm1 gamma lgamma log log10 log1p log2 radians sin "
             "sinh sqrt tan tanh ulp").split():
    check(name, getattr(math, name), one)
for name in "atan2 fmod pow remainder log nextafter hypot".split():
    check(name + " of two", getattr(math, name), two)
for name in "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar sin sinh sqrt tan tanh".split():
    check("cmath." + name, getattr(cmath, name), onec)
check("fma", math.fma, three)
check("hypot", lambda p, q: math.hypot(*p), points)
check("dist", math.dist, points)
check("sumprod", math.sumprod, mixed)
check("fsum", lambda p, q: math.fsum(p), points)
check("sum", lambda p, q: sum(p), points)
check("abs", abs, onec)
check("complex power", lambda x, y: x ** y, twoc)
check("small power", lambda x, y: x ** 3.0, twoc)
check("cmath.rect", cmath.rect, two)


# In loops that get hot.
def hot(f):
    total = 0
    for i in range(3000):
        total = (total * 31 + hash(f(i * 0.37 + 0.01))) % (2**61 - 1)
    return format(total, "x")


print(hot(lambda x: x ** -1.5), hot(lambda x: x ** 2), hot(lambda x: x ** 0.5), hot(lambda x: x ** 1.37), hot(lambda x: 1.0001 ** x))
print(hot(lambda x: math.exp(-x)), hot(lambda x: math.log(x)), hot(lambda x: math.sin(x) * math.cos(x)), hot(lambda x: math.tan(x)))
print(hot(lambda x: math.atan2(x, 3.0)), hot(lambda x: math.hypot(x, 3.0)), hot(lambda x: math.cbrt(x)), hot(lambda x: math.erfc(x / 99)))
print(hot(lambda x: abs(complex(x, 3))), hot(lambda x: math.degrees(x)), hot(lambda x: x % 0.7), hot(lambda x: x // 0.3))

# Errors and edges.
print(math.degrees(1e308), math.degrees(-1e308), math.radians(5e-324), math.nextafter(-0.0, 0.0), math.nextafter(0.0, -0.0))
print(math.sumprod([1.5, True, 2, 1e308], [True, 2.5, 0.5, 1e308]), math.sumprod([1e308, 1.0], [10.0, 1]), math.sumprod([2**40, 2**40], [2**40, 0.1]))
print(math.sumprod([0.1] * 10 + [1 << 70], [1.0] * 10 + [2.0]), math.sumprod([0.1, 2, 0.1], [0.1, 3, 0.1]), math.sumprod([True], [0.1]))
for f in lambda: cmath.phase(complex(1e308, 1e-300)), lambda: complex(math.inf, 1) ** 1j, lambda: complex(1e-320, 1e-320) ** -15, lambda: math.log10(0):
    try:
        print(f())
    except (ValueError, ArithmeticError) as e:
        print(type(e).__name__, e)


# Subclasses that convert in their own way.
class Half(float):
    def __float__(self):
        return float.__add__(self, 0.5)


class Text(str):
    def __float__(self):
        return 0.25


class Wrong(float):
    def __float__(self):
        return 1


print(float(Half(2)), math.sqrt(Half(4)), Half(2) + 0, float(Text("8")), float(float.__new__(Half, 1)))
try:
    print(float(Wrong(2)))
except TypeError as e:
    print(e)
