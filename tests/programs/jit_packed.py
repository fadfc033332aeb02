# Items of array.array of every typecode, read and written in loops; bounds, overflow, NaNs, other classes, growing arrays.
import array
import math

codes = "bBhHiIlLqQfd"


def fill(a, n, x):
    for i in range(n):
        a[i] = x
    return a[n - 1]


def total(a, n):
    t = 0
    for i in range(n):
        t += a[i] + a[-1 - i]
    return t


def copy(a, b, n):
    for i in range(n):
        b[i] = a[n - 1 - i]


for rounds in range(3):
    for code in codes:
        a = array.array(code, [0] * 40)
        b = array.array(code, range(40))
        copy(b, a, 40)
        print(code, fill(a, 20, 7), total(a, 40), total(b, 40), a.tolist()[15:25])


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


values = [0, -1, 1, 127, 128, -128, -129, 255, 256, 32767, 32768, -32768, -32769, 65535, 65536, 2 ** 31 - 1, 2 ** 31, -2 ** 31, -2 ** 31 - 1,
          2 ** 32 - 1, 2 ** 32, 2 ** 48 - 1, 2 ** 48, -2 ** 48 - 1, 2 ** 62, 2 ** 63 - 1, 2 ** 63, -2 ** 63, -2 ** 63 - 1, 2 ** 64 - 1, 2 ** 64, True, False,
          1.5, -0.0, 1e300, math.inf, -math.inf, "x", None, 1j]


def put(a, i, x):
    a[i] = x
    return a[i]


for code in codes:
    a = array.array(code, [0] * 4)
    for _ in range(6):
        out = [attempt(put, a, 2, x) for x in values]
    print(code, out)
for code in codes:
    a = array.array(code, [1, 2, 3])
    for _ in range(6):
        out = [attempt(put, a, i, 1) for i in (0, 1, 2, -1, -3, 3, -4, 2 ** 40, -2 ** 40, 2 ** 70, True, 1.0, "a", None, slice(0, 1))]
    print(code, out)


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return self.n


class Grows:
    def __init__(self, a):
        self.a = a

    def __index__(self):
        del self.a[:]
        return 1


a = array.array("l", [1, 2, 3])
for _ in range(6):
    print(attempt(put, a, Index(1), Index(5)), attempt(put, a, Index(5), 1))
print(attempt(put, a, 1, Grows(a))[0], a)
for code in "fd":
    a = array.array(code, [math.nan, 1.0, -math.nan])
    for _ in range(20):
        x = a[0]
        y = a[0]
        a[1] = x
    print(x == y, x is x, x in [x], math.isnan(a[1]), math.isnan(a[2]), a.tobytes()[:4] == array.array(code, [math.nan]).tobytes()[:4])
raw = array.array("d")
raw.frombytes(bytes([1, 0, 0, 0, 0, 0, 0xF0, 0x7F]) * 3 + bytes([255] * 8))
single = array.array("f")
single.frombytes(bytes([1, 0, 0x80, 0x7F]) * 3)


def nans(a, n):
    t = []
    for i in range(n):
        x = a[i % len(a)]
        t.append(x == x)
        y = x + 1
        t.append(math.isnan(y))
        keep = [x]
        t.append(keep[0] is x and x in keep)
    return all(t[1::3]), any(t[0::3]), all(t[2::3])


print(nans(raw, 60), nans(single, 60))


def mixed(arrays, n):
    t = 0
    for i in range(n):
        for a in arrays:
            t += a[i % 3]
            a[i % 3] = 1
    return t


many = [array.array(code, [1, 2, 3]) for code in codes] + [[1, 2, 3], bytearray(b"abc"), {0: 1, 1: 2, 2: 3}]
print(mixed(many, 30), many)


class Sub(array.array):
    def __getitem__(self, i):
        return 100


class Plain(array.array):
    pass


print(mixed([Sub("i", [1, 2, 3]), Plain("i", [1, 2, 3]), array.array("i", [4, 5, 6])], 30))


def grow(n):
    a = array.array("i")
    t = 0
    for i in range(n):
        a.append(i)
        t += a[i] + a[0]
        a[i] = -i
    while a:
        t += a[-1]
        a.pop()
    return t, attempt(put, a, 0, 1)


print(grow(300))


def texts(n):
    a = array.array("w", "äb€")
    t = []
    for i in range(n):
        a[i % 3] = chr(8364 + i % 3)
        t.append(a[(i + 1) % 3])
    return "".join(t[-6:]), attempt(put, a, 0, "xy")


print(texts(60))


def floats_from_ints(n):
    a = array.array("d", [0.0] * 4)
    for i in range(n):
        a[i & 3] = i
        a[(i + 1) & 3] = 2 ** 60
    return a.tolist()


print(floats_from_ints(50))
