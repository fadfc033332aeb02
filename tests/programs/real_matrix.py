# Matrices and fractions: operators, elimination, determinant, LU, power, statistics, polynomial arithmetic, Simpson, Newton, Runge-Kutta.
import math


def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


class Fraction:
    __slots__ = ("n", "d")

    def __init__(self, n, d=1):
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        g = gcd(n, d)
        if d < 0:
            g = -g
        self.n, self.d = n // g, d // g

    @classmethod
    def of(cls, x):
        return x if isinstance(x, cls) else cls(x) if isinstance(x, int) else NotImplemented

    def _op(f):
        def method(self, other):
            other = Fraction.of(other)
            return other if other is NotImplemented else f(self, other)
        return method

    __add__ = _op(lambda a, b: Fraction(a.n * b.d + b.n * a.d, a.d * b.d))
    __sub__ = _op(lambda a, b: Fraction(a.n * b.d - b.n * a.d, a.d * b.d))
    __mul__ = _op(lambda a, b: Fraction(a.n * b.n, a.d * b.d))
    __truediv__ = _op(lambda a, b: Fraction(a.n * b.d, a.d * b.n))
    __eq__ = _op(lambda a, b: a.n == b.n and a.d == b.d)
    __lt__ = _op(lambda a, b: a.n * b.d < b.n * a.d)
    __radd__ = __add__
    __rmul__ = __mul__
    __rsub__ = _op(lambda a, b: b - a)
    __rtruediv__ = _op(lambda a, b: b / a)
    del _op

    def __neg__(self):
        return Fraction(-self.n, self.d)

    def __abs__(self):
        return Fraction(abs(self.n), self.d)

    def __pow__(self, k):
        return Fraction(self.n**k, self.d**k) if k >= 0 else Fraction(self.d**-k, self.n**-k)

    def __bool__(self):
        return self.n != 0

    def __float__(self):
        return self.n / self.d

    def __int__(self):
        return int(self.n / self.d)

    def __hash__(self):
        return hash(self.n) if self.d == 1 else hash((self.n, self.d))

    def __repr__(self):
        return f"{self.n}/{self.d}" if self.d != 1 else f"{self.n}"


class Matrix:
    def __init__(self, rows):
        self.rows = [list(r) for r in rows]
        if len({len(r) for r in self.rows}) > 1:
            raise ValueError("ragged matrix")

    @classmethod
    def identity(cls, n):
        return cls([[int(i == j) for j in range(n)] for i in range(n)])

    @property
    def shape(self):
        return len(self.rows), len(self.rows[0])

    def __getitem__(self, key):
        match key:
            case (int(i), int(j)):
                return self.rows[i][j]
            case (slice() as s, int(j)):
                return [r[j] for r in self.rows[s]]
            case int(i):
                return self.rows[i]
            case _:
                raise TypeError(f"bad index {key!r}")

    def __setitem__(self, key, value):
        i, j = key
        self.rows[i][j] = value

    def __add__(self, other):
        return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __mul__(self, k):
        return Matrix([[a * k for a in r] for r in self.rows])

    __rmul__ = __mul__

    def __matmul__(self, other):
        if self.shape[1] != other.shape[0]:
            raise ValueError(f"cannot multiply {self.shape} by {other.shape}")
        columns = list(zip(*other.rows))
        return Matrix([[sum(a * b for a, b in zip(r, c)) for c in columns] for r in self.rows])

    def __imatmul__(self, other):
        self.rows = (self @ other).rows
        return self

    def __pow__(self, n):
        result, base = Matrix.identity(len(self.rows)), self
        while n:
            if n & 1:
                result @= base
            base = base @ base
            n >>= 1
        return result

    def __eq__(self, other):
        return isinstance(other, Matrix) and self.rows == other.rows

    def transpose(self):
        return Matrix(zip(*self.rows))

    def det(self):
        m = [r[:] for r in self.rows]
        n, det = len(m), 1
        for i in range(n):
            pivot = next((r for r in range(i, n) if m[r][i]), None)
            if pivot is None:
                return 0
            if pivot != i:
                m[i], m[pivot] = m[pivot], m[i]
                det = -det
            det = det * m[i][i]
            for r in range(i + 1, n):
                f = m[r][i] / m[i][i]
                for c in range(i, n):
                    m[r][c] -= f * m[i][c]
        return det

    def inverse(self):
        n = len(self.rows)
        m = [r + [Fraction(int(i == j)) for j in range(n)] for i, r in enumerate(self.rows)]
        for i in range(n):
            for p in range(i, n):
                if m[p][i]:
                    break
            else:
                raise ArithmeticError("singular matrix")
            m[i], m[p] = m[p], m[i]
            f = m[i][i]
            m[i] = [x / f for x in m[i]]
            for r in range(n):
                if r != i and (g := m[r][i]):
                    m[r] = [x - g * y for x, y in zip(m[r], m[i])]
        return Matrix(r[n:] for r in m)

    def __repr__(self):
        return "Matrix(" + "; ".join(" ".join(map(str, r)) for r in self.rows) + ")"


