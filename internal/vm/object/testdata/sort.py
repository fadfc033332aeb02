# Prints the cases of TestSortComparisons: which comparisons list.sort asks for.
M = 2**64 - 1
class Rand:
    def __init__(self, s): self.s = s
    def next(self, n):
        self.s = (self.s * 6364136223846793005 + 1442695040888963407) & M
        return (self.s >> 33) % n
class D:
    v = 0
    n = 0
def mix(v): D.v = ((D.v ^ (v & M)) * 1099511628211) & M
class L:
    def __init__(self, n, i): self.n, self.i = n, i
    def __lt__(self, o):
        mix(self.i); mix(o.i); D.n += 1
        return self.n < o.n
for n, span, pattern, reverse in [(2, 2, 0, 0), (10, 3, 0, 0), (50, 1000, 0, 0), (64, 9, 0, 0), (65, 5, 0, 1), (300, 1000, 0, 0), (1000, 10, 0, 1),
        (5000, 1 << 30, 0, 0), (5000, 50, 0, 0), (1000, 37, 1, 0), (1000, 200, 1, 1), (1000, 100, 2, 0), (3000, 333, 2, 0), (1000, 3, 3, 0), (4000, 500, 3, 1), (777, 1, 3, 0)]:
    r = Rand(n * 31 + span)
    l = []
    for i in range(n):
        l.append(L(r.next(span) if pattern == 0 else i // span * 7 - i % span if pattern == 1 else i % span if pattern == 2 else (n - i) // span, i))
    D.v, D.n = 14695981039346656037, 0
    l.sort(reverse=reverse)
    for x in l: mix(x.i)
    print("{%d, %d, %d, %s, %d, %d}," % (n, span, pattern, "true" if reverse else "false", D.v, D.n))
