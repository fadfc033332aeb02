# More live variables than a processor has registers, of all types; deep expressions; very long functions.
def many_ints(n):
    a = b = c = d = e = f = g = h = i = j = k = m = o = p = q = r = 1
    a1 = b1 = c1 = d1 = e1 = f1 = g1 = h1 = i1 = j1 = k1 = m1 = o1 = p1 = q1 = r1 = 2
    for x in range(n):
        a += x; b += a & 7; c ^= b; d += c & 15; e -= d & 3; f += e; g ^= f & 255; h += g  # noqa
        i += h & 1; j += i & 31; k -= j; m ^= k & 63; o += m; p += o & 127; q -= p & 5; r += q & 9  # noqa
        a1 += r; b1 ^= a1 & 7; c1 += b1; d1 += c1 & 15; e1 -= d1 & 3; f1 += e1 & 511; g1 ^= f1; h1 += g1 & 77  # noqa
        i1 += h1; j1 += i1 & 31; k1 -= j1 & 3; m1 ^= k1; o1 += m1 & 99; p1 += o1; q1 -= p1 & 5; r1 += q1 & 9  # noqa
    return (a, b, c, d, e, f, g, h, i, j, k, m, o, p, q, r), (a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, m1, o1, p1, q1, r1)


def many_floats(n):
    a = b = c = d = e = f = g = h = i = j = k = m = o = p = q = r = 0.5
    a1 = b1 = c1 = d1 = e1 = f1 = g1 = h1 = 0.25
    for x in range(n):
        a += b * 0.5; b -= c * 0.25; c += d * 0.125; d -= e * 0.5; e += f * 0.1; f -= g * 0.2; g += h * 0.3; h -= i * 0.4  # noqa
        i += j * 0.01; j -= k * 0.02; k += m * 0.03; m -= o * 0.04; o += p * 0.05; p -= q * 0.06; q += r * 0.07; r -= a * 0.08  # noqa
        a1 += b1 * x; b1 -= c1 * 0.001; c1 += d1 * 0.002; d1 -= e1 * 0.003; e1 += f1 * 0.004; f1 -= g1; g1 = h1 - x; h1 = a / (1.0 + b * b)  # noqa
    return a, b, c, d, e, f, g, h, i, j, k, m, o, p, q, r, a1, b1, c1, d1, e1, f1, g1, h1


def mixed(n):
    a, b, c, d, e, f, g, h = 1, 0.5, True, "s", [1], (2, 3), None, 2**60
    i, j, k, m, o, p, q, r = 2, 1.5, False, "t", [2], (4, 5), {}, -(2**60)
    s = t = u = v = w = y = 3
    z0 = z1 = z2 = z3 = z4 = z5 = 0.75
    for x in range(n):
        a, i = i + c, a - k
        b, j = j * 0.5 + z0, b - z1
        c, k = k, c
        d, m = m, d
        e, o = o, e
        f, p = p, (f[0] + 1, f[1])
        g, q = q, g
        h, r = r + x, h - x
        s, t, u, v, w, y = t + 1, u ^ x, v & 1023, w + s & 255, y - 1, s * 3 & 4095
        z0, z1, z2, z3, z4, z5 = z1 * 0.9, z2 + 0.1, z3 - b * 1e-3, z4 * 0.5, z5 + j * 1e-3, z0 + s
        if x % 100 == 99:
            helper(a, b, c, d, e, f, g, h)
    return a, b, c, d, e, f, g, h, i, j, k, m, o, p, q, r, s, t, u, v, w, y, z0, z1, z2, z3, z4, z5


def helper(*args):
    return len(args)


def deep_expression(n):
    t = 0
    for x in range(n):
        y = x * 0.5
        t += (((((x + 1) * (x + 2) - (x + 3)) * ((x - 4) + (x ^ 5) * (x & 6))) + (((x | 7) - (x >> 1)) * ((x << 2) - (x + 8)))) % 1009) + (x, (x + 1, (x + 2, (x + 3, [x + 4, {"k": (x + 5, y)}]))))[1][1][1][1][1]["k"][0]
        t += helper(x, y, helper(x + 1, helper(x + 2, y * 2, helper(y, x, x + y, helper(x * y))), x - y), -x, x if y > 3 else y, not x, x < y < t)
        t -= x + (y + (x - (y * (x + (y - (x * 0.25 + (y / (1 + x) + (x + (y - (x + (y - (x + (y - (x + y))))))))))))))
    return t


