# Scanning bytes: words, numbers, a checksum and a table of frequencies.
def scan(data):
    words = numbers = 0
    inside = False
    a, b = 1, 0
    counts = [0] * 256
    value = 0
    for c in data:
        counts[c] += 1
        a = (a + c) % 65521
        b = (b + a) % 65521
        if 48 <= c <= 57:
            value = value * 10 + c - 48
        elif value:
            numbers += value
            value = 0
        if c == 32:
            inside = False
        elif not inside:
            inside = True
            words += 1
    return words, numbers, b << 16 | a, max(counts)


data = b"the 12 quick brown foxes jump over 345 lazy dogs, 6789 times a day " * 700
total = 0
for _ in range(80):
    words, numbers, check, most = scan(data)
    total = (total * 31 + check + words + numbers + most) & 0xFFFFFFFF
print(total)
