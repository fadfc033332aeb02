# Hofstadter's female and male sequences: two functions that call each other, with small helpers.
def female(n):
    return 1 if n == 0 else n - male(female(n - 1))


def male(n):
    return 0 if n == 0 else n - female(male(n - 1))


def clamp(x, low, high):
    return low if x < low else high if x > high else x


def scale(x, k=3, offset=1):
    return clamp(x * k + offset, -1000, 1000)


def calls(n):
    total = 0
    for i in range(n):
        total += scale(i % 500) - scale(i % 300, 2) + scale(i % 100, offset=5)
    return total


print(female(60), male(61), calls(2000000))
