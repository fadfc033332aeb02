# Eight queens and more, by backtracking over sets and by bit masks.
def count_sets(n):
    columns, up, down = set(), set(), set()

    def place(row):
        if row == n:
            return 1
        total = 0
        for c in range(n):
            if c in columns or row + c in up or row - c in down:
                continue
            columns.add(c)
            up.add(row + c)
            down.add(row - c)
            total += place(row + 1)
            columns.discard(c)
            up.discard(row + c)
            down.discard(row - c)
        return total

    return place(0)


def count_bits(n, cols=0, left=0, right=0):
    full = (1 << n) - 1
    if cols == full:
        return 1
    total = 0
    free = full & ~(cols | left | right)
    while free:
        bit = free & -free
        free ^= bit
        total += count_bits(n, cols | bit, (left | bit) << 1, (right | bit) >> 1)
    return total


print(count_sets(10), count_bits(12), count_sets(9), count_sets(10))
