# Sieve of Eratosthenes with lists and slice assignment, then by loops.
def slices(n):
    flags = [True] * (n + 1)
    flags[0] = flags[1] = False
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = [False] * len(range(i * i, n + 1, i))
    return sum(flags)


def loops(n):
    flags = [1] * (n + 1)
    count = 0
    for i in range(2, n + 1):
        if flags[i]:
            count += 1
            for j in range(i * i, n + 1, i):
                flags[j] = 0
    return count


print(slices(5000000), loops(7000000))
