"""Results of the functions of floats, as checksums: of random arguments, the same for every interpreter.

The first argument is the number of calls of each function. It prints a checksum per function, or all calls of the one that is named after it."""

import cmath
import math
import operator
import random
import statistics
import struct
import sys
import zlib

COUNT = int(sys.argv[1])


class Source:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def bits(self):
        return struct.unpack("<d", struct.pack("<Q", self.random.getrandbits(64)))[0]

    def power(self, low, high):
        r = self.random
        return math.ldexp(1 + r.random(), r.randint(low, high)) * r.choice((1, -1))

    def float(self):
        r = self.random
        match r.randrange(12):
            case 0: return self.bits()
            case 1: return self.power(-6, 6)
            case 2: return r.uniform(-30, 30)
            case 3: return r.uniform(-760, 760)
            case 4: return self.power(-1074, -990)
            case 5: return self.power(990, 1022)
            case 6: return 1 + self.power(-53, -1)
            case 7: return r.randrange(200000) * (math.pi / 2) * (1 + self.power(-52, -10))
            case 8: return r.randint(-2000, 2000) / 8
            case 9: return r.uniform(-180, 180)
            case 10: return r.choice((0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 0.5, 5e-324, 1.7976931348623157e308))
        return r.uniform(-1, 1)

    def near(self, x):
        r = self.random
        match r.randrange(4):
            case 0: return x * (1 + self.power(-30, 3))
            case 1: return r.randint(-20, 20) / 2
        return self.float()

    def two(self):
        x = self.float()
        return x, self.near(x)

    def complex(self):
        return complex(*self.two())

    def positive(self):
        return abs(self.power(-20, 20))

    def list(self, make=None):
        return [(make or self.float)() for _ in range(self.random.randint(0, 9))]

    def usual(self):
        return self.random.uniform(-100, 100)


one = lambda s: (s.float(),)
two = lambda s: s.two()
three = lambda s: (*s.two(), s.float())
onec = lambda s: (s.complex(),)
twoc = lambda s: (s.complex(), s.complex())
lists = lambda s: (s.list(),)


def mixed(s):
    r = s.random
    kinds = [s.usual, s.usual, lambda: r.randint(-9, 9), lambda: r.random() < 0.5, lambda: r.getrandbits(70), s.float]
    n = r.randint(0, 9)
    kinds = kinds[:r.randint(1, len(kinds))]
    return [r.choice(kinds)() for _ in range(n)], [r.choice(kinds)() for _ in range(n)]


def points(s):
    n = s.random.randint(0, 6)
    make = s.random.choice((s.usual, s.float))
    return [make() for _ in range(n)], [make() for _ in range(n)]


def big(s):
    return (s.random.getrandbits(s.random.randint(1, 3000)) + 1,)


def data(s):
    return ([s.usual() for _ in range(s.random.randint(2, 9))],)


def pairs(s):
    n = s.random.randint(2, 9)
    return [s.usual() for _ in range(n)], [s.usual() for _ in range(n)]


def drawn(name, *ranges):
    def call(seed, *args):
        r = random.Random(seed)
        return [getattr(r, name)(*args) for _ in range(3)]
    return call, lambda s: (s.random.getrandbits(32), *(s.random.uniform(*x) for x in ranges))


calls = {}
for name in """acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs floor frexp gamma isfinite isinf isnan lgamma log
        log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp""".split():
    calls[f"math.{name}"] = getattr(math, name), one
for name in "atan2 copysign fmod isclose log nextafter pow remainder".split():
    calls[f"math.{name} of two"] = getattr(math, name), two
for name in """acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 phase polar sin sinh sqrt tan tanh""".split():
    calls[f"cmath.{name}"] = getattr(cmath, name), onec
