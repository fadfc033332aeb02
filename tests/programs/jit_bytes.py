# Subscripts of bytes, bytearray, str and tuple in hot loops; what does not fit, indices that run off.
def sieve(n):
    flags = bytearray([1]) * (n + 1)
    for i in range(2, n + 1):
        if flags[i]:
            for j in range(i * i, n + 1, i):
                flags[j] = 0
    return sum(flags) - 2


def scan(data):
    words = digits = 0
    inside = False
    for i in range(len(data)):
        c = data[i]
        if 48 <= c <= 57:
            digits += c - 48
        if c == 32:
            inside = False
        elif not inside:
            inside = True
            words += 1
    return words, digits


def crc(data):
    c = 0xFFFFFFFF
    for b in data:
        c ^= b
        for _ in range(8):
            c = c >> 1 ^ 0xEDB88320 if c & 1 else c >> 1
    return c ^ 0xFFFFFFFF


def fill(n):
    buf, bad, text = bytearray(256), 0, set()
    for i in range(n):
        try:
            buf[i % 300] = i % 270 - 3
        except (IndexError, ValueError) as e:
            bad += 1
            text.add(str(e))
        buf[-1 - i % 256] ^= 0x55
    try:
        buf[0] = 1.5
    except TypeError as e:
        text.add(str(e))
    return sum(buf), bad, sorted(text)


def text_scan(s, n):
    acc = 0
    for i in range(n):
        ch = s[i % len(s)]
        if ch == "a" or ch in "xyz":
            acc += 1
        elif ch.isdigit():
            acc += int(ch)
        acc += ord(s[-1 - i % len(s)])
    return acc


def tuples(n):
    t, acc = (1, 2.5, "x", None, (4, 5)), 0
    for i in range(n):
        v = t[i % 5]
        if v is None:
            acc += 1
        elif isinstance(v, tuple):
            acc += v[0] + t[4][-1]
        elif isinstance(v, str):
            acc += len(v)
        else:
            acc += v
    try:
        t[5]
    except IndexError as e:
        return acc, str(e)


def any_buffer(data, n):
    """One site, many kinds of sequences."""
    acc = 0
    for i in range(n):
        v = data[i % 4]
        acc = acc * 3 + (v if isinstance(v, int) else ord(v)) & 0xFFFFFF
    return acc


def resize(n):
    buf, acc = bytearray(b"abc"), 0
    for i in range(n):
        buf.append(i & 255)
        if len(buf) > 100:
            del buf[:90]
        acc += buf[i % len(buf)] + buf[-1]
    return acc, bytes(buf[:4])


print(sieve(5000), scan(b"the 4 quick 22 brown foxes jumped 9" * 20), hex(crc(b"The quick brown fox" * 9)))
print(fill(2000))
print(text_scan("hello xyz 123 a", 1500), text_scan("na\u00efve caf\u00e9 7", 1500), text_scan("\u20ac\U0001f40d9a", 1500))
print(tuples(1500))
for data in (b"abcd", bytearray(b"wxyz"), "text", [1, 2, 3, 4], (5, 6, 7, 8), "\u20ac123", range(4), memoryview(b"memo"), {0: 9, 1: 8, 2: 7, 3: 6}):
    print(type(data).__name__, any_buffer(data, 400))
print(resize(1500))
