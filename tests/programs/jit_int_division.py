# Signs of // and %, division by zero in the middle of hot loops, with handlers inside and outside of them.
def signs(n, d):
    q = r = 0
    for i in range(-n, n):
        q += i // d
        r = r * 3 % 1000003 + i % d
    return q, r


def variable(n):
    acc = 0
    for i in range(n):
        d = i % 13 - 6
        if d:
            acc += (i // d) * 7 + i % d - (-i) // d + (-i) % d
    return acc


def inside(n):
    bad, acc = 0, 0
    for i in range(n):
        try:
            acc += 1000 // (i % 50)
            acc += 1000 % (i % 7)
        except ZeroDivisionError as e:
            bad += len(str(e))
    return bad, acc


def outside(n):
    i = 0
    try:
        for i in range(n):
            100 // (n - 1 - i)
    except ZeroDivisionError as e:
        return i, str(e), e.__traceback__.tb_lineno
    return None


def mixed(values, divisors):
    out = []
    for _ in range(20):
        for a in values:
            for b in divisors:
                try:
                    out.append((a // b, a % b, divmod(a, b), a / b))
                except (ZeroDivisionError, OverflowError) as e:
                    out.append(str(e))
    return hash(str(out[:3])) is not None, len(out), out[-len(values) * len(divisors) :]


def minimum(n):
    """The one quotient that is larger than its operands."""
    hits = 0
    for i in range(n):
        x = -(2**63) + (i & 1)
        y = -(2**48) + (i & 1)
        hits += (x // -1 == -x) + (y // -1 == -y) + (x % -1 == 0) + (y % -1)
    return hits


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


for d in (1, -1, 2, -2, 3, -7, 10, -16, 2**31, -(2**48), 2**63, True):
    print(d, signs(800, d))
print(variable(3000), inside(2000), outside(1200), minimum(800))
for row in mixed([7, -7, 0, 1.5, -1.5, True, 2**48, -(2**64)], [2, -2, 0, 0.5, -0.0, 2**48, 3]):
    pass
ok, count, rows = mixed([7, -7, 0, 1.5, -1.5, True, 2**48, -(2**64)], [2, -2, 0, 0.5, -0.0, 2**48, 3])
print(ok, count)
for row in rows:
    print(row)
total = 0
for a in range(1, 60):
    for b in range(-20, 20):
        total = total * 5 % 99991 + gcd(a * 12, b * 18) + gcd(2**50 * a, 2**45 * b) % 1009
print(total)


def divmods(n, d):
    """divmod, taken apart at once, kept, and with what it is not compiled for."""
    acc, kept, bad = 0, [], 0
    for i in range(-n, n):
        q, r = divmod(i * 7919, d)
        acc = (acc * 31 + q * 3 + r) % 1000003
        try:
            t = divmod(i, i % 3 - d % 3)
            acc += t[0] ^ t[1]
        except ZeroDivisionError as e:
            bad += len(str(e))
        if i % 50 == 7:
            kept.append((t, divmod(i << 60, d), divmod(float(i), 3), divmod(i > 0, 2), divmod(r, q or 1)))
    return acc, bad, kept[-2:]


for d in (1, -1, 2, -2, 3, -7, 10, -16, 64, 2**31, -(2**48), 2**47, 2**63, True):
    print(d, divmods(400, d))


def below_zero(xs):
    """Divisors below zero that are known when the code is made."""
    return [(x // -5, x % -5, x // -16, x % -16, x // -1, x % -1, x // -2**40, x % -2**40, x // -2**48, divmod(x, -3)) for x in xs]


print(below_zero([0, 1, -1, 5, -5, 16, -16, 2**31, 2**48 - 1, -2**48, 2**48, 2**62 + 1, 2**63 - 1, -2**63, 2**63, -2**64]))
