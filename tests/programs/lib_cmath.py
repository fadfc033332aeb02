# Special values of cmath: zeros, infinities, and what is not a number; and some others.
# needs: stdlib
import cmath, math, random
inf, nan = math.inf, math.nan
S = [-inf, -2.0, -0.0, 0.0, 2.0, inf, nan, 1.0, -1.0]
F = "acos acosh asin asinh atan atanh cos cosh exp log log10 sin sinh sqrt tan tanh phase polar isfinite isinf isnan".split()
def show(name, *a):
    try: r = getattr(cmath, name)(*a)
    except Exception as e: r = (type(e).__name__, str(e))
    print(name, a, r)
for f in F:
    for x in S:
        for y in S: show(f, complex(x, y))
for x in S:
    for y in S: show("rect", x, y); show("log", complex(x,y), 2); show("log", 3, complex(x,y))
for f in F:
    for z in (1e-320+3e-310j, 1e308-1.5e308j, 709.5+2j, -709.5-2j, 711+1j, 1+1e-200j, 0.9+0.1j, 0.5-2j, 3+4j, 1e200+1e-5j): show(f, complex(float("%.9g" % z.real), float("%.9g" % z.imag)))
show("isclose", 1, 1+1e-10); show("isclose", 1, 2, 3); show("log", 2, 1); show("log", 1, 0); show("sin"); show("sin", "a"); show("rect", 1); show("polar", 1e308+1.7e308j)
