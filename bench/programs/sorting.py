# Sorting by values, by keys, and with comparisons written in Python.
class Item:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k

    def __lt__(self, o):
        return self.k < o.k


def numbers(n, seed):
    out = []
    for _ in range(n):
        seed = seed * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFF
        out.append(seed >> 20)
    return out


def run(rounds):
    check = 0
    for r in range(rounds):
        a = numbers(12000, r)
        a.sort()
        b = sorted(a, key=lambda x: x % 1000)
        c = sorted(map(str, a[:4000]))
        d = sorted([Item(x % 977) for x in a[:3000]])
        e = sorted([(x & 31, x) for x in a[:4000]], reverse=True)
        check += a[5] + b[77] + len(c[9]) + d[50].k + e[3][1]
    return check


print(run(60))
