"""Hash functions and random numbers: ints modulo 2**64 and 2**32, products that overflow, and what becomes of them."""

M = 0xFFFFFFFFFFFFFFFF
M32 = 0xFFFFFFFF


def lcg(x, n):
    for _ in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) & M
    return x


def splitmix(state, n):
    out = 0
    for _ in range(n):
        state = (state + 0x9E3779B97F4A7C15) & M
        z = state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M
        out ^= z ^ (z >> 31)
    return state, out


def xorshift(x, n):
    for _ in range(n):
        x ^= (x << 13) & M
        x ^= x >> 7
        x ^= (x << 17) & M
    return x


def xorshift_star(x, n):
    for _ in range(n):
        x ^= x >> 12
        x ^= x << 25 & M
        x ^= x >> 27
    return x * 0x2545F4914F6CDD1D & M


def fnv1a(data):
    h = 0xCBF29CE484222325
    for b in data:
        h ^= b
        h = h * 0x100000001B3 & M
    return h


def fnv1a_lazy(data):
    h = 0xCBF29CE484222325
    for b in data:
        t = (h ^ b) * 0x100000001B3
        h = t & M
    return h, t


def rotl(x, k):
    return ((x << k) | (x >> (64 - k))) & M


def xoshiro(s, n):
    total = 0
    for _ in range(n):
        total = (total + rotl(s[1] * 5 & M, 7) * 9) & M
        t = s[1] << 17 & M
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
    return total


def murmur32(key, seed):
    h = seed
    for k in key:
        k = k * 0xCC9E2D51 & M32
        k = (k << 15 | k >> 17) & M32
        h ^= k * 0x1B873593 & M32
        h = (h << 13 | h >> 19) & M32
        h = h * 5 + 0xE6546B64 & M32
    h ^= h >> 16
    h = h * 0x85EBCA6B & M32
    h ^= h >> 13
    h = h * 0xC2B2AE35 & M32
    return h ^ h >> 16


def crc64(data):
    crc = M
    for b in data:
        crc ^= b
        for _ in range(8):
            if crc & 1:
                crc = crc >> 1 ^ 0xC96C5795D7870F42
            else:
                crc >>= 1
    return crc ^ M


def djb2(text):
    h = 5381
    for ch in text:
        h = ((h << 5) + h + ord(ch)) & M
    return h


class PCG:
    def __init__(self, seed):
        self.state = (seed + 1442695040888963407) & M

    def next(self):
        old = self.state
        self.state = (old * 6364136223846793005 + 1442695040888963407) & M
        word = ((old >> 18 ^ old) >> 27) & M32
        rot = old >> 59
        return (word >> rot | word << (-rot & 31)) & M32


def negatives(x, n):
    """Masks see negative ints as two's complement; so do the parts of a sum."""
    a = b = c = 0
    for k in range(n):
        a = (a - x * k) & M
        b = (~b - x) & M
        c = (-c ^ (x - k)) & M32
    return a, b, c


