# Text work: wrapping, justification, tables, word counts, Caesar and Vigenere, run lengths, roman numerals, diff, templates.

TEXT = """It was a bright cold day in spring, and the clocks were striking thirteen. A small dog, which had
been asleep under the table, woke up and began to bark at the noise; nobody paid any attention to it.
"""


def wrap(text, width):
    lines, line, length = [], [], 0
    for word in text.split():
        if line and length + 1 + len(word) > width:
            lines.append(" ".join(line))
            line, length = [], 0
        length += len(word) + bool(line)
        line.append(word)
    if line:
        lines.append(" ".join(line))
    return lines


def justify(line, width):
    words = line.split()
    if len(words) == 1:
        return line
    gaps = len(words) - 1
    spaces = width - sum(map(len, words))
    out = words[0]
    for i, w in enumerate(words[1:]):
        out += " " * (spaces // gaps + (i < spaces % gaps)) + w
    return out


for width in (30, 45):
    lines = wrap(TEXT, width)
    for line in lines[:-1]:
        print("|" + justify(line, width) + "|")
    print("|" + lines[-1].ljust(width) + "|")
    print("|" + "end".center(width, "-") + "|")

counts = {}
for word in TEXT.lower().translate({ord(c): None for c in ".,;"}).split():
    counts[word] = counts.get(word, 0) + 1
for word, n in sorted(counts.items(), key=lambda kv: (-kv[1], kv[0]))[:6]:
    print(f"{word:<10}{'#' * n:>5} {n / len(counts):7.2%}")


def table(rows, header):
    widths = [max(len(str(r[i])) for r in [header, *rows]) for i in range(len(header))]
    rule = "+".join("-" * (w + 2) for w in widths).join("++")
    fmt = "|".join(" {:%s%d} " % ("<" if isinstance(v, str) else ">", w) for v, w in zip(rows[0], widths)).join("||")
    return "\n".join([rule, "|".join(f" {h:^{w}} " for h, w in zip(header, widths)).join("||"), rule, *(fmt.format(*r) for r in rows), rule])


print(table([("pear", 3, 0.5), ("apple", 12, 1.25), ("kiwi", 100, 20.0)], ("fruit", "n", "price")))


def caesar(s, k):
    out = []
    for c in s:
        if "a" <= c <= "z":
            c = chr((ord(c) - 97 + k) % 26 + 97)
        elif "A" <= c <= "Z":
            c = chr((ord(c) - 65 + k) % 26 + 65)
        out.append(c)
    return "".join(out)


print(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3))
table_rot = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm", "!")
print("hello, world!".translate(table_rot))


def rle(s):
    out, i = [], 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append((s[i], j - i))
        i = j
    return out


def unrle(pairs):
    return "".join(c * n for c, n in pairs)


s = "aaabccddddé" + "\u4e2d" * 5
print(rle(s), unrle(rle(s)) == s)


def roman(n):
    out = ""
    for v, r in ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= v:
            out += r
            n -= v
    return out


print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999)])


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        prev, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            prev, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, prev + (x != y))
    return row[-1]


print(distance("kitten", "sitting"), distance("", "abc"), distance("intention", "execution"), distance("Straße", "Strasse"))


def lcs(a, b):
    n, m = len(a), len(b)
    t = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            t[i][j] = t[i + 1][j + 1] + 1 if a[i] == b[j] else max(t[i + 1][j], t[i][j + 1])
    i = j = 0
    while i < n and j < m:
        if a[i] == b[j]:
            yield " " + a[i]
            i += 1
            j += 1
        elif t[i + 1][j] >= t[i][j + 1]:
            yield "-" + a[i]
            i += 1
        else:
            yield "+" + b[j]
            j += 1
    yield from ("-" + x for x in a[i:])
    yield from ("+" + x for x in b[j:])


print("\n".join(lcs("one two three four five".split(), "one 2 three four and five".split())))


def render(template, **values):
    out, rest = "", template
    while "{{" in rest:
        before, _, rest = rest.partition("{{")
        name, found, rest = rest.partition("}}")
        if not found:
            raise ValueError("unclosed placeholder")
        name, *filters = (x.strip() for x in name.split("|"))
        v = values[name]
        for f in filters:
            v = {"upper": str.upper, "title": str.title, "reverse": lambda s: s[::-1], "len": len}[f](v)
        out += before + str(v)
    return out + rest


print(render("Dear {{ name | title }}, {{n}} {{ word|reverse|upper }} ({{word|len}})", name="ann lee", n=3, word="stressed"))
for bad in ("{{x", "{{y}}", "{{ name | nope }}"):
    try:
        print(render(bad, name="n"))
    except Exception as e:
        print(type(e).__name__, e)
print("palindromes:", [w for w in "level noon cat Anna réér \u4e2da\u4e2d".split() if w.lower() == w.lower()[::-1]])
groups = {}
for word in "eat tea tan ate nat bat".split():
    groups.setdefault("".join(sorted(word)), []).append(word)
print("anagrams:", [g for g in groups.values() if len(g) > 1])
