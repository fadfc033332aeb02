# Decimals: operators, contexts, signals, texts.
# needs: stdlib
import copy, pickle, math
from decimal import *
from fractions import Fraction

def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)

D = Decimal
a, b = D("12.345"), D("-0.0067")
for f in (lambda: a + b, lambda: a - b, lambda: a * b, lambda: a / b, lambda: a // b, lambda: a % b, lambda: divmod(a, b), lambda: a ** 3,
          lambda: D(2) ** D("0.5"), lambda: pow(D(7), 20, 13), lambda: -a, lambda: +b, lambda: abs(b), lambda: 3 + a, lambda: 1 / a, lambda: a + 1.5,
          lambda: int(a), lambda: float(a), lambda: round(a), lambda: round(a, 2), lambda: math.floor(b), lambda: math.ceil(b), lambda: complex(a),
          lambda: hash(a) == hash(Fraction("12.345")), lambda: a == Fraction(2469, 200), lambda: a < 12.5, lambda: D("0.5") == 0.5,
          lambda: D("0.5") == 0.5 + 0j, lambda: a < "x", lambda: D("NaN") == 1, lambda: D("NaN") < 1, lambda: D("sNaN") == 1, lambda: hash(D("sNaN"))):
    show(f)

for text in ("1e5", " 1_000.50 ", "-Infinity", "nan123", "-sNaN", "1e", "", "\u0663.\u0661", "1e999999999999999999", "1e1000000000000000000", "0e-99"):
    show(lambda: D(text))
for v in (12, 2 ** 200, 0.1, (1, (1, 2, 3), -2), [0, [], "F"], (2, (1,), 0), 1j, float("-inf"), D("7.0")):
    show(lambda: D(v))

c = Context(prec=5, rounding=ROUND_UP, Emin=-10, Emax=10, traps=[])
for f in (lambda: c.divide(1, 3), lambda: c.divide(1, 0), lambda: c.divide(0, 0), lambda: c.multiply(D("9e10"), 10), lambda: c.create_decimal("1e-13"),
          lambda: c.sqrt(2), lambda: c.exp(1), lambda: c.ln(10), lambda: c.log10(3), lambda: c.quantize(D("1.23456"), D("0.01")),
          lambda: c.remainder_near(10, 6), lambda: c.fma(2, 3, 4), lambda: c.next_plus(1), lambda: c.next_minus(1), lambda: c.next_toward(1, 0),
          lambda: c.logical_and(1100, 1010), lambda: c.logical_invert(1), lambda: c.rotate(12345, 2), lambda: c.shift(12345, -2),
          lambda: c.scaleb(1, 3), lambda: c.logb(250), lambda: c.number_class(D("1e-12")), lambda: c.to_eng_string(D("1e4")),
          lambda: c.compare_total(D("1.0"), 1), lambda: c.max(D("nan"), 3), lambda: c.normalize(D("1.000")), lambda: c.power(3, 50)):
    show(f)
print(c)
for name in ("ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP"):
    print(name, [str(D(x).quantize(D(1), rounding=name)) for x in ("-2.5", "-1.1", "0.5", "1.5", "5.01", "10.2")])

for spec in ("", "f", ".3f", "e", ".2E", "g", ".1%", "010.2f", ",.2f", "*^12", "+", " .0f", "z.0f", "n", "<8", "=+9", "x", "#.1f", "013,.1f"):
    show(lambda: format(D("-1234.5678"), spec))
    show(lambda: format(D("0.0000001"), spec))
show(lambda: D("-nan12").as_tuple())
show(lambda: D("1.50").as_tuple())
show(lambda: D("1.50").as_integer_ratio())
show(lambda: pickle.loads(pickle.dumps(D("1.50"))))
show(lambda: copy.deepcopy(a) is a)
print(pickle.loads(pickle.dumps(c)).__reduce__() == c.__reduce__())

with localcontext(prec=3) as ctx:
    print(D(1) / 3, ctx.flags[Inexact], ctx.traps[Inexact])
    ctx.traps[Inexact] = True
    show(lambda: D(1) / 3)
    show(lambda: ctx.flags["x"])
print(D(1) / 3, getcontext().prec)

class E(Decimal):
    def __init__(self, v):
        self.extra = v

e = E("3.50")
print(e, e.extra, type(e + 1).__name__, type(E.from_float(1.5)).__name__, e == D("3.5"))
getcontext().prec = 100
print(D(2).sqrt())
print(D(1).exp())
print(D(2).ln())
getcontext().prec = 999999999999999999
show(lambda: D(1) / 3)
show(lambda: D("1e999999999") + 1)
for t in (Decimal, Context):
    show(lambda: object.__new__(t))
print(Decimal.__new__(Decimal), Context.__new__(Context).prec > 1)
show(lambda: type(c.flags)())

# Formats with fills beyond ASCII.
for f in ('\U0001f5a4>z6.1f', '\u20ac^9', '\xe9=+8.2f', '\xe9>z6.1f'):
    print(ascii(format(Decimal('-0.'), f)))
