"""Results of operations on random decimals in random contexts, the same for every interpreter.

The arguments are a seed and how many operations. It prints a line for each: the operands, the context, the result, the flags."""

import random
import sys
from decimal import *

R = random.Random(int(sys.argv[1]))
MODES = [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]
LENGTHS = [1, 2, 5, 9, 15, 18, 19, 20, 27, 28, 29, 37, 38, 39, 40, 57, 76, 77, 100, 300, 1500]
SPECIAL = ["NaN", "sNaN", "-NaN12", "Inf", "-Inf", "sNaN99999999999999999999", "0", "-0", "0E+20", "-0E-30"]
ONE = """abs plus minus next_plus next_minus normalize to_integral_exact to_integral_value sqrt logb logical_invert number_class
    is_normal is_subnormal to_sci_string to_eng_string create_decimal _apply""".split()
TWO = """add subtract multiply divide divide_int remainder remainder_near divmod compare compare_signal compare_total compare_total_mag
    max max_mag min min_mag next_toward quantize same_quantum scaleb shift rotate logical_and logical_or logical_xor copy_sign""".split()


def text():
    if R.random() < .04:
        return R.choice(SPECIAL)
    digits = "".join(R.choice("0123456789" if R.random() < .7 else "09") for _ in range(R.choice(LENGTHS)))
    if R.random() < .1:
        digits = R.choice("1459") + "0" * len(digits)
    exp = R.choice([0, 0, -1, -2, 3, -5, R.randint(-40, 40), R.randint(-400, 400), R.randint(-1000010, 1000010)])
    return f"{R.choice(('', '-'))}{digits}E{exp}"


def context():
    return Context(prec=R.choice([1, 2, 3, 5, 9, 16, 18, 19, 20, 28, 28, 38, 39, 50, 100]), rounding=R.choice(MODES),
                   Emax=R.choice([0, 5, 99, 384, 999999, 999999, MAX_EMAX]), Emin=-R.choice([0, 5, 98, 383, 999999, 999999, MAX_EMAX]),
                   clamp=R.randint(0, 1), capitals=R.randint(0, 1), traps=[], flags=[])


def elementary(c, a):
    """exp, ln or log10: of numbers of some size, and of numbers near 1."""
    name = R.choice(("exp", "ln", "log10"))
    if name != "exp" and R.random() < .9:
        a = a.copy_abs()
    if abs(a.adjusted()) > 60:
        a = a.scaleb(-a.adjusted())
    if R.random() < .2:
        a = 1 + a.scaleb(-R.randint(1, 40))
    return name, a, getattr(c, name)(a)


def power(c, a):
    if R.random() < .9:
        a = Decimal(R.randint(-99999, 99999)).scaleb(R.randint(-6, 3))
    b = R.choice([Decimal(R.randint(-200, 200)), Decimal(R.randint(-9999, 9999)) / 100])
    return "power", (a, b), c.power(a, b)


def formatted(a):
    spec = "".join(map(R.choice, (["", "<", ">", "^", "=", "x^"], ["", "+", " ", "-"], ["", "z"], ["", "0"], ["", "12", "30"], ["", ","],
                                  ["", ".0", ".3", ".10"], ["", "e", "E", "f", "F", "g", "G", "%", "n"])))
    if abs(a.adjusted()) > 500:
        a = Decimal("1.5")
    return "format " + spec, a, format(a, spec)


def converted(a):
    b = Decimal(text())
    quiet = not (a.is_snan() or b.is_snan())
    return "converted", (a, b), (
        0 if a.is_nan() else hash(a), quiet and a == b, a.as_tuple()[2],
        abs(a.adjusted()) < 400 and a.is_finite() and (a.as_integer_ratio(), int(a), float(a), round(a), a.as_tuple()))


def operation(c):
    a, b = Decimal(text()), Decimal(text())
    if R.random() < .25:
        b = Decimal(R.randint(-40, 40))
    match R.choices(range(7), (60, 20, 7, 5, 3, 2, 3))[0]:
        case 0:
            name = R.choice(TWO)
            return name, (a, b), getattr(c, name)(a, b)
        case 1:
            name = R.choice(ONE)
            return name, a, getattr(c, name)(a)
        case 2:
            return elementary(c, a)
        case 3:
            return power(c, a)
        case 4:
            d = Decimal(text())
            return "fma", (a, b, d), c.fma(a, b, d)
        case 5:
            return formatted(a)
    return converted(a)


setcontext(Context(traps=[InvalidOperation, Overflow, DivisionByZero]))
for i in range(int(sys.argv[2])):
    c = context()
    where = f"prec={c.prec} {c.rounding} Emax={c.Emax} Emin={c.Emin} clamp={c.clamp}"
    try:
        name, operands, result = operation(c)
    except Exception as e:
        name, operands, result = type(e).__name__, "", e
    print(i, name, operands, where, "->", result, *(f.__name__ for f, on in c.flags.items() if on))
