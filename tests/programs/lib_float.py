# float: repr, conversions, arithmetic edges, rounding, hex, comparisons with ints, formatting.
import math
import sys


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


inf, nan = float("inf"), float("nan")
values = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 2.5, 100.0, 123456789.0, 1e15, 1e16, 1e17, 123456789012345680.0, 1.5e-5, 0.0001, 0.00001, 1e100, 1e-100, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 2.0**53, 0.1 + 0.2, 1e22, 1e23, 9007199254740993.0, inf, -inf, nan]
for v in values:
    print(repr(v), str(v), v.hex(), attempt(int, v), attempt(v.as_integer_ratio), v.is_integer(), bool(v), hash(v) if v == v else "nan", -v, abs(v), attempt(round, v), round(v, 2) if v == v else v, attempt(math.floor, v), attempt(math.ceil, v), attempt(math.trunc, v))
    assert v != v or float(repr(v)) == v and float.fromhex(v.hex()) == v
print([attempt(float, x) for x in ("1.5", " -2e3 ", "inf", "-Infinity", "nan", "1_0.5", "1e400", "-1e-400", "", "x", "0x1p3", "1.5.2", ".5", "5.", ".", "١.٥", b"2.5", None, 10**30, True, "1e", "infinit", "1__0")])
print([attempt(float.fromhex, x) for x in ("0x1.8p1", "1.8", "-0x.1p-4", "inf", "nan", "0x1p1024", "0x1p-1080", "zz", " 0x1p0 ", "0x1.fffffffffffff8p0")])
ops = [1.5, -2.5, 0.0, -0.0, inf, -inf, nan, 3, -7, 10**30, 1e300]
for a in ops:
    for b in ops:
        print(a, b, attempt(lambda: a + b), attempt(lambda: a - b), attempt(lambda: a * b), attempt(lambda: a / b), attempt(lambda: a // b), attempt(lambda: a % b), a < b, a <= b, a == b, a != b, a > b, a >= b)
for a in (-7.5, 7.5, -0.0, 5.0, 1e20, -1e-20):
    for b in (2.0, -2.0, 0.3, inf, -inf, 3):
        print(a, b, divmod(a, b), math.fmod(a, b), math.copysign(a, b))
print([attempt(lambda: a**b) for a in (2.0, -2.0, 0.0, -0.0, inf, -inf, nan, 1.0, -8.0, 4) for b in (0.5, -1.0, 2, 3.0, 0.0, -0.5, inf, -inf, nan, 1e3, 1 / 3)])
print([round(x, n) for x, n in ((2.675, 2), (2.5, 0), (3.5, 0), (-2.5, 0), (1234.5678, -2), (0.15, 1), (0.25, 1), (1e300, 5), (1.5, 400), (1.5, -400), (5e-324, 323), (1e22, -5), (0.5, None), (12345.678, 1))], attempt(round, inf), attempt(round, nan), round(2.5), round(-0.4), round(1e20), attempt(round, 1.5, "x"))
for spec in ("", ".2f", ".0f", "e", ".3e", "E", "g", ".3g", "G", "%", ".1%", "10.3f", "<10.2f", "^12.3e", "+.1f", " .1f", "010.2f", ",.2f", "_.3f", "#.0f", "#g", ".10", "n", "s", "d", "*^15.3f", "=+12.2f", "z.1f", ".50f", ".0e", "x", "+", ",", "020,.3f", ".1g"):
    print(repr(spec), [attempt(format, v, spec) for v in (0.0, -0.0, 1234567.891, -0.04, 1e-10, inf, nan, 1e22)])
print("%f %.3f %e %g %G %10.2f|%-10.2f|%+.1f % .1f %05.1f %#.0f %r %s" % (1.5, 2.0005, 12345.678, 1e-5, 1e20, 3.14159, 2.5, 1.0, 1.0, -2.5, 3.0, 0.1, 1e16))
print(sys.float_info.max, sys.float_info.epsilon, sys.float_info.dig, sys.float_info.min, math.pi, math.e, math.tau)
print(0.1 + 0.2 == 0.3, 2**53 == 2.0**53, 2**53 + 1 == 2.0**53, 2**53 + 1 > 2.0**53, 10**309 > inf, -(10**309) > -inf, 1 == 1.0, hash(1.0) == hash(1), hash(2.0**70) == hash(2**70), hash(0.5), hash(inf), hash(-inf), hash(-0.0), nan in [nan], nan == nan, [nan] == [nan], {nan: 1}.get(nan), min(nan, 1), max(1, nan), sorted([3, nan, 1.5, -inf]))
print([f"{x:.17g}" for x in (0.1, 1 / 3, 2 / 3, 1e23, 5e-324)], [repr(x) for x in (1e21, 123e20, 1.0e5, 12345678901234567.0, 0.00012345, 1.1e-5, 4.35, 0.3, 2.2e-16, 8.98846567431158e307)])


class F(float):
    def __repr__(self):
        return f"F({float(self)})"


print(F(1.5), F("2.5") + 1, type(F(1) * 2).__name__, F(3).hex(), [F(1)], str(F(2)), f"{F(2)}", f"{F(2)!r:>10}")
print(math.sqrt(2), attempt(math.sqrt, -1), math.isqrt(99), math.hypot(3, 4), math.hypot(1, 2, 3), math.dist((0, 0), (1, 1)), math.gcd(12, 18, 27), math.lcm(4, 6), math.factorial(20), attempt(math.factorial, -1), attempt(math.factorial, 2.5), math.comb(50, 25), math.perm(10, 3), math.prod([1, 2, 3.5]), math.fsum([1e100, 1.0, -1e100]), math.log(10), math.log(8, 2), math.log2(2**100), math.log10(10**50), attempt(math.log, 0), attempt(math.log, -1), math.log1p(1e-10), math.exp(1), math.expm1(1e-10), attempt(math.exp, 1000))
print(math.sin(1), math.cos(1), math.tan(1), math.asin(0.5), math.acos(0.5), math.atan(0.5), math.atan2(-1, -1), math.sinh(1), math.cosh(1), math.tanh(1), math.degrees(1), math.radians(180), math.floor(-1.5), math.ceil(-1.5), math.trunc(-1.5), math.modf(-1.25), math.frexp(10.0), math.ldexp(0.625, 4), math.isclose(1, 1 + 1e-10), math.isfinite(inf), math.isinf(-inf), math.isnan(nan), math.ulp(1.0), math.nextafter(1.0, 2.0), math.remainder(7, 4), math.cbrt(0.0), math.fabs(-2), math.pow(2, 0.5), attempt(math.pow, -1, 0.5), math.exp2(10), math.sumprod([1, 2], [3, 4]), math.fma(2.0, 3.0, 4.0))
total = 0.0
for i in range(1, 2000):
    total += 1.0 / i * (-1) ** i
print(total)
x = 0.5
for i in range(500):
    x = 3.9 * x * (1.0 - x)
print(x)
