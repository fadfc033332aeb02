# Numbers from texts: by int and float in loops, by map, and by classes derived from them.
TEXTS = ["0", "1", "-1", "+1", "12", "007", "-0", "+0", "1.5", "-1.5", "+1.5", ".5", "5.", "-.5", "-5.", ".", "-", "+", "", " ", " 1", "1 ", "\t1.5\n", "1_0", "1__0", "_1", "1_",
         "1_0.5_0", "1._5", "1e5", "1E5", "1e+5", "1e-5", "1e", "1e+", "e5", "1e22", "1e23", "1e-22", "1e-23", "123456789012345", "1234567890123456", "123456789012345e22",
         "0.1", "0.2", "0.3", "1.1", "2.675", "123456.789", "9007199254740993", "0.000001", "1e400", "-1e400", "1e-400", "nan", "-nan", "inf", "-Infinity", "infinit", "1e00005",
         "12345678901234", "123456789012345678901234567890", "-12345678901234", "-123456789012345", "0x10", "1j", "1.5.2", "--1", "+-1", "\u0661\u0662", "\u0661.\u0665", "\u20091\u2009",
         "1\u00a0", "\uff11", "\u0be7", "1\x00", "\ud800", "true", "None", "1,5", "1e5.5", "1e1_0", "9" * 14, "9" * 15, "9" * 16, "0" * 20 + "5", "0." + "0" * 30 + "1"]


class Text(str):
    pass


class Half(float):
    def __new__(cls, x):
        return super().__new__(cls, float(x) / 2)


class Odd(int):
    def __str__(self):
        return "odd"


class Both:
    def __int__(self):
        return 7

    def __float__(self):
        return 7.5

    def __bool__(self):
        return False

    def __str__(self):
        return "both"


def show(f, x):
    try:
        return repr(f(x))
    except (ValueError, TypeError, OverflowError) as e:
        return f"{type(e).__name__}: {e}"


def floats(texts):
    out = []
    for text in texts:
        try:
            x = float(text)
        except ValueError as e:
            x = str(e)
        out.append(x)
    return out


def ints(texts):
    out = []
    for text in texts:
        try:
            x = int(text)
        except ValueError as e:
            x = str(e)
        out.append(x)
    return out


def mapped(f, texts):
    out = []
    for x in map(f, texts):
        out.append(x)
    return out, list(map(f, texts)), [*map(f, texts)], tuple(map(f, iter(texts)))


good = ["1", "-2", "30", "400"]
for _ in range(60):
    a, b = floats(TEXTS), ints(TEXTS)
    c = mapped(float, good), mapped(int, good), mapped(str, [1, 2.5, None, "x", Odd(3)]), mapped(bool, ["", "a", 0, 1.5, Both()])
    d = mapped(float, [1, 2.5, True, "3.25", Both(), Text("4.5"), b"5.5", 2**70]), mapped(int, [1, 2.9, True, "3", Both(), Text("4"), b"5", 2**70])
    e = mapped(Half, good), mapped(Odd, good), mapped(Text, good), mapped(list, good), mapped(tuple, good), mapped(sorted, good)
for text, x, y in zip(TEXTS, a, b):
    print(ascii(text), ascii(x), ascii(y))
print(c)
print(d)
print(e)
print([show(float, x) for x in ("1", b"1.5", bytearray(b"2"), None, [], 1j, Both(), Text(" 7 "), memoryview(b"8"))])
print([show(int, x) for x in ("1", b"15", bytearray(b"2"), None, [], 1j, Both(), Text(" 7 "), memoryview(b"8"), float("nan"), float("inf"))])
print([show(bool, x) for x in ("", None, [], Both(), 0.0)], [show(str, x) for x in (b"1", None, Both(), Odd(2))])
print([type(x).__name__ for x in (int(Odd(3)), float(Half("3")), str(Text("3")), int(True), bool(Odd(0)))])


def adds(texts):
    total, count = 0.0, 0
    for text in texts:
        total += float(text)
        count += int(text)
    return total, count


for _ in range(60):
    t = adds(good * 20)
print(t)


# Texts in other bases.
def based(text, base):
    try:
        return int(text, base)
    except ValueError as e:
        return str(e)


BASED = ["0", "1", "10", "ff", "FF", "fF", "zz", "Zz", "0xff", "0XFF", "0b11", "0o17", "-10", "+10", " 10 ", "1_0", "", "g", "2", "8", "@", "`", "{", "[", "/", ":", "\x7f", "\u0661",
         "11111111111111111111111111111111", "1" * 47, "1" * 48, "1" * 49, "ffffffffffff", "7fffffffffff", "zzzzzzzz", "zzzzzzzzz", "zzzzzzzzzz", "z" * 40]
for _ in range(3):
    lines = [[ascii(based(text, base)) for base in (2, 3, 8, 10, 16, 35, 36, 0)] for text in BASED]
for text, line in zip(BASED, lines):
    print(ascii(text), line)

# Long ints by short ones, and small results of long products.
import math

for a in (10**20, -10**20, 2**64, -2**64 + 1, 2**49, -2**50, 3**90, -3**90, 2**63, -2**63):
    print(a, [(a // b, a % b, divmod(a, b)) for b in (1, -1, 2, -3, 97, -97, 2**40, -2**48, True)])
print([math.comb(n, k) for n in (0, 1, 5, 30, 61, 62, 66, 67, 68, 100) for k in (0, 1, 2, 7, 31, 34, 50)])
print([math.perm(n, k) for n in (0, 1, 5, 30, 64) for k in (0, 1, 2, 7, 13, 30)], [math.perm(n) for n in (0, 1, 5, 20, 21)])
print([math.factorial(n) for n in (0, 1, 2, 5, 15, 16, 17, 20, 21, 22, 25, 64, 65, 66, 70, True)])
for f, args in ((math.comb, (-1, 2)), (math.comb, (2, -1)), (math.comb, (2.0, 1)), (math.factorial, (-1,)), (math.factorial, (2.0,)), (math.perm, (2, 3)), (math.comb, (True, 1))):
    try:
        print(f(*args))
    except (TypeError, ValueError) as e:
        print(e)
