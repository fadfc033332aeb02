# Random numbers of 64 bits by shifts and masks: ints that need a whole machine word and more.
def run(n):
    x, ones = 88172645463325252, 0
    for i in range(n):
        x ^= x << 13 & 0xFFFFFFFFFFFFFFFF
        x ^= x >> 7
        x ^= x << 17 & 0xFFFFFFFFFFFFFFFF
        ones += x >> 63
    return x, ones


x, ones = run(2000000)
print(x, ones)