def long_function(values, n):
    exec_count = 0
    for x in range(n):
        v = values[x % len(values)]
        exec_count += chain0(v, x)
    return exec_count


def chain0(v, x):
    a = v + x
    if a > 117000:
        a = a - x * 5
    a += x
    a = -a + 6200
    a -= 12
    a += x
    a = -a + 7100
    b = a
    if a > 201000:
        a = a - x * 5
    a = a if x % 4 else a + 1
    b = a
    a += x
    if a > 12000:
        a = a - x * 5
    b = a
    if a > 66000:
        a = a - x * 2
    b = a
    a = (a + 12) * 2 - a
    a = (a + 86) * 2 - a
    a = -a + 6500
    if a > 69000:
        a = a - x * 3
    if a > 183000:
        a = a - x * 6
    b = a
    a = a if x % 5 else a + 1
    a = a * 38 % 1000003
    b = a
    if a > 159000:
        a = a - x * 5
    a = -a + 7700
    b = a
    b = a + 21
    a = b - a // 21
    if a > 120000:
        a = a - x * 6
    b = a
    a += x
    b = a + 81
    a = b - a // 81
    b = a
    a = a if x % 4 else a + 1
    b = a + 90
    a = b - a // 90
    a = (a + 19) * 2 - a
    if a > 27000:
        a = a - x * 3
    a = -a + 2600
    b = a + 36
    a = b - a // 36
    a -= 46
    a = -a + 9600
    a = (a + 82) * 2 - a
    a = a if x % 10 else a + 1
    a = (a + 13) * 2 - a
    a = a * 91 % 1000003
    if a > 108000:
        a = a - x * 2
    if a > 48000:
        a = a - x * 3
    a = (a + 23) * 2 - a
    b = a
    a = a * 6 % 1000003
    a = (a + 90) * 2 - a
    a += x
    a = (a + 3) * 2 - a
    a = (a + 37) * 2 - a
    a = (a + 20) * 2 - a
    a = -a + 8000
    a += x
    if a > 171000:
        a = a - x * 2
    b = a
    b = a
    a -= 43
    a = a * 47 % 1000003
    a = a * 59 % 1000003
    a -= 47
    a = (a + 38) * 2 - a
    a += x
    if a > 165000:
        a = a - x * 7
    if a > 45000:
        a = a - x * 2
    a = a * 8 % 1000003
    a = a * 95 % 1000003
    a -= 77
    a -= 78
    a = a * 70 % 1000003
    b = a + 75
    a = b - a // 75
    if a > 126000:
        a = a - x * 1
    a = a * 16 % 1000003
    a = a if x % 4 else a + 1
    a = -a + 8400
    if a > 186000:
        a = a - x * 7
    if a > 93000:
        a = a - x * 4
    b = a + 53
    a = b - a // 53
    b = a + 5
    a = b - a // 5
    if a > 162000:
        a = a - x * 6
    b = a + 32
    a = b - a // 32
    a = -a + 2800
    b = a + 25
    a = b - a // 25
    a = a * 5 % 1000003
    b = a
    if a > 204000:
        a = a - x * 6
    if a > 90000:
        a = a - x * 3
    a = -a + 3400
    a -= 42
    a = a * 41 % 1000003
    a += x
    a = -a + 8400
    a = a * 64 % 1000003
    a = -a + 1200
    a = -a + 2700
    a -= 44
    b = a
    b = a + 83
    a = b - a // 83
    a = (a + 54) * 2 - a
    a = a if x % 3 else a + 1
    b = a
    a = -a + 6400
    a += x
    if a > 18000:
        a = a - x * 7
    a = -a + 8000
    a -= 35
    a = a * 22 % 1000003
    b = a + 73
    a = b - a // 73
    b = a + 96
    a = b - a // 96
    a = -a + 5000
    if a > 3000:
        a = a - x * 2
    if a > 63000:
        a = a - x * 1
    a = a * 79 % 1000003
    b = a
    a = -a + 4900
    if a > 213000:
        a = a - x * 2
    a = a * 26 % 1000003
    a -= 86
    a = (a + 72) * 2 - a
    b = a + 68
    a = b - a // 68
    b = a + 4
    a = b - a // 4
    a += x
    a += x
    a = a if x % 8 else a + 1
    a -= 6
    a = (a + 11) * 2 - a
    a = a if x % 4 else a + 1
    b = a
    a += x
    a = a if x % 7 else a + 1
    a = -a + 2700
    b = a
    if a > 189000:
        a = a - x * 1
    a = -a + 1300
    a += x
    a = (a + 66) * 2 - a
    a = -a + 5400
    b = a + 9
    a = b - a // 9
    if a > 246000:
        a = a - x * 6
    b = a
    a = -a + 1600
    a = a if x % 6 else a + 1
    a = (a + 21) * 2 - a
    a -= 91
    a -= 42
    b = a + 44
    a = b - a // 44
    b = a
    a = a * 91 % 1000003
    a -= 1
    b = a
    a = a if x % 8 else a + 1
    b = a + 92
    a = b - a // 92
    b = a + 68
    a = b - a // 68
    a += x
    if a > 159000:
        a = a - x * 5
    b = a
    if a > 72000:
        a = a - x * 4
    a = a * 87 % 1000003
    a = a * 79 % 1000003
    a = (a + 70) * 2 - a
    b = a + 73
    a = b - a // 73
    b = a
    b = a + 79
    a = b - a // 79
    b = a + 51
    a = b - a // 51
    a -= 33
    a = (a + 85) * 2 - a
    a = (a + 18) * 2 - a
    a = -a + 1100
    a -= 87
    a -= 37
    a = (a + 26) * 2 - a
    a = (a + 87) * 2 - a
    a += x
    a = -a + 8300
    a -= 43
    a = (a + 42) * 2 - a
    a -= 39
    a = a * 78 % 1000003
    a = a * 68 % 1000003
    a += x
    a += x
    a -= 75
    b = a + 85
    a = b - a // 85
    a += x
    a -= 84
    b = a + 87
    a = b - a // 87
    if a > 240000:
        a = a - x * 4
    b = a
    a = -a + 7700
    if a > 189000:
        a = a - x * 1
    if a > 120000:
        a = a - x * 6
    a = (a + 30) * 2 - a
    a = (a + 69) * 2 - a
    a = a if x % 6 else a + 1
    a = -a + 6500
    a = -a + 4100
    b = a
    a = -a + 7600
    a = a * 33 % 1000003
    a -= 70
    b = a + 89
    a = b - a // 89
    a = a if x % 9 else a + 1
    a = (a + 52) * 2 - a
    a = -a + 8000
    a = a * 20 % 1000003
    a = a if x % 2 else a + 1
    b = a + 81
    a = b - a // 81
    a = (a + 78) * 2 - a
    b = a
    b = a
    if a > 246000:
        a = a - x * 6
    b = a + 78
    a = b - a // 78
    a += x
    if a > 27000:
        a = a - x * 3
    b = a
    a = a * 21 % 1000003
    a = -a + 7500
    a = a if x % 4 else a + 1
    a = a if x % 9 else a + 1
    a = a * 68 % 1000003
    if a > 63000:
        a = a - x * 1
    a += x
    a = a * 41 % 1000003
    a += x
    b = a
    b = a
    a -= 94
    a -= 84
    a = -a + 1700
    a += x
    a = (a + 89) * 2 - a
    a = a * 93 % 1000003
    a = a if x % 4 else a + 1
    a = a if x % 10 else a + 1
    a -= 28
    b = a
    a = a if x % 2 else a + 1
    a = -a + 2200
    a -= 33
    a = a if x % 8 else a + 1
    a = a if x % 9 else a + 1
    b = a
    a = (a + 22) * 2 - a
    a = -a + 800
    a = -a + 400
    b = a
    a = a * 39 % 1000003
    a -= 11
    a -= 15
    a = a * 30 % 1000003
    if a > 213000:
        a = a - x * 2
    a = a * 62 % 1000003
    a = a if x % 8 else a + 1
    b = a + 94
    a = b - a // 94
    a = -a + 4400
    a -= 68
    if a > 42000:
        a = a - x * 1
    return a % 1000003


def pass_many(a, b, c, d, e, f, g, h, i, j, k, m, o, p, q, r, s, t, u, v):
    return a - b + c - d + e - f + g - h + i - j + k - m + o - p + q - r + s - t + u - v


def many_arguments(n):
    t = 0
    for x in range(n):
        y = x * 0.5
        t += pass_many(x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y, x, y)
        t -= pass_many(1, 2, 3, 4.0, 5, 6, x, 8, 9, y, 11, 12, True, 14, 15, 16, 17, 18, x + y, 20)
    return t


print(many_ints(900))
print(many_floats(700))
print(mixed(701))
print(deep_expression(700), long_function([1, 2, 3], 500), long_function([0.5, 1], 300), long_function([2**47], 300), many_arguments(500))
