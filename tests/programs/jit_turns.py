# Short loops, several turns of which are compiled in a row, and results computed in place of their operands.
import math


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return repr(e)


def total(n, start, k):
    t = start
    for i in range(n):
        t += k
    return t


def down(n, start, k):
    t = start
    for i in range(n):
        t -= k
    return t


def swapped(n, start, k):
    t = start
    for i in range(n):
        t = k + t
    return t


def rest(n, start, k):
    t = start
    for i in range(n):
        t = k - t
    return t


def twice(n, t):
    for i in range(n):
        t = t + t
    return t


def temporaries(n, a, b):
    t = 0
    for i in range(n):
        t = (a + b) + (a - b) - (b + i) + (a & b) - (a >> 2) + (b % 8) + (a // 16) + (a ^ b)
    return t


def keeps(n, a):
    out = []
    for i in range(n):
        b = a
        a += 3
        c = a + 1
        a = a - c + b
        out.append((a, b, c))
    return out[-5:]


def horner(n, x):
    t = 0.0
    for i in range(n):
        t += ((0.5 * x - 1.5) * x + 0.25) * x - 2.0
        t = 1.0 - t
        t = 1.0 / (t + 1e9)
        x = x + 0.125
    return t, x


def floats(n, t, k):
    for i in range(n):
        u = t
        t = t * k
        t = t - u
        u = -u
        t = u + t
    return t, u


def nans(n, x, y):
    out = []
    for i in range(n):
        out.append(math.copysign(1.0, x - y))
        x = x - y
        x = x + 1.5
        x = 1.5 + x
        x = 2.5 * x
    return out[-1], x != x


def left(n):
    # the loop is left in each of the turns, and what it leaves behind is right
    out = []
    for k in range(n):
        t = 0
        for i in range(k):
            t += i * i
        out.append((k, t, i if k else None))
    return out


def steps(a, b, s):
    t = 0
    for i in range(a, b, s):
        t += i
    return t, i


def broken(n, at):
    t = 0
    for i in range(n):
        if i == at:
            break
        t += i
    else:
        t = -t
    return t, i


def skipping(n):
    t = 0
    for i in range(n):
        if i % 3 == 1:
            continue
        t += i
    return t


def while_loop(n):
    i = t = 0
    while i < n:
        t ^= i
        i += 1
    return t, i


def endless(n):
    i = 0
    while True:
        i += 1
        if i * i > n:
            return i


def divides(n, k):
    t = 0
    for i in range(n):
        t += 100 // (k - i)
    return t


def in_try(n, big):
    t = 0
    for i in range(n):
        try:
            t += big[i]
        except IndexError:
            t -= 1
    return t


def nested(n):
    t = 0
    for i in range(n):
        for j in range(i):
            for k in range(j):
                t += 1
            t += j
    return t


def generate(n):
    t = 0
    for i in range(n):
        t += i
        yield t


def unpacked(n):
    a, b = 0, 1
    for i in range(n):
        a, b = b, a + b
    return a, b


def count_down(n):
    t = 0
    while n:
        n -= 1
        t += n & 3
    return t


def shared(n):
    a = b = c = 0
    for i in range(n):
        a += 1
        if a > 3:
            b = a
            a -= 4
            c += b
    return a, b, c


big = 2**62
for _ in range(3):
    for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 51, 52, 53):
        print(n, total(n, 5, 7), total(n, big, big // 8), total(n, -big, -big // 8), total(n, big - 1, 3.5), total(n, 1.5, 2))
        print(n, down(n, 5, 7), down(n, big, -big // 8), down(n, -big, big // 8), down(n, 1, True), down(n, True, 1))
        print(n, swapped(n, 5, 7), swapped(n, big, big // 8), rest(n, 5, 7), rest(n, big, -big), rest(n, 1.5, 3))
        print(n, twice(n, 3), twice(n, 1.5), twice(min(n, 8), "ab"), attempt(twice, n, None))
        print(n, temporaries(n, 12345, 678), temporaries(n, big, big - 1), temporaries(n, -big, 77), keeps(n, 5), keeps(n, big * 2 - 9))
        print(n, horner(n, 0.75), floats(n + 1, 1.5, 1.25), floats(n + 1, 1e300, -3.0), floats(n + 1, -0.0, 1.0), floats(n + 1, 3, 0.5))
        print(n, left(n), broken(n, 3) if n else None, broken(n, 99) if n else None, skipping(n), while_loop(n), endless(n))
        print(n, attempt(divides, n, 6), attempt(divides, n, -1), in_try(n, [1, 2, big, big, big]), nested(min(n, 20)), sum(generate(n)))
        print(n, unpacked(n), count_down(n), shared(n))
    inf = float("inf")
    for x, y in ((inf, inf), (-inf, -inf), (inf, -inf), (inf, 1.0), (0.0, -0.0), (-0.0, 0.0)):
        print(nans(9, x, y))
    for args in ((0, 50, 7), (50, 0, -7), (0, 9, 1), (-9, 9, 2), (2**40, 2**40 + 5, 1), (2**61, 2**61 + 9, 3), (2**62, 2**62 - 9, -2), (2**63 - 4, 2**63 + 4, 1)):
        print(args, steps(*args))
