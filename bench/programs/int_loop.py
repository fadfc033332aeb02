# Small integer arithmetic in a while loop: linear congruences, shifts, masks.
def run(n):
    x, acc, i = 12345, 0, 0
    while i < n:
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        if x & 1:
            acc += x >> 7
        else:
            acc ^= x
        acc &= 0xFFFFFFF
        i += 1
    return acc


print(run(5000000))
