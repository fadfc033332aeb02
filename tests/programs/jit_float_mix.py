# Ints, floats and bools meet in hot loops: -0.0, infinities, the identity of NaN, comparisons of ints and floats.
inf = float("inf")
nan = float("nan")


def mix(n, values):
    acc = 0.0
    for i in range(n):
        v = values[i % len(values)]
        acc += v
        acc = acc * 0.5 - v + i
        if v:
            acc += 1
    return acc


def zeros(n):
    x, out = 0.0, 0
    for i in range(n):
        x = -x
        if str(x) == "-0.0":
            out += 1
        y = x * -1
        z = x + 0
        w = 0 * x
        out += (repr(y) == "0.0") + 2 * (repr(z) == "-0.0") + 4 * (repr(w) == "-0.0") + 8 * (repr(0.0 - x) == "0.0")
        out += (x == 0) + (x == 0.0) + (not x)
    return out, x


def specials(n):
    out = [0] * 12
    for i in range(n):
        a = (1.0, inf, -inf, nan, 0.0, -0.0)[i % 6]
        b = (inf, nan, 2, 2**70, -1.5, True)[i // 6 % 6]
        out[0] += a < b
        out[1] += a <= b
        out[2] += a == b
        out[3] += a != b
        out[4] += a > b
        out[5] += a >= b
        out[6] += a is a
        out[7] += not (a < b)
        out[8] += a != a
        out[9] += [a] == [a]
        out[10] += (a + b) != (a + b)
        out[11] += a in (b, a)
    return out


def chains(n):
    out = 0
    for i in range(n):
        x = i * 0.25
        out += 0 < x < 100 <= i
        out += i < x == x > 3
        out += -1 < i <= x < inf
        out += (1 if x == i else 2) if x != i else 3
        out += 10 < i < 5 < undefined if i < 0 else 0  # noqa
    return out


def exact(n):
    """Ints that a float cannot hold compare exactly."""
    out = 0
    for i in range(n):
        k = 2**53 + i
        out += (k == float(k)) + 2 * (k < float(k)) + 4 * (k > float(k)) + 8 * (float(k) < k + 1) + 16 * (k - 1 < float(k))
        m = 2**62 - i
        out += (float(m) == m) + (m < float(2**62))
    return out


def overflow(n):
    x, hits, text = 1.5, 0, ""
    for i in range(n):
        x *= 1.9
        if x == inf:
            hits += 1
            x = 3.0
        try:
            y = float(10**308 * (i % 30))
        except OverflowError as e:
            text = str(e)
            y = 1.0
        try:
            y = (1.5 + i) ** 400
        except OverflowError as e:
            text += str(e)[-5:]
            text = text[-40:]
    return x, hits, text, y


def types(n):
    """The type of the result changes with the round."""
    x, seen = 0, {}
    for i in range(n):
        x = x + (1, 0.5, True, -2, 1e3)[i // 100 % 5]
        if i % 170 == 0:
            x = int(x)
        name = type(x).__name__
        seen[name] = seen.get(name, 0) + 1
    return x, seen


def divide(n):
    acc = 0.0
    for i in range(1, n):
        acc += i / 3 - 7 / i + i // 0.7 + (i % 2.5) + (-i % 1.5) - (i // -2.5)
        acc += 1.0 // i + 5.5 % i + (-5.5) % i
    return acc


for values in ([1, 2, 3], [1.5, 2.5], [1, 2.5], [True, 1.0, 3], [2**50, 0.5, -(2**60)], [0.0, -0.0, False]):
    print(values, mix(1500, values))
print(mix(900, [1.0, inf]), mix(900, [nan, 1]), mix(900, [inf, -inf]))
print(zeros(900), specials(1800), chains(1000), exact(1000))
print(overflow(1500))
print(types(1500), divide(1200))
print(round(2.5), round(-3.5), int(1e300) % 1007, int(-2.9), 7 // 2.0, -7 % 2.0, 1e16 + 1, 5 == 5.0 == True + 4)


def same_nan(x, y, n):
    """float, min and max give one of their arguments, and a NaN is not another with the same bits."""
    out = []
    for k in range(n):
        z = y * 1.5
        out.append((float(x) is x, min(x, 1.0) is x, max(x, 1.0, z) is x, float(x) in [x], max(1.0, x), min(1.0, z, x), min(z, x, z) is z, float(z) is z))
    return out[-1]


print(same_nan(nan, 2.0, 50), same_nan(1.5, nan, 50), same_nan(-nan, nan, 50), same_nan(-0.0, 0.0, 50))
