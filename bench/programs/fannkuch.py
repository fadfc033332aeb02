# Pancake flips over all permutations: list slices, reversal, swaps.
def fannkuch(n):
    perm1 = list(range(n))
    count = list(range(n + 1))
    best = checksum = 0
    r = n
    sign = 1
    while True:
        if perm1[0]:
            perm = perm1[:]
            flips = 0
            k = perm[0]
            while k:
                perm[: k + 1] = perm[k::-1]
                flips += 1
                k = perm[0]
            if flips > best:
                best = flips
            checksum += sign * flips
        if sign == 1:
            perm1[0], perm1[1] = perm1[1], perm1[0]
            sign = -1
        else:
            perm1[1], perm1[2] = perm1[2], perm1[1]
            sign = 1
            i = 2
            while True:
                count[i] -= 1
                if count[i] > 0:
                    break
                count[i] = i + 1
                i += 1
                if i == n:
                    return checksum, best
                t = perm1[0]
                for j in range(i):
                    perm1[j] = perm1[j + 1]
                perm1[i] = t


print([fannkuch(n) for n in (7, 8, 9, 9)])
