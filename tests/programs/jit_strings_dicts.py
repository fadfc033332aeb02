# Strings built, dicts and sets filled and read in hot loops; dicts that change size while iterated.
def build(n):
    s, out = "", []
    for i in range(n):
        s += chr(97 + i % 26)
        if len(s) > 50:
            out.append(s[i % 7 : -3])
            s = s[::-2]
        s = s.replace("a", "\u00e9" if i % 100 == 99 else "A", 1)
    return s, len(out), out[-1]


def formatted(n):
    total = 0
    for i in range(n):
        x = i * 0.5
        total += len(f"{i}:{x:.2f}|{i!r:>5}|{x}") + len("%d-%s" % (i, x)) + len("{} {}".format(i, x)) + len(str(i) + repr(x))
    return total


def count_words(text, rounds):
    counts = {}
    for _ in range(rounds):
        for w in text.split():
            counts[w] = counts.get(w, 0) + 1
            if w in counts and counts[w] % 100 == 0:
                counts[w.upper()] = counts[w]
    return sorted(counts.items())


def keys_of_all_kinds(n):
    d, t = {}, 0
    for i in range(n):
        k = (i % 10, i % 10 / 2, str(i % 10), (i % 3, i % 2), bool(i & 1), None)[i % 6]
        d[k] = d.get(k, 0) + 1
        try:
            t += d[i % 12]
        except KeyError as e:
            t += e.args[0]
        if k in d and i % 11 == 0:
            del d[k]
    return t, len(d), list(d)[:5]


def changing(n):
    bad, t = 0, 0
    for r in range(n):
        d = {i: i for i in range(10)}
        try:
            for k in d:
                t += k
                if k == r % 12:
                    d[100 + r] = 1
        except RuntimeError as e:
            bad += len(str(e))
        for k in list(d):
            if k % 2:
                d.pop(k)
        t += len(d)
        for k, v in d.items():
            d[k] = v + 1
        t += sum(d.values())
    return bad, t


def hashes(n):
    class Key:
        def __init__(self, v):
            self.v = v

        def __hash__(self):
            return self.v % 7

        def __eq__(self, o):
            return isinstance(o, Key) and self.v == o.v

    d = {}
    for i in range(n):
        d[Key(i % 40)] = d.get(Key(i % 40), 0) + i
    try:
        d[[1]] = 2
    except TypeError as e:
        return len(d), sum(d.values()), str(e)


def sets(n):
    a, b, t = set(), {1, 2, 3}, 0
    for i in range(n):
        a.add(i % 50)
        if i % 3 == 0:
            a.discard(i % 7)
        b ^= {i % 20, 5}
        t += len(a & b) + len(a | b) - len(a - b) + (i % 50 in a) + (b <= a)
    return t, sorted(a)[:5], sorted(b)


def default_get(n):
    class Missing(dict):
        def __missing__(self, k):
            self[k] = k * 2
            return k

    m, t = Missing(), 0
    for i in range(n):
        t += m[i % 60]
        if i % 97 == 0:
            m.clear()
    return t, len(m)


def chars(n):
    text, up, digits, t = "Hello, W\u00f6rld 123 \u20ac", 0, 0, 0
    for i in range(n):
        for c in text:
            if c.isupper():
                up += 1
            elif c.isdigit():
                digits += int(c)
            elif c == "l" or c in " ,":
                t += 1
            elif c > "z":
                t += ord(c)
    return up, digits, t


def joined(n):
    parts = []
    for i in range(n):
        parts.append(str(i % 10))
        if i % 100 == 0:
            parts = ["-".join(parts)[-60:]]
    return "".join(parts)


print(build(1500))
print(formatted(600), count_words("the cat and the dog and the bird", 150))
print(keys_of_all_kinds(1200), changing(300), hashes(600))
print(sets(900), default_get(900), chars(100), joined(950))
