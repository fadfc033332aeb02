# Packing and unpacking in hot loops: tuples that never exist, swaps, stars, wrong lengths, nested targets.
def pairs(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, (a + b) % 1000003
    return a, b


def rotate(n):
    a, b, c, d = 1, 2.5, "x", None
    for _ in range(n):
        a, b, c, d = d, a, b, c
    return a, b, c, d


def returns(i):
    return i, i * 2, i * 0.5


def use_returns(n):
    t = 0
    for i in range(n):
        x, y, z = returns(i)
        t += x + y * z
        (p, q), [r, (s,)] = (x, y), [z, (i,)]
        t -= p + q + r + s
        first, *rest = x, y, z
        *init, last = rest
        t += first + last + len(init)
    return t


def wrong(n):
    bad, texts = 0, set()
    for i in range(n):
        v = ((1, 2), [1, 2, 3], (1,), "ab", range(2), {1: 2, 3: 4}, 5, iter([1, 2]), (i for i in range(3)))[i % 9]
        try:
            a, b = v
            bad += isinstance(a, int)
        except (TypeError, ValueError) as e:
            texts.add(str(e))
        try:
            a, *b, c = v
        except (TypeError, ValueError) as e:
            texts.add(str(e))
    return bad, sorted(texts)


def items(n):
    d = {i: (i, -i) for i in range(40)}
    t = 0
    for _ in range(n // 40):
        for k, (a, b) in d.items():
            t += k * a - b
        for i, (k, v) in enumerate(d.items()):
            t ^= i + k + v[0]
        for (a, b), c in zip(d.values(), range(1, 50)):
            t += a * c + b
    return t


def escaping(n):
    """Tuples that are kept, compared, hashed, indexed, joined."""
    kept, t = [], 0
    seen = {}
    for i in range(n):
        p = i % 7, i % 5
        seen[p] = seen.get(p, 0) + 1
        q = p + (i,)
        t += q[2] + q[-3] + len(q) + (p < (3, 3)) + (p == (1, 1)) + ((1, 2) in (p, q))
        if i % 100 == 0:
            kept.append((p, q))
        a, b = p if i % 2 else q[1:]
        t += a - b
    return t, kept[-1], seen[1, 1], len(seen)


def targets(n):
    lst, o = [0, 0, 0], type("O", (), {})()
    for i in range(n):
        lst[0], o.x, lst[i % 2 + 1] = i, lst[0] + 1, i * 2
        i, lst[i % 3] = i + 1, i
        o.y = lst[0], lst[1] = lst[1], lst[0]
    return lst, o.x, o.y


def build(n):
    t = 0
    for i in range(n):
        x = [i, i + 1, *range(i % 4)]
        y = (*x, i)
        z = {*y, 1}
        w = {**{"a": i}, "b": 2}
        t += len(x) + sum(y) + len(z) + w["a"] + max(x)
        t += [i, 2, 3][i % 3] + (i, 5)[i & 1] + "ab"[i & 1 : 2].__len__()
    return t


def minmax(n):
    lo, hi = 10**9, -(10**9)
    for i in range(n):
        v = i * 7919 % 1009
        lo, hi = (v, hi) if v < lo else (lo, v) if v > hi else (lo, hi)
    return lo, hi


print(pairs(2000), rotate(1001), use_returns(900))
print(wrong(900))
print(items(1200), escaping(1200), targets(700), build(800), minmax(1500))
