# Patterns before and after something is first matched with them.
# needs: stdlib
import _sre, copy, gc, pickle, re, sys

# What nothing was matched with is equal, hashed, copied and shown like any other.
p = re.compile(r"(?P<word>[a-z]+)-(\d{2,3})?(?:x|yz|[^0-9\n])*?$", re.I)
print(p, p.groups, p.groupindex, p.flags, hash(p) == hash(copy.copy(p)))
q = pickle.loads(pickle.dumps(p))
print(p == q, q.pattern == p.pattern)
print(p.match("Abc-12xyz").groups(), p == q, hash(p) == hash(q))
print(p.search("  zz-xx").span("word"), p.scanner("a-1").match(), q.fullmatch("a-"))

# All kinds of constructs, each matched twice.
cases = [
    (r"[a]b[^c]", "abd"), (r"(?i)[k]\u212a", "kK"), (r"(?i:ſ)s", "Ss"), (r"(a)?(?(1)b|c)", "ab"), (r"(?<=x)y", "xy"),
    (r"(?<!x)y", "zy"), (r"(?>a+)b", "aab"), (r"a++b", "aaab"), (r"(?:ab|ac|ad)+", "abacad"), (r"(ab)\1", "abab"),
    (r"[\w-]+\s", "a-b "), (r"^\Aa\b.\bb\Z", "a b"), (r"[\u0100-\u0200\u3000]", "\u3000"), (r"[^\W\d_]{2,}", "12ab"), (r"", "x"),
]
for pattern, text in cases:
    p = re.compile(pattern)
    for _ in range(2):
        m = p.search(text)
        print(ascii(pattern), m and m.span(), end="; ")
    print()
print(re.compile(rb"(?L)[a-c]\w").findall(b"abAC"), re.compile(rb"(?Li)K").findall(b"kK"))

# Code words that no compiler makes are refused at once.
def words(*code, groups=0):
    try:
        return _sre.compile("x", 0, list(code), groups, {}, (None,) * (groups + 1))
    except Exception as e:
        return type(e).__name__, str(e)

good = _sre.compile("x", 0, [16, ord("x"), 1], 0, {}, (None,))
print(good.match("x"), good.match("y"))
for code in ([], [0], [16], [16, 1], [99, 1], [24, 3, 0, 5, 1], [6, 77, 1], [13, 2, 0, 1], [7, 5, 1, 1]):
    print(code, words(*code))
for code in ([-1], [1 << 32], ["a"]):
    print(code, words(*code))

# Many that are dropped without a match.
for i in range(30):
    re.compile("a%d|b[%d]" % (i, i % 10))
gc.collect()
print(len([x for x in (re.compile("k%d" % i) for i in range(12)) if x.match("k7")]))
