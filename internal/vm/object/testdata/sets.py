# Prints the cases of TestSetOrder (run with PYTHONHASHSEED=0): the order of sets after random operations.
M = 2**64 - 1
class Rand:
    def __init__(self, s): self.s = s
    def next(self, n):
        self.s = (self.s * 6364136223846793005 + 1442695040888963407) & M
        return (self.s >> 33) % n
for seed, span, steps, kind in [(1, 20, 200, 0), (2, 100, 300, 0), (3, 3000, 60, 0), (4, 50, 300, 1), (5, 400, 100, 1), (6, 30, 200, 2), (7, 2000, 60, 2), (8, 200, 200, 3), (9, 5000, 40, 3)]:
    r = Rand(seed)
    d = 14695981039346656037
    def mix(v):
        global d
        d = ((d ^ (v & M)) * 1099511628211) & M
    def key():
        n = r.next(span)
        if kind == 1: return (n, n * n)
        if kind == 2: return "k" + chr(97 + n % 26) + chr(65 + n // 26 % 26) + chr(48 + n // 676)
        if kind == 3: return n * 1000003 - 500
        return n
    def some():
        o = set()
        for i in range(r.next(span)): o.add(key())
        return o
    s = set()
    for i in range(steps):
        op = r.next(12)
        if op < 4: s.add(key())
        elif op < 6: s.discard(key())
        elif op == 6:
            if s: s.pop()
        elif op == 7: s = s.intersection(some())
        elif op == 8: s.update(some())
        elif op == 9: s = s.difference(some())
        elif op == 10: s.symmetric_difference_update(some())
        else: s.update(list(some()))
        for x in s: mix(hash(x))
    mix(hash(frozenset(s)))
    print("{%d, %d, %d, %d, %d}," % (seed, span, steps, kind, d))