def hilbert(n):
    return Matrix([[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)])


a = Matrix([[1, 2], [3, 4]])
b = Matrix([[0, 1], [1, 0]])
print(a @ b, a + b, a * 3, 2 * b, a**10, a.transpose(), a == a.transpose().transpose(), a[1, 0], a[:, 1], a[0])
print(a.det(), Matrix([[Fraction(1), Fraction(2)], [Fraction(3), Fraction(4)]]).det())
print(hilbert(4).det(), hilbert(4).inverse())
print(hilbert(3) @ hilbert(3).inverse() == Matrix.identity(3))
for bad in (lambda: a @ Matrix([[1, 2, 3]]), lambda: Matrix([[1], [1, 2]]), lambda: a["x"], lambda: Matrix([[Fraction(1), Fraction(1)]] * 2).inverse(), lambda: Fraction(1, 0), lambda: Fraction(1) + "x", lambda: a @ 5):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print((Matrix([[1, 1], [1, 0]]) ** 200)[0, 1])
x = Fraction(1, 3)
print(x + 1, 1 - x, 2 / x, x**-3, -x, abs(-x), float(x), int(Fraction(-7, 2)), x == Fraction(2, 6), x < 1, sum([Fraction(1, n) for n in range(1, 20)]), hash(Fraction(4, 2)) == hash(2), sorted([x, Fraction(1, 4), Fraction(-1)]))


def simpson(f, a, b, n):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + sum((4 if i % 2 else 2) * f(a + i * h) for i in range(1, n)))


def newton(f, df, x):
    for i in range(50):
        step = f(x) / df(x)
        x -= step
        if abs(step) < 1e-15:
            break
    return x, i


print(f"{simpson(math.sin, 0, math.pi, 200):.12f}", newton(lambda x: x * x - 2, lambda x: 2 * x, 1.0))


def rk4(f, t, y, h, n):
    for _ in range(n):
        k1 = f(t, y)
        k2 = f(t + h / 2, [a + h / 2 * k for a, k in zip(y, k1)])
        k3 = f(t + h / 2, [a + h / 2 * k for a, k in zip(y, k2)])
        k4 = f(t + h, [a + h * k for a, k in zip(y, k3)])
        y = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
        t += h
    return y


print(rk4(lambda t, y: [y[1], -y[0]], 0.0, [1.0, 0.0], 0.01, 314))


class Poly:
    def __init__(self, *c):
        while len(c) > 1 and c[-1] == 0:
            c = c[:-1]
        self.c = c

    def __call__(self, x):
        r = 0
        for k in reversed(self.c):
            r = r * x + k
        return r

    def __mul__(self, o):
        r = [0] * (len(self.c) + len(o.c) - 1)
        for i, p in enumerate(self.c):
            for j, q in enumerate(o.c):
                r[i + j] += p * q
        return Poly(*r)

    def __str__(self):
        parts = []
        for i, k in reversed(list(enumerate(self.c))):
            if k:
                parts.append(("-" if k < 0 else "+" if parts else "") + (str(abs(k)) if abs(k) != 1 or not i else "") + ("x" if i else "") + (f"^{i}" if i > 1 else ""))
        return "".join(parts) or "0"


p = Poly(-1, 1)
q = Poly(1, 1, 1)
print(p, q, p * q, (p * q)(3), Poly(0), Poly(2, 0, -3), p * p * p)
data = [((i * 7919) % 1000) / 10 for i in range(300)]
mean = sum(data) / len(data)
print(mean, math.sqrt(sum((x - mean) ** 2 for x in data) / len(data)), sorted(data)[150], math.fsum([0.1] * 10), sum([0.1] * 10))
