# Long lists of numbers and strs sorted with and without keys: the order is stable, in reverse too, whatever the texts have in common.
# needs: stdlib
import random
from operator import attrgetter, itemgetter

R = random.Random(11)


class Name(str):
    pass


class Odd(str):
    def __lt__(self, other):
        return str.__gt__(self, other)


def check(what, items, key=None):
    """Sorts pairs of items and places, and tells what came out; equal keys must keep their places."""
    pairs = [(x, i) for i, x in enumerate(items)]
    out = []
    for reverse in (False, True):
        f = (lambda p: p[0]) if key is None else (lambda p: key(p[0]))
        got = sorted(pairs, key=f, reverse=reverse)
        for a, b in zip(got, got[1:]):
            x, y = f(a), f(b)
            assert x == x and y == y or what == "nan", (a, b)
            if what != "nan":
                assert (y <= x if reverse else x <= y) and (x != y or a[1] < b[1]), (what, a, b)
        plain = sorted(items, key=key, reverse=reverse)
        again = list(items)
        again.sort(key=key, reverse=reverse)
        out.append((plain == [p[0] for p in got] or what == "nan", again == plain or what == "nan", [p[1] for p in got][:4], [p[1] for p in got][-2:],
                    sum(i * p[1] for i, p in enumerate(got))))
    print(what, len(items), out)


for n in (2, 99, 101, 400):
    check("ints", [R.randrange(-50, 50) for _ in range(n)])
    check("wide ints", [R.randrange(-1 << 46, 1 << 46) for _ in range(n)])
    check("big ints", [R.randrange(-1 << 70, 1 << 70) for _ in range(n)])
    check("bytes' ints", [R.choice((0, 255, 256, -1, 1 << 40, -(1 << 40), 65536)) for _ in range(n)])
    check("floats", [R.uniform(-1, 1) * 10 ** R.randrange(-300, 300) for _ in range(n)])
    check("zeros", [R.choice((0.0, -0.0, 1.0, -1.0, float("inf"), -float("inf"), 5e-324)) for _ in range(n)])
    check("zeros'", [R.choice((0.0, 1.0, -1.0, float("inf"), -float("inf"), 5e-324, -5e-324)) for _ in range(n)])
    check("nan", [R.choice((0.5, float("nan"), 2.0, -3.0)) for _ in range(n)])
    check("mixed", [R.choice((1, 2.5, True, False, -3, 1 << 60)) for _ in range(n)])
    check("texts", ["k%d" % R.randrange(n) for _ in range(n)])
    check("alike", ["a/common/path/to/%d/%s" % (R.randrange(5), "x" * R.randrange(20)) for _ in range(n)])
    check("nul", ["".join(R.choice("\0\x01a\xff") for _ in range(R.randrange(12))) for _ in range(n)])
    check("latin", ["".join(R.choice("aäöü~") for _ in range(R.randrange(10))) for _ in range(n)])
    check("two bytes", ["".join(R.choice("aä日本Ā") for _ in range(R.randrange(5))) for _ in range(n)])
    check("four bytes", ["".join(R.choice("a\U0001f600日") for _ in range(R.randrange(5))) for _ in range(n)])
    check("same", ["same text, and long"] * n)
    check("one", ["x" * 30 + R.choice("ab") for _ in range(n)])
    check("named", [Name(R.randrange(9)) if i % 9 == 0 else str(R.randrange(9)) for i in range(n)])
    check("lower", ["".join(R.choice("aAbBcC") for _ in range(10)) for _ in range(n)], str.lower)
    check("length", ["x" * R.randrange(300) for _ in range(n)], len)
    check("by abs", [R.randrange(-50, 50) for _ in range(n)], abs)
    check("by float", [R.randrange(-500, 500) for _ in range(n)], float)
    check("by str", [R.randrange(-500, 500) for _ in range(n)], str)
    check("in order", list(range(n)))
    check("but one", [i / 2 for i in range(n)] + [3.2])
    check("texts but one", ["%05d" % i for i in range(n)] + ["00007"])
    check("falling", ["%05d" % -i for i in range(n)])
    check("saw", [i % 70 for i in range(n)])
    check("saw of texts", ["%d" % (i % 70) for i in range(n)])

pairs = [(R.choice("abc"), R.randrange(9)) for _ in range(400)]
print(sorted(pairs, key=itemgetter(0))[::40], sorted(pairs, key=itemgetter(1), reverse=True)[::40], sorted(pairs, key=itemgetter(1, 0))[::40])
print(sorted([3 + 1j, 2j], key=attrgetter("imag")), sorted([Odd(i % 7) for i in range(120)])[::12])


def fails(what, f):
    try:
        f()
    except Exception as e:
        print(what, type(e).__name__, e)


l = [R.randrange(1000) for _ in range(150)]
before = list(l)
fails("key", lambda: l.sort(key=lambda x: 1 // (x - l_bad)))
l_bad = l[100]
fails("key", lambda: l.sort(key=lambda x: 1 // (x - l_bad)))
fails("builtin key", lambda: l.sort(key=len))
fails("ord", lambda: sorted(["a"] * 120 + ["bb"], key=ord))
print(l == before)
fails("changed", lambda: l.sort(key=lambda x: (l.append(x), x)[1]))
fails("kinds", lambda: sorted(["a", "b"] * 60 + [1]))
l.sort(key=lambda x: -x, reverse=True)
print(l[:5], l == sorted(before))


def hot(n):
    total = 0
    words = ["w%d" % (i * 7919 % 1000) for i in range(300)]
    for i in range(n):
        s = sorted(words, key=len)
        total += len(s[i % 300]) + sorted(words)[i % 300].count("1") + sorted(words, key=lambda w: int(w[1:]) ^ i)[0].count("2")
        total += int(sorted((float(w[1:]) for w in words), key=abs, reverse=True)[i % 300])
        words[i % 300] = "w%d" % i
    return total


print(hot(60))
