# Sieve of Eratosthenes on a bytearray, element by element.
def sieve(n):
    flags = bytearray(n + 1)
    count = 0
    for i in range(2, n + 1):
        if not flags[i]:
            count += 1
            for j in range(i * i, n + 1, i):
                flags[j] = 1
    return count


print(sieve(5000000))