calls |= {
    "cmath.log of two": (cmath.log, twoc), "cmath.rect": (cmath.rect, two), "cmath.isclose": (cmath.isclose, twoc),
    "math.fma": (math.fma, three), "math.ldexp": (math.ldexp, lambda s: (s.float(), s.random.randint(-2200, 2200))),
    "math.nextafter steps": (lambda x, y, n: math.nextafter(x, y, steps=n), lambda s: (*s.two(), s.random.getrandbits(s.random.randint(1, 66)))),
    "math.fsum": (math.fsum, lists), "math.prod": (math.prod, lists), "sum": (sum, lists),
    "math.hypot": (lambda a, b: math.hypot(*a), points), "math.dist": (math.dist, points), "math.sumprod": (math.sumprod, mixed),
    "math.log of int": (math.log, big), "math.log2 of int": (math.log2, big), "math.log10 of int": (math.log10, big),
    "x ** y": (operator.pow, two), "x % y": (operator.mod, two), "x // y": (operator.floordiv, two), "divmod": (divmod, two), "pow": (pow, two),
    "x ** 2": (lambda x: x ** 2, one), "x ** 0.5": (lambda x: x ** 0.5, one), "x ** -1.5": (lambda x: x ** -1.5, one), "x ** 3": (lambda x: x ** 3, one),
    "int ** float": (operator.pow, lambda s: (s.random.randint(-50, 50), s.usual())), "x ** int": (operator.pow, lambda s: (s.float(), s.random.randint(-40, 40))),
    "int / int": (operator.truediv, lambda s: (*big(s), *big(s))),
    "abs(complex)": (abs, onec), "complex ** complex": (operator.pow, twoc), "complex ** int": (operator.pow, lambda s: (s.complex(), s.random.randint(-120, 120))),
    "complex ** float": (operator.pow, lambda s: (s.complex(), s.usual())), "complex * complex": (operator.mul, twoc), "complex / complex": (operator.truediv, twoc),
    "round": (lambda x, n: round(x, n), lambda s: (s.float(), s.random.randint(-20, 20))),
    "mean": (statistics.mean, data), "fmean": (statistics.fmean, data), "stdev": (statistics.stdev, data), "pstdev": (statistics.pstdev, data),
    "weighted fmean": (lambda x, w: statistics.fmean(x, w), pairs), "correlation": (statistics.correlation, pairs),
    "linear_regression": (lambda x, y: tuple(statistics.linear_regression(x, y)), pairs),
    "geometric_mean": (lambda x: statistics.geometric_mean(map(abs, x)), data), "harmonic_mean": (lambda x: statistics.harmonic_mean(list(map(abs, x))), data),
    "NormalDist.pdf": (lambda m, v, x: statistics.NormalDist(m, v).pdf(x), lambda s: (s.usual(), s.positive(), s.usual())),
    "NormalDist.cdf": (lambda m, v, x: statistics.NormalDist(m, v).cdf(x), lambda s: (s.usual(), s.positive(), s.usual())),
    "NormalDist.inv_cdf": (lambda m, v, p: statistics.NormalDist(m, v).inv_cdf(p), lambda s: (s.usual(), s.positive(), s.random.random())),
    "gauss": drawn("gauss", (-9, 9), (0, 9)), "normalvariate": drawn("normalvariate", (-9, 9), (0, 9)), "lognormvariate": drawn("lognormvariate", (-9, 9), (0, 9)),
    "expovariate": drawn("expovariate", (0.1, 9)), "vonmisesvariate": drawn("vonmisesvariate", (0, 6), (0, 9)),
    "gammavariate": drawn("gammavariate", (0.1, 9), (0.1, 9)), "betavariate": drawn("betavariate", (0.1, 9), (0.1, 9)),
    "paretovariate": drawn("paretovariate", (0.1, 9)), "weibullvariate": drawn("weibullvariate", (0.1, 9), (0.1, 9)), "triangular": drawn("triangular", (-9, 0), (0, 9)),
}


def show(x):
    match x:
        case bool() | int(): return str(x)
        case float(): return x.hex()
        case complex(): return f"{x.real.hex()} {x.imag.hex()}j"
        case tuple() | list(): return "(" + ", ".join(map(show, x)) + ")"
    return repr(x)


def lines(name):
    call, arguments = calls[name]
    source = Source(name)
    slow = 20 if name in ("mean", "stdev", "pstdev", "correlation", "linear_regression", "geometric_mean", "harmonic_mean") else 1
    for _ in range(COUNT // slow):
        args = arguments(source)
        try:
            result = show(call(*args))
        except Exception as e:
            result = f"{type(e).__name__}: {e}"
        yield f"{show(args)} -> {result}"


if len(sys.argv) > 2:
    for line in lines(sys.argv[2]):
        print(line)
else:
    for name in calls:
        crc = 0
        for line in lines(name):
            crc = zlib.crc32(line.encode(), crc)
        print(f"{crc:08x} {name}")
