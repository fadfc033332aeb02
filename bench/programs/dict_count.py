# Counting words and pairs of numbers in dicts.
TEXT = "the quick brown fox jumps over the lazy dog while the small cat sleeps under an old wooden table and dreams of the fox"


def run(n):
    words = TEXT.split()
    counts, pairs, groups = {}, {}, {}
    for i in range(n):
        for w in words:
            counts[w] = counts.get(w, 0) + 1
        w = words[i % len(words)]
        key = (i % 17, i % 5)
        if key in pairs:
            pairs[key] += i
        else:
            pairs[key] = i
        groups.setdefault(len(w), []).append(i & 7)
        if i % 64 == 0:
            groups = {k: v[-3:] for k, v in groups.items()}
    return sum(counts.values()), sum(pairs.values()), sorted(groups), counts["the"]


print(run(420000))
