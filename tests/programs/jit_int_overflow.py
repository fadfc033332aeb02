# Ints that grow from inline through 49, 63 and 64 bits to big ones and back, at every operator of hot loops.
EDGES = [2**k + d for k in (30, 31, 32, 47, 48, 49, 62, 63, 64, 100) for d in (-2, -1, 0, 1, 2)]


def add(n, x, step):
    for _ in range(n):
        x += step
    return x


def sub(n, x, step):
    for _ in range(n):
        x = x - step
    return x


def mul(n, x, k, limit):
    ups = 0
    for _ in range(n):
        x *= k
        if x > limit or x < -limit:
            x //= k**3
            ups += 1
    return x, ups


def negate(n, x):
    total = 0
    for i in range(n):
        x = -x
        total += x + i
        x = ~x
        total ^= x
        total += +x
    return x, total


def shifts(n):
    x, seen = 1, 0
    for i in range(n):
        x <<= 1
        if x.bit_length() > 70:
            x >>= 68
        seen = (seen * 31 + (x ^ i)) & 0xFFFFFFFFFFFF
    return x, seen


def logic(n, a, b):
    acc = 0
    for i in range(n):
        acc ^= (a & b) + (a | b) - (a ^ b)
        a, b = b + i, a - i
    return a, b, acc


def power(n):
    out = 0
    for i in range(n):
        out = (out + (i % 20) ** (i % 17)) % (2**61 - 1)
    return out


def edges():
    acc = 0
    for _ in range(12):
        for a in EDGES:
            for s in (1, -1):
                v = s * a
                acc = (acc * 3 + (v + 1) + (v - 1) - -v + v * v + (v >> 7) + (v // 3) + (v % 1000003)) % (2**89 - 1)
                acc ^= abs(v) & 0xFFFFFFFFFFFFFFFF
                acc += (v < 2**48) + (v <= -(2**48)) * 2 + (v == 2**63) * 4 + (v != 2**64) * 8
    return acc


def pulse(n):
    """Crosses the border of inline ints in both directions again and again."""
    x, big, small = 2**48 - 50, 0, 0
    for i in range(n):
        x = x + 7 if i % 40 < 20 else x - 7
        if x > 2**48 - 1:
            big += 1
        else:
            small += 1
    return x, big, small


for start in (0, 2**30 - 300, 2**31 - 300, 2**48 - 300, -(2**48) + 5, 2**62 - 300, 2**63 - 300, 2**64 - 300):
    print(start, add(700, start, 1), add(700, start, -1), sub(700, start, 1), sub(700, start, -3))
for start in (1, -1, 7, 2**40):
    print(mul(900, start, 3, 2**50), mul(900, start, -5, 2**64), mul(900, start, 2, 2**200))
for start in (0, 5, 2**47, 2**48 - 1, 2**48, -(2**48), 2**63, -(2**63)):
    print(start, negate(500, start))
print(shifts(2000))
for a in (1, 2**47, 2**48, 2**62, 2**63, -(2**48), -(2**63) - 1):
    print(logic(600, a, a - 3), logic(600, a, -a))
print(power(1500), edges())
print(pulse(2000))


def powers(n, x, step):
    out, total = [], 0
    for k in range(n):
        y = x ** 3 - x ** 4 + 2 ** (k % 70) - 2 ** (k % 5 - 2) + 2 ** (k % 2 > 0) + (k % 2 == 1) ** 3
        total += x ** 3 & 0xFFFFFFFF ^ x ** 4 % 1000003
        if k % 97 == 3:
            out.append((y, x ** 2, (-x) ** 3))
        x += step
    return total, out[-2:]


for x, step in ((0, 1), (-300, 7), (2**20, 3), (2**31, -(2**24)), (2**63, 2**57), (True, 1)):
    print(powers(500, x, step))
