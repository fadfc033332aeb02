# Records: sorting, grouping, joining, pivoting, ranking.
people = [
    {"name": "Ann", "age": 31, "city": "Rome", "score": 8.5}, {"name": "bob", "age": 25, "city": "Oslo", "score": 7.25}, {"name": "Cyd", "age": 31, "city": "Oslo", "score": 9.0},
    {"name": "dan", "age": 19, "city": "Rome", "score": 6.0}, {"name": "Eve", "age": 25, "city": "Lima", "score": 8.5}, {"name": "fay", "age": 40, "city": "Rome", "score": None},
]


def by(*keys):
    def key(row):
        out = []
        for k in keys:
            sign = 1
            if k.startswith("-"):
                sign, k = -1, k[1:]
            v = row[k]
            out.append((v is None, sign * v if isinstance(v, (int, float)) else v or 0))
        return out

    return key


for keys in (["name"], ["age", "name"], ["-age", "city"], ["city", "-score"], ["-score"]):
    print(keys, [p["name"] for p in sorted(people, key=by(*keys))])
print([p["name"] for p in sorted(people, key=lambda p: p["name"].lower(), reverse=True)])
groups = {}
for p in people:
    groups.setdefault(p["city"], []).append(p)
for city in sorted(groups):
    scores = [p["score"] for p in groups[city] if p["score"] is not None]
    print(f"{city:<6}{len(groups[city]):>3} {sum(scores) / len(scores):6.3f} {min(scores)}-{max(scores)} {', '.join(sorted((p['name'] for p in groups[city]), key=str.casefold))}")
pivot = {(p["city"], p["age"] // 10 * 10): p["name"] for p in people}
decades = sorted({d for _, d in pivot})
for city in sorted({c for c, _ in pivot}):
    print(city.ljust(6) + "".join(pivot.get((city, d), "-").center(6) for d in decades))
countries = [("Rome", "Italy"), ("Oslo", "Norway"), ("Paris", "France")]
joined = [(p["name"], country) for p in people for city, country in countries if city == p["city"]]
left = [(c, [n for n, k in joined if k == c]) for _, c in countries]
print(joined, left)


class Reverse:
    __slots__ = ("v",)

    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return o.v < self.v


words = "the Quick brown fox Jumps over the lazy Dog".split()
print(sorted(words, key=lambda w: (len(w), Reverse(w))), sorted(set(words), key=str.swapcase), sorted(words, key=lambda w: w[::-1]), sorted(enumerate(words), key=lambda p: (-len(p[1]), p[0])))


def rank(scores):
    order = sorted(range(len(scores)), key=lambda i: -scores[i])
    ranks = [0] * len(scores)
    for place, i in enumerate(order, 1):
        prev = order[place - 2] if place > 1 else None
        ranks[i] = ranks[prev] if prev is not None and scores[prev] == scores[i] else place
    return ranks


print(rank([50, 80, 80, 30, 90, 30]))
data = [(i * 31 % 17, i * 7 % 11, i) for i in range(60)]
print(sorted(data)[:6], sorted(data, key=lambda t: (t[1], -t[0]))[:6], max(data, key=lambda t: t[0] * t[1]), min(data, key=lambda t: (t[0] + t[1], t[2])))


def topk(items, k, key):
    best = []
    for x in items:
        best.append((key(x), x))
        best.sort(reverse=True)
        del best[k:]
    return [x for _, x in best]


print(topk(data, 4, lambda t: t[2] * t[0]), topk(words, 3, len))


def bucket(values, width):
    out = {}
    for v in values:
        low = v // width * width
        out[low] = out.get(low, 0) + 1
    return "\n".join(f"{k:>4}-{k + width - 1:<4}{'*' * n} {n}" for k, n in sorted(out.items()))


print(bucket([i * i % 97 for i in range(100)], 20))
natural = sorted(["file10", "file2", "file1", "File3", "a10b2", "a10b1", "a9"], key=lambda s: [int("".join(g)) if d else "".join(g).lower() for d, g in __import__("itertools").groupby(s, str.isdigit)])
print(natural)
