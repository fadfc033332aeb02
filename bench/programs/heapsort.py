# Heapsort in place: comparisons and swaps of list items.
def sift(a, start, end):
    root = start
    while True:
        child = 2 * root + 1
        if child > end:
            return
        if child + 1 <= end and a[child] < a[child + 1]:
            child += 1
        if a[root] >= a[child]:
            return
        a[root], a[child] = a[child], a[root]
        root = child


def heapsort(a):
    n = len(a)
    for start in range((n - 2) // 2, -1, -1):
        sift(a, start, n - 1)
    for end in range(n - 1, 0, -1):
        a[0], a[end] = a[end], a[0]
        sift(a, 0, end - 1)


seed, ints = 7, []
for _ in range(60000):
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    ints.append(seed)
floats = [v * 0.5 for v in ints[:30000]]
heapsort(ints)
heapsort(floats)
print(ints[0], ints[30000], ints[-1], floats[0], floats[-1])
