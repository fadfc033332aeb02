# needs: stdlib
# Searches for patterns that need a certain text at a certain distance from where a match begins, or anywhere in it.
import random
import re

PARTS = ["ab", "c", "b", "abc", "\\Bab", "\\bc", "(^|[^x])ab", "(?:^|b)c", "(a|bc|)ab", "(?:a|b|cab)b", "(?:aa|b(?:c|ab))a", "a?bc", "a*ab", "[ab]{1,3}c", ".{2}ca",
         ".*?cb", "(?=.b)ab", "(?!ab)abc?", "(?<=a)bc", "(?<!c)ab", "(?>a|ab)c", "(?>a*)b", "(?:ab)+c", "(?:ab)*?ca", "(?:ab)?+c", "(a)?(?(1)b|c)ab", "(a|b)\\1c",
         "\\s*ab", "^ab", "^a*c", "ab$", "\\Ab.c", "(?m:^)cb", "(?i:A)b", "(?i:ab)c", "a(?#x)b", "x*", "(?:)ab", "[^b]", "(?:a|)(?:b|)(?:c|)ab", "(((a)b)c)?ab", "aba*?c",
         "(?:a{2}|b{2,3}|c{0,2})ab", "(?=(a*)b)\\1bc", "(?:a|b|c|ab)++c", "\\Aab|c", "ab|cb", "(?:ab|cb)a", "é", "aé", "[aé]é*b", "\u0430b", "(^|\u0430)c\u0430", "\U0001f600c"]


def text(rnd, kind):
    letters = ["aabbc", "abc \n", "abcé", "abc\u0430", "abc\U0001f600\u0430"][kind]
    return "".join(rnd.choice(letters) for _ in range(rnd.choice((0, 1, 2, 5, 9, 20, 60))))


def found(pattern, s):
    m = pattern.search(s)
    first = m and (m.span(), m.groups(), m.lastindex)
    return first, [x.span() for x in pattern.finditer(s)], pattern.sub(r"<\g<0>>" if isinstance(s, str) else rb"<\g<0>>", s), pattern.split(s, 2), pattern.search(s, 2, max(len(s) - 2, 2)) is not None


rnd = random.Random(5)
for i, a in enumerate(PARTS):
    h = 0
    for b in [""] + PARTS[i % 11::11]:
        for flags in (0, re.M, re.I | re.S):
            p = re.compile(a + b, flags) if "\\1" not in b and "(1)" not in b else re.compile(b + a, flags) if "\\1" not in a and "(1)" not in a else None
            if p is None:
                continue
            for kind in range(5):
                r = found(p, text(rnd, kind))
                for c in repr(r):
                    h = (h * 31 + ord(c)) % 1000000007
    print(a.encode("ascii", "backslashreplace").decode(), h)

print(found(re.compile(rb"(^|[^\\])\"/D\((-?\d+)\)/\""), b'"/D(12)/" x"/D(-3)/" \\"/D(4)/"'))
print(found(re.compile(rb"[^\xff]\xff\xfe"), b"\xff\xff\xfe\x00\xff\xfe"))
print(re.search("\u0430", "abc"), re.search("a\u0100", "a\xff"), re.search("(.|..)needle", "x" * 1000), re.search("(.|..)needle", "x" * 1000 + "needle").span())
print(re.search("(a|ab)(c|bcd)(d*)z", "abcd" * 50), re.findall("(a+)+b", "a" * 10 + "b"))
p = re.compile("(.{0,3})xy")
print([p.search("abxyxyzxy", i).span() if p.search("abxyxyzxy", i) else None for i in range(10)], p.fullmatch("abxy"), p.match("abcdxy"))
print(re.sub("x*b", "-", "abxbxxcb"), re.findall("(?=ab)", "abxab"), re.findall("(?<=ab)", "abxab"), re.split("(?<=,)b", "a,b,c,b"))
