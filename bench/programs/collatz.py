# Collatz sequences: branches on parity, ints that grow and shrink.
def longest(limit):
    best, start = 0, 0
    for i in range(1, limit):
        n, steps = i, 0
        while n != 1:
            if n & 1:
                n = 3 * n + 1
            else:
                n >>= 1
            steps += 1
        if steps > best:
            best, start = steps, i
    return best, start


best, start = longest(130000)
print(best, start)
