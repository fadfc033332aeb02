# Loops over ints beyond int64: see word_test.go.

M = 0xFFFFFFFFFFFFFFFF

def xorshift(n):
    x = 88172645463325252
    for _ in range(n):
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
    return x

def lcg(n):
    x = 1
    for _ in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return x

def splitmix(n):
    state = out = 0
    for _ in range(n):
        state = (state + 0x9E3779B97F4A7C15) & M
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M
        out ^= z ^ (z >> 31)
    return out

def fnv1a(n):
    h = 0xCBF29CE484222325
    for k in range(n):
        h ^= k & 255
        t = h * 0x100000001B3
        h = t & M
    return h

def masked32(n):
    h = 7
    for k in range(n):
        h = (h * 2654435761 + k) & 0xFFFFFFFF
    return h

def rotated(n):
    h, total = M, 0
    for k in range(n):
        h = (h << (k & 63) | h >> (64 - (k & 63))) & M if k & 63 else h ^ k
        total += h % 1000 + (h < 2**63) + h // 2**60
    return h, total

def modular(n):
    h, high = 1, 0
    for k in range(n):
        h = (h * 1152921504606846999 + k) % (2**61 - 1)
        high ^= ((h * 31 & M) ^ M) * 0x9E3779B97F4A7C15 >> 64 if k & 1 else h * h // (2**62 + k)
    return h, high

def middle(n):
    box.sum, box.last = 0, 1 << 50
    for k in range(n):
        v = (k * 7919 << 40) % (1 << 60)
        box.sum = box.sum + v if box.sum < 0 else box.sum - box.last
        box.last = v + (1 << 52)
    return box.sum, box.last

def attribute(n):
    box.h = 1
    for k in range(n):
        box.h = box.h * 0xD1342543DE82EF95 + k & M
    return box.h

class Box:
    pass

box = Box()

def whole(x, n):
    for _ in range(n):
        y = x * x
    return y

def tree(x, y):
    return (x + y) * (x - y) + (x << 3)

def seventh(n):
    def f(a, b, c, d, e, f, g):
        for _ in range(1):
            g = g + a
        return g
    total = 0
    for k in range(n):
        total += f(k, k + 1, k + 2, k + 3, k + 4, k + 5, 1 << 47 | k << 46) & 0xFFFF
    return total

def below_zero(x):
    return x // -5 + x % -7

def is_none(x):
    y = x * x
    return y is None or y & M is None
