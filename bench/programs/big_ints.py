# Integers of thousands of digits: factorials, powers, digits of pi, modular exponents.
def factorial(n):
    r = 1
    for i in range(2, n + 1):
        r *= i
    return r


def pi_digits(n):
    q, r, t, k, m, x = 1, 0, 1, 1, 3, 3
    total = count = 0
    while count < n:
        if 4 * q + r - t < m * t:
            total = (total * 7 + m) % 1000003
            count += 1
            q, r, m = 10 * q, 10 * (r - m * t), 10 * (3 * q + r) // t - 10 * m
        else:
            q, r, t, k, m, x = q * k, (2 * q + r) * x, t * x, k + 1, (q * (7 * k + 2) + r * x) // (t * x), x + 2
    return total


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


p = 2**521 - 1
print(factorial(5000) % 1000000007, pi_digits(2500), fibonacci(90000) % 1000003, sum(pow(i, p - 2, p) % 97 for i in range(2, 300)), len(str(3**8000)))
