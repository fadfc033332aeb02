# Floats sorted: of both signs, equal ones, infinities, subnormal ones; zeros of both signs and NaN, whose order is that of the merge sort.


def numbers(n, seed, spread):
    out = []
    for i in range(n):
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        out.append(((seed >> 11) - 2**52) / spread)
    return out


inf, nan = float("inf"), float("nan")


def check(name, values):
    a = sorted(values)
    b = sorted(values, reverse=True)
    c = list(values)
    c.sort(key=lambda v: v)
    d = tuple(values)
    e = sorted(d, key=lambda v: -v)
    e.reverse()
    ordered = all(x <= y for x, y in zip(a, a[1:]))
    print(name, len(a), ordered, a == c, a[::-1] == b, a == e, repr(a) == repr(c), hash(tuple(map(str, a))) == hash(tuple(map(str, c))))
    if len(a) <= 20:
        print(a, b, c)
    else:
        print(a[:3], a[len(a) // 2], a[-3:], b[:3])


for n in 0, 1, 2, 3, 11, 12, 13, 50, 64, 65, 1000:
    check("any", numbers(n, n, 2.0**40))
    check("positive", [abs(v) for v in numbers(n, n + 1, 3.0)])
    check("negative", [-abs(v) for v in numbers(n, n + 2, 7.0)])
    check("few", [float(round(v)) + 0.0 for v in numbers(n, n + 3, 2.0**51)])
    check("wide", [v * 10.0 ** (k % 600 - 300) for k, v in enumerate(numbers(n, n + 4, 2.0**52))])
check("ends", [1.0, -inf, inf, 5e-324, -5e-324, 0.0, -1.0, 1.7976931348623157e308, -1.7976931348623157e308, inf, -inf, 2.2250738585072014e-308])
check("zeros", [0.0, -0.0, 1.0, -1.0, -0.0, 0.0, -5e-324, 5e-324, 0.0])
check("zero", [1.0, 0.0, -1.0, 0.0])
for values in [nan, 1.0, -1.0], [3.0, 1.0, nan, 2.0, -2.0, -nan, 0.5], [2.0, -1.0, nan, -nan, -3.0]:
    print(sorted(values), sorted(values, reverse=True))
print(sorted([1.5, 1, True, -0.5]), sorted([0.0, 0, False, -0.0]), sorted([2.0, 1.0, 3]))
up, down = numbers(200, 9, 1.0), [float(k) for k in range(100, -100, -1)]
up.sort()
check("up", up)
check("down", down)
check("halves", up[100:] + up[:100])
large = numbers(500, 5, 2.0**30) * 140
a = sorted(large)
print(all(x <= y for x, y in zip(a, a[1:])), a[0], a[-1], sum(1 for v in a if v < 0), sorted(large, reverse=True) == a[::-1], sorted(a) == a)


def often(n):
    out = 0
    for i in range(n):
        l = [i * 0.5, -1.5 * i, 3.0, -i / 3, 2.25]
        l.sort()
        out += l[0] - l[-1]
        out += sorted(l, reverse=True)[1]
    return out


print(often(2000))


# stretches in order, which are merged, and those that are too short for that
for make in float, int:
    for n, k in (100, 2), (1000, 4), (5000, 70), (5000, 90), (80000, 3):
        step = n // k
        v = [make(i % step * 7 + i // step * 3) for i in range(n)]
        v[n // 2] = make(-4)
        a = sorted(v)
        print(make.__name__, n, all(x <= y for x, y in zip(a, a[1:])), a[:3], a[-2:], sum(a), sorted(v, reverse=True) == a[::-1], a == sorted(v, key=lambda x: x))
