# int: arithmetic of every size, conversions, methods, formatting of numbers, rounding.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


values = [0, 1, -1, 2, -2, 7, -7, 10, 255, 256, -256, 2**15, 2**30 - 1, 2**30, 2**31, -(2**31), 2**47, 2**48 - 1, 2**48, -(2**48), -(2**48) - 1, 2**60, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64, 3**50, -(10**40), 7**100]
total = 0
for a in values:
    for b in values:
        s, d, p = a + b, a - b, a * b
        assert s - b == a and d + b == a and (b == 0 or p // b == a and p % b == 0)
        if b:
            q, r = divmod(a, b)
            assert q * b + r == a and (0 <= r < b or b < r <= 0), (a, b)
            assert (a // b, a % b) == (q, r)
            total = total * 31 + q * 7 + r & (1 << 200) - 1
        assert (a & b) + (a | b) == a + b and a ^ b == (a | b) - (a & b), (a, b)
        assert (a < b) == (b > a) == (a - b < 0) and (a == b) == (hash(a) == hash(b) and not a - b)
        total = total * 31 + (a & b) + (a | b) * 3 + (a ^ b) * 5 & (1 << 200) - 1
    for k in (0, 1, 5, 29, 30, 31, 48, 63, 64, 65, 200):
        assert a << k == a * 2**k and a >> k == a // 2**k and ~a == -a - 1, (a, k)
    assert int(str(a)) == a == int(hex(a), 16) == int(oct(a), 8) == int(bin(a), 0)
print(total)
for a in values:
    print(a, hex(a), oct(a), a.bit_length(), a.bit_count(), hash(a), float(a), bool(a), -a, ~a, abs(a))
print([attempt(lambda: a**b) for a in (0, 1, -1, 2, -3, 10) for b in (0, 1, 2, 5, 40, -1, -2)])
print([pow(a, b, m) for a in (2, -3, 10**20) for b in (0, 1, 5, 10**12) for m in (1, 7, -7, 10**9 + 7, 2**70)])
print(pow(3, -1, 7), pow(10, -3, 13), attempt(pow, 2, -1, 4), attempt(pow, 2, 3, 0), attempt(pow, 2.0, 3, 5), attempt(pow, 0, -1))
print([attempt(int, x) for x in ("12", " -12\n", "+5", "1_000", "1__0", "_1", "", "x", "0x10", "٣", "12.5", 3.99, -3.99, 1e20, float("inf"), float("nan"), None, b"12", b"x", True, [], "9" * 30)])
print([attempt(int, x, b) for x, b in (("ff", 16), ("0xff", 16), ("0xff", 0), ("0b101", 0), ("0o17", 0), ("010", 0), ("z", 36), ("Zz", 36), ("12", 2), ("12", 1), ("12", 37), (12, 10), ("-0x1F", 16), ("0b1", 16), ("", 0), ("1e", 16))])
print([attempt(lambda: x << y) for x, y in ((1, 100), (0, 10**20), (1, -1), (-1, 3), (1, 10**30), (5, True))], [attempt(lambda: x >> y) for x, y in ((2**100, 98), (-1, 10**20), (-5, 1), (5, 10**30), (1, -1), (-(2**70), 69))])
for f in (lambda: 1 // 0, lambda: 1 % 0, lambda: divmod(1, 0), lambda: 1 / 0, lambda: 2**70 // 0, lambda: 2**70 % 0, lambda: 1 << "x", lambda: "x" - 1, lambda: 5 & 2.0, lambda: ~2.5, lambda: -"x", lambda: +None,
          lambda: 10**400 / 3, lambda: float(10**400), lambda: 2**70 / 2**69, lambda: 10**400 / 10**399, lambda: -7 // 2, lambda: -7 % 3, lambda: 7 % -3, lambda: -7 / 2, lambda: 1 / 3, lambda: (2**53 + 1) / 1, lambda: 2**1024 / 2**1023):
    print(attempt(f))
print([round(x, n) for x, n in ((1234, -2), (1250, -2), (1350, -2), (-1250, -2), (15, -1), (25, -1), (5, 3), (10**30 + 5 * 10**9, -10), (0, -5), (99, -3))], round(7), attempt(round, 5, 1.5))
print((5).to_bytes(2, "big"), (-5).to_bytes(3, "little", signed=True), attempt((300).to_bytes, 1, "big"), attempt((-1).to_bytes, 1, "big"), (0).to_bytes(), int.from_bytes(b"\x01\x00", "big"), int.from_bytes(b"\xff\xfe", "little", signed=True),
      int.from_bytes([1, 2, 3]), attempt((1).to_bytes, 1, "mid"), (2**100).to_bytes(13, "big"))
print((7).as_integer_ratio(), (5).conjugate(), (5).real, (5).imag, (5).numerator, (5).denominator, (6).is_integer(), int.__doc__ is not None, (True).bit_length(), isinstance(True, int))
print(True + True, True * 5, True & False, True | 2, True ^ True, -True, +False, True == 1, {1: "a", True: "b", 1.0: "c"}, sum([True, True, False]), [10, 20][True], "x" * True)
for spec in ("", "d", "5", "<5", "^7", "+", " ", "05", "x", "X", "#x", "#b", "o", "#o", ",", "_", "_x", "_b", "c", "e", ".2f", "%", "n", "*>8", "=+8", "010,", "g", "08.3f", ",.2f", "s", ".3", "z", "q", "-5d", "+#010x"):
    print(repr(spec), [attempt(format, v, spec) for v in (0, 65, -1234567, 10**20)])


class MyInt(int):
    def __add__(self, o):
        return MyInt(int(self) + o)

    def __repr__(self):
        return f"MyInt({int(self)})"


print(MyInt(5) + 2, 2 + MyInt(5), type(MyInt(5) - 1).__name__, MyInt(7) == 7, hash(MyInt(7)) == hash(7), {MyInt(1): "x"}[1], MyInt("12"), sum([MyInt(1), MyInt(2)]), f"{MyInt(3)}", str(MyInt(3)), MyInt(3) * MyInt(4), [1, 2][MyInt(1)])


class HasInt:
    def __int__(self): return 42
class HasIndex:
    def __index__(self): return 7
class HasTrunc:
    def __int__(self): return "x"
class FloatOnly:
    def __float__(self): return 2.5


print(int(HasInt()), int(HasIndex()), attempt(int, HasTrunc()), attempt(int, FloatOnly()), hex(HasIndex()), attempt(hex, HasInt()), [0] * HasIndex(), attempt(lambda: [0] * HasInt()), "abcdefghij"[HasIndex()], range(HasIndex()), attempt(range, 2.5), float(FloatOnly()), float(HasIndex()), 2 ** 3 ** 2, -2 ** 2, (-2) ** 2, 5 // 2 * 2 + 5 % 2)
n = 1
for i in range(1, 101):
    n *= i
print(n, len(str(n)), sum(map(int, str(n))), n % (10**9 + 7))
a, b = 0, 1
for _ in range(1000):
    a, b = b, a + b
print(a)


def isqrt(n):
    x = 1 << (n.bit_length() + 1) // 2
    while (y := (x + n // x) // 2) < x:
        x = y
    return x


print(isqrt(2 * 10**100), isqrt(10**40) == 10**20)


def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    out = []
    while len(out) < n:
        if 4 * q + r - t < m * t:
            out.append(m)
            q, r, m = 10 * q, 10 * (r - m * t), (10 * (3 * q + r)) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return "".join(map(str, out))


print(pi_digits(100))


def egcd(a, b):
    if not b:
        return a, 1, 0
    g, x, y = egcd(b, a % b)
    return g, y, x - a // b * y


p, q, e = 2**89 - 1, 2**107 - 1, 65537
phi = (p - 1) * (q - 1)
d = egcd(e, phi)[1] % phi
message = int.from_bytes(b"attack at dawn", "big")
c = pow(message, e, p * q)
print(c, pow(c, d, p * q).to_bytes(14, "big"))


def prime(n):
    if n < 4:
        return n > 1
    d, s = n - 1, 0
    while not d & 1:
        d >>= 1
        s += 1
    for a in (2, 3, 5, 7, 11, 13):
        if a % n == 0:
            continue
        x = pow(a, d, n)
        if x in (1, n - 1):
            continue
        for _ in range(s - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


print([n for n in range(60) if prime(n)], prime(2**89 - 1), prime(2**89 + 1))
print(10**50 // 3**20, -(10**50) // 3**20, 10**50 % -(3**20), (10**50) >> 70, -(10**50) >> 70, 10**50 & 2**90 - 1, -(10**50) | 12345, 10**50 ^ -(3**60))
print(attempt(lambda: int("1" * 5000)), attempt(lambda: len(str(10**5000))), len(hex(10**5000)))
