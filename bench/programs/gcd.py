# Euclid's algorithm with a modulus at every step, for many pairs.
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def run(n):
    coprime = total = 0
    for a in range(1, n):
        for b in range(1, a, 3):
            g = gcd(a, b)
            if g == 1:
                coprime += 1
            total += g
    return coprime, total


coprime, total = run(3400)
print(coprime, total)
