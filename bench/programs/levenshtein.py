# Edit distance and longest common subsequence of strings.
def distance(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a):
        current = [i + 1]
        for j, y in enumerate(b):
            cost = previous[j] + (x != y)
            if previous[j + 1] + 1 < cost:
                cost = previous[j + 1] + 1
            if current[j] + 1 < cost:
                cost = current[j] + 1
            current.append(cost)
        previous = current
    return previous[-1]


def subsequence(a, b):
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            keep = row[j]
            row[j] = diagonal + 1 if x == y else max(row[j], row[j - 1])
            diagonal = keep
    return row[-1]


def text(n, seed):
    out = []
    for _ in range(n):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        out.append("abcdefgh"[seed >> 16 & 7])
    return "".join(out)


words = [text(130, s) for s in range(18)]
print(sum(distance(a, b) for a in words for b in words[:14]) , sum(subsequence(a, b) for a in words for b in words[:8]))
