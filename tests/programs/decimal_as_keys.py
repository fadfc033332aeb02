# needs: stdlib
# Decimals as keys: equal ones of different forms, hashes that are asked for again, and keys that are no Decimals.
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction


class Loud(Decimal):
    def __eq__(self, other):
        print("eq", Decimal(self), other)
        return Decimal.__eq__(self, other)

    __hash__ = Decimal.__hash__


class Own(Decimal):
    def __hash__(self):
        return 7


VALUES = ["0", "-0", "0.00", "0E+5", "1", "1.0", "1.00", "10E-1", "-1", "-1.0", "0.5", "0.50", "123456789012345678", "1234567890123456789",
          "12345678901234567890", "12345678901234567890.0", "1E+20", "100000000000000000000", "1" * 40, "1" * 40 + ".0", "Infinity", "-Infinity", "1E+400", "1E-400",
          "2305843009213693951", "2305843009213693952", "-2305843009213693952", "4611686018427387902"]
decimals = [Decimal(v) for v in VALUES]
d = {}
for i, x in enumerate(decimals):
    d.setdefault(x, []).append(i)
print(d)
for x in decimals:
    same = [y for y in decimals if x == y]
    assert all(hash(x) == hash(y) for y in same) and hash(x) == hash(x)
    print(hash(x), len(same), d[x], x in d, -x in d, x + 1 in d)
for k in 0, 1, -1, 1.0, 0.5, Fraction(1, 2), True, float("inf"), 10**20, 2305843009213693951, 0.1, "1", None, (Decimal(1),):
    print(k, k in d, d.get(k))
print({(Decimal("1.0"), Decimal("2.0")): "pair"}[(1, 2)], {1: "int"}[Decimal("1.00")], {Decimal(3)} & {3, 4}, {Decimal("0.1")} - {0.1})

nan = Decimal("NaN")
print({nan: 1}[nan], Decimal("NaN") in {nan: 1}, nan == nan, hash(nan) == hash(nan), [nan].index(nan), [nan] == [nan], [nan] == [Decimal("NaN")])
for f in hash, lambda x: {x: 1}:
    try:
        print(f(Decimal("sNaN")))
    except TypeError as e:
        print(e)
try:
    print(Decimal("sNaN") in [Decimal(1)])
except Exception as e:
    print(type(e).__name__)

print({Loud("1.5"): 1}.get(Decimal("1.50")), {Decimal("1.5"): 1}.get(Loud("1.50")), {Loud(2): 1}.get(Loud("2.0")))
print({Own(1): "own"}.get(Decimal(1)), {Own(1): "own"}.get(Own("1.0")), hash(Own(5)))
with localcontext() as ctx:
    ctx.prec = 3
    print({Decimal("1.2345"): 1}.get(Decimal("1.23450")), Decimal("1.2345") in {Decimal("1.23"): 1})

counts = {}
for i in range(1500):
    k = Decimal(i * 7919 % 401) / 100
    counts[k] = counts.get(k, 0) + 1
print(len(counts), sum(counts.values()), counts[Decimal("2.30")], max(counts))
for size in 5, 6, 11, 100, 171, 172, 700:
    many = dict.fromkeys(map(Decimal, range(size)), 1)
    for i in range(0, size, 3):
        del many[i]
    for i in range(size, size + size // 2):
        many[Decimal(i)] = i
    print(len(many), list(many)[-1], all(Decimal(i) in many for i in range(1, size, 3)), Decimal(0) in many, many.get(Decimal(size)))