def quotients(x, d, n):
    total = 0
    for _ in range(n):
        x = (x * 0xD1342543DE82EF95 + 1) & M
        total = (total + x // 10 + x % 10 + x // d + x % d + x % 1024 + x // 4096 + (x % M) + x // (M - 2)) & M
    return total


def compared(x, y, n):
    counts = [0] * 8
    for _ in range(n):
        x = (x * 0xD1342543DE82EF95 + 1) & M
        y = (y ^ x << 3) & M
        counts[0] += x < y
        counts[1] += x <= 2**63
        counts[2] += -1 < x
        counts[3] += x > 2**70
        counts[4] += x == y ^ y ^ x
        counts[5] += 10 >= x
        counts[6] += not x & 255
        counts[7] += 1 if x & 2**63 else 0
    return counts


def escaping(x, n):
    """Results nobody masks are whole; the words go to lists, dicts, strings and floats."""
    kept, seen = [], {}
    for k in range(n):
        x = (x * 0x5851F42D4C957F2D + k) & M
        p = x * x + k
        kept.append((p, -x, ~p, x - 2**64, x << 1, p >> 64))
        seen[x] = k
        seen[str(x)] = x / 2**64
        x ^= p >> 64
    return kept[-1], len(seen), hash(tuple(seen)) == hash(tuple(seen)), max(x, 5), min(x, -5), divmod(x, 10), f"{x:x}"


def growing(n):
    """Overflow without any mask."""
    a, b = 1, 3
    for k in range(n):
        a = a * 3 + b
        b = b - a * 2
    return a, b


def dead(x, n):
    """What is not read again is whole all the same."""
    for k in range(n):
        t = (x << 7) * 3 - k
        x = (x + t) & M
    u = t
    return sorted((v, w) for v, w in locals().items())


def mixed(values):
    """Small ints, words, wider ints, bools and a subclass by turns."""
    h = 0
    for v in values:
        h = (h ^ v) * 31 + (v >> 3) & M
        h += v & 7
        h &= M
    return h


class Int(int):
    pass


def shifts(x, counts):
    out = []
    for k in counts:
        try:
            out.append((x << k & M, x >> k))
        except (ValueError, OverflowError) as e:
            out.append(str(e))
    return out


def many(a, b, c, d, e, f, g, h):
    total = 0
    for k in range(3):
        total = (total + (a ^ b) + (c ^ d) + (e ^ f) + (g ^ h) + k) & M
    return total


def passing(x, n):
    total = 0
    for k in range(n):
        x = (x * 0xD1342543DE82EF95 + 1) & M
        total ^= many(x, x >> 1, x >> 2, ~x & M, x & M32, k, x | 1, x * x & M) + many(1 << 60, 1 << 61, x & 1, 2, 3, 4, (1 << 50) + k, 1 << 62)
    return total


def words(x, n):
    for _ in range(n):
        x = (x * 6364136223846793005 + 1) & M
        yield x
        yield x ^ M
        yield x * 3


EDGES = [0, 1, 2, 255, M32, M32 + 1, 2**48 - 1, 2**48, 2**63 - 1, 2**63, 2**63 + 1, M - 1, M, M + 1, 2**65 + 3, -1, -2, -2**31, -2**48 - 1, -2**63,
         -2**63 - 1, -M, -2**64, -2**65 - 7, True, Int(5), Int(2**63 + 9)]

for turns in (1, 3, 40):
    for x in EDGES:
        print(turns, x)
        print(lcg(x, turns), *splitmix(x, turns), xorshift(x & M, turns), xorshift_star(x & M, turns))
        print(*negatives(x, turns), quotients(x, 7 + turns, turns), quotients(x, M - 1, turns), compared(x, turns, turns))
        print(*escaping(x, turns))
        print(dead(x, turns), passing(x, turns), *words(x, turns))
        g = PCG(x & M)
        print([g.next() for _ in range(turns)])

data = bytes(range(256)) * 3
print(fnv1a(data), *fnv1a_lazy(data), crc64(data), djb2("hash functions" * 20), murmur32(data, 5), murmur32([2**31 - 1, M32] * 50, M32))
print(xoshiro([1, 2, 3, 4], 1000), xoshiro([M, M - 1, 2**63, 5], 1000), xorshift(88172645463325252, 5000), xorshift(5, 5000))
print(*growing(100))
print(mixed(EDGES), mixed(EDGES * 20), mixed(EDGES[:12] * 30))
print(shifts(2**63 + 5, range(0, 70)), shifts(-3, range(60, 68)), shifts(2**40, [0, 13, 40, 63, -1, 64, -2**70]))


def slow_zero(x):
    out = []
    for d in (3, 0, M, 0, -3, 2**70):
        try:
            out.append(((x & M) % d, (x & M) // d))
        except ZeroDivisionError as e:
            out.append(str(e))
    return out


print(slow_zero(M), slow_zero(5), slow_zero(-1))


P61 = 2**61 - 1


def rolling(values, base):
    """Products modulo a prime of 61 bits."""
    h = 0
    for v in values:
        h = (h * base + v) % P61
    return h


def upper(x, y, n):
    """The upper half of products, and quotients of them."""
    out = high = 0
    for k in range(n):
        x = (x * 0xD1342543DE82EF95 + y) & M
        y = (y ^ x >> 3) & M
        high ^= x * y >> 64
        out = (out + (x * y + k >> 70) + (x + y >> 1) + (x * y + x + y >> 100) + (x * (y & 255) >> 9)) & M
        out ^= x * y // (M - k) ^ (x * y + k) % (y | 1) ^ (x + y) // 3 ^ x * x % (k + 1) ^ (x + y) % M
    return out & M, high


def small_divisors(x, n):
    """Quotients of more than 64 bits, and divisors that come to zero and below."""
    out = []
    for k in range(n, -3, -1):
        try:
            out.append((x * x % k, x * x // k, (x + x) % k))
        except ZeroDivisionError as e:
            out.append(str(e))
    return out


print(rolling(data, 257), rolling([P61 - 1, P61, 2**63, M, 0, 5] * 20, P61 - 2), rolling(EDGES * 5, 2**60 + 7))
for x in EDGES:
    print(upper(x & M, 5, 3), upper(x & M, M - 5, 50), upper(-3, x, 4), small_divisors(x, 4))


class Sum:
    pass


def middle(values):
    """Ints of 49 bits and more in lists and attributes, some with and some without a sign."""
    a = Sum()
    a.total, a.last, a.most, a.mixed = 0, 0, values[0], 1 << 52
    for v in values:
        a.total += v - a.last
        a.last = v
        if v > a.most:
            a.most = v
        a.mixed = -a.mixed + v // 3 if a.mixed % 7 < 3 else a.mixed ^ v >> 1
    return a.total, a.last, a.most, a.mixed


def fib(n):
    return n * 10**14 if n < 2 else fib(n - 1) + fib(n - 2)


times = [1700000000000000000 + k * k * 12345 for k in range(60)]
print(middle(times), middle([-t for t in times]), middle(times + [2**61 - 1, 2**61, 2**61 + 1, 2**62, 2**63 - 1, 2**63, M, M + 1] + times))
print(middle([2**70, 2**61, -2**61, 1 - 2**61, 2**50] * 9), middle([M, 2**50, -2**50, 3] * 9), middle(EDGES), middle(EDGES[::-1]))
print(fib(18), fib(25))


def by_variable(x, masks, n):
    """Masks that are known when the code runs."""
    h = 1
    for k in range(n):
        m = masks[k % len(masks)]
        h = (h * 31 + x) * x & m
        h ^= m & (x << 40) - h
    return h


for x in EDGES:
    print(by_variable(x, [M32], 9), by_variable(x, [1023, 2**62, M, 255], 30), by_variable(x, [255, -1, M32, -256, 2**70 - 1, 0, True], 30))


def bits(x, n):
    """Lengths and counts of bits of ints of all sizes."""
    out = []
    for k in range(n):
        out.append((x.bit_length(), x.bit_count(), (x & -x).bit_length(), (x & 255).bit_count(), (x & M >> k).bit_length(), (-x).bit_length(),
                    (x > 3).bit_length(), (x * 3).bit_count(), int.bit_length(k - 3)))
        x = x * 3 >> 1
    return out


for x in EDGES:
    print(bits(x, 8))


def identical(a, x, y, n):
    """A word may be the same small int as another value."""
    out, total = [], 0
    for k in range(n):
        total += a
        w = x * y & M
        out.append((a is w, w is a, a is not w, x * y >> 64 is a, w is None))
    return out, total


print(identical(5, 5, 1, 3), identical(5, 2**64 + 5, 1, 3), identical(5, 5 * 2**64, 1, 3), identical(0, 2**64, 2**40, 3), identical(0, 2**63, 2, 3))
