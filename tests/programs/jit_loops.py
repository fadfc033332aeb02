# The shapes of loops: break, continue, else, nested, ranges of every kind, loop variables that the body changes.
def first_divisors(n):
    primes, composite = [], 0
    for i in range(2, n):
        for d in range(2, i):
            if d * d > i:
                primes.append(i)
                break
            if i % d == 0:
                composite += d
                break
        else:
            primes.append(-i)
    else:
        composite += 1000000
    return len(primes), primes[:5], primes[-3:], composite


def skip(n):
    i = total = 0
    while i < n:
        i += 1
        if i % 3 == 0:
            continue
        if i % 701 == 0:
            total += 5000
            break
        total += i
    else:
        total = -total
    return i, total


def ranges(*args):
    n = last = 0
    for i in range(*args):
        n += 1
        last = last * 3 + i & 0xFFFFFFFF
        if n >= 600:
            break
    else:
        return "end", n, last
    return "break", n, last, i


def reassigned(n):
    seen = []
    for i in range(n):
        k = i
        i = i * 2
        i += 1
        if k % 97 == 0:
            seen.append(i)
    return seen, i


def rebound(n):
    """The range is fixed when the loop starts; n is not."""
    count = 0
    for i in range(n):
        n = n - 1 if i % 2 else n + "x".__len__() * 3
        count += 1
    return count, n


def deep(n):
    t = 0
    for a in range(n):
        for b in range(a, n):
            for c in range(b, a, -1):
                for d in range(c - 2, c):
                    if d < 0:
                        continue
                    t += a * d - b * c
                    if t % 11 == 5:
                        break
                else:
                    t -= 1
    return t


def triangle(n):
    rows = 0
    while n:
        m = n
        while m:
            m -= 1
            if m & 1:
                continue
            k = 3
            while k:
                k -= 1
                rows += k ^ m
        n -= 1
    return rows


def collatz(limit):
    best = (0, 0)
    for start in range(1, limit):
        n, steps = start, 0
        while n != 1:
            n = 3 * n + 1 if n % 2 else n // 2
            steps += 1
        if steps > best[0]:
            best = steps, start
    return best


def empty(n):
    t = 0
    for i in range(n):
        for j in range(0):
            t += 1
        else:
            t += 2
        for j in ():
            t += 100
        while False:
            t += 7
    try:
        print(j)
    except UnboundLocalError as e:
        print(e)
    return t, i


def forever():
    n = 0
    while True:
        n += 1
        while True:
            n += 1
            if n % 5 == 0:
                break
            if n % 7 == 0:
                continue
        if n > 3000:
            return n


print(first_divisors(400), skip(690), skip(2000))
for args in ((0,), (1,), (1500,), (500, 3, -1), (3, 500), (0, 5000, 9), (5000, 0, -9), (-500, 500, 7), (5, 5), (2**48 - 100, 2**48 + 100), (2**63 - 200, 2**63 + 200, 3), (-(2**63) + 300, -(2**63) - 300, -1), (10**30, 10**30 + 300), (0, 2**62, 2**52), (0, 10**40, 10**38), (2**48, -(2**48), -(2**41)), (-5, 2**49, 2**40)):
    print(args, ranges(*args))
try:
    ranges(1, 10, 0)
except ValueError as e:
    print(e)
print(reassigned(900), rebound(700))
print(deep(14), triangle(60), collatz(400), empty(500), forever())
x = 0
for x in range(800):
    if x == 777:
        break
y = 0
while y < 1000:
    y += 1
print(x, y)


def steps(n):
    t, bad = 0, 0
    for i in range(n):
        try:
            for k in range(10, i % 5, i % 7 - 3):
                t += k
            t += len(range(i % 11 - 5, 9, i % 4))
        except ValueError as e:
            bad += len(str(e))
    return t, bad


print(steps(900))
