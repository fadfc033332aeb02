# Packing and unpacking tuples, several results, star arguments.
def minmax(a, b, c):
    if a > b:
        a, b = b, a
    if b > c:
        b, c = c, b
    if a > b:
        a, b = b, a
    return a, b, c


def total(*args):
    first, *rest = args
    s = first
    for x in rest:
        s += x
    return s, len(rest)


def run(n):
    acc = 0
    for i in range(n):
        lo, mid, hi = minmax(i * 7 % 13, i * 5 % 11, i % 17)
        s, k = total(lo, mid, hi, *(i & 1, 2))
        point = (lo, (mid, hi))
        x, (y, z) = point
        acc += s * k + x - y + z + (point < (5, (3, 4)))
    return acc


print(run(900000))
