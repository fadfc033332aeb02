# Sorts of few keys, which are sorted by words, against an insertion sort of this program; keys by built-in functions and methods; JSON arrays.
# needs: stdlib
import json
import operator
import random


def insertion(items, key, reverse):
    out = []
    for x in items:
        i = len(out)
        while i and (key(out[i - 1]) < key(x) if reverse else key(x) < key(out[i - 1])):
            i -= 1
        out.insert(i, x)
    return out


class Text(str):
    def lower(self):
        return "overridden"


def texts(r, n, alphabet, prefix):
    return [prefix + "".join(r.choice(alphabet) for _ in range(r.randrange(12))) for _ in range(n)]


def cases(r, n):
    yield texts(r, n, "ab", "")
    yield texts(r, n, "abcdefghij", "/usr/lib/python/")
    yield texts(r, n, "a\0", "1234567")
    yield texts(r, n, "a\xe9\xff", "")
    yield texts(r, n, "a\xe9\u0431\U0001f40d", "")
    yield texts(r, n, "a", "")[:-1] + ["\u0431"]
    yield [r.randrange(-5, 5) for _ in range(n)]
    yield [r.randrange(-(1 << 47), 1 << 47) for _ in range(n)]
    yield [r.randrange(-(1 << 70), 1 << 70) for _ in range(n)]
    yield [r.choice([0.5, -0.5, 1e300, -1e300, float("inf"), 2.0]) for _ in range(n)]
    yield [r.choice([0.0, -0.0, 1.0]) for _ in range(n)]
    yield [r.random() < 0.5 for _ in range(n)]
    yield [r.choice([1, 2.5, True]) for _ in range(n)]
    yield [(r.randrange(3), r.choice("abc")) for _ in range(n)]


def main():
    r = random.Random(20)
    count = 0
    for n in 0, 1, 2, 5, 6, 7, 19, 33, 64, 100:
        for i, items in enumerate(cases(r, n)):
            for reverse in False, True:
                want = insertion(items, lambda x: x, reverse)
                assert list(map(repr, sorted(items, reverse=reverse))) == list(map(repr, want)), (n, i, items)
                pairs = [(x, j) for j, x in enumerate(items)]
                want = insertion(pairs, operator.itemgetter(0), reverse)
                assert sorted(pairs, key=operator.itemgetter(0), reverse=reverse) == want, (n, i, items)
                assert sorted(pairs, key=lambda p: p[0], reverse=reverse) == want, (n, i, items)
                ordered = sorted(items)
                assert sorted(ordered) == ordered == sorted(ordered[::-1])
                count += 1
    print(count)


def keys():
    words = ["b", "A", "c", "B", "a", "C", "aa", "Ab"]
    print(sorted(words, key=str.lower), sorted(words, key=len), sorted(words, key=str.swapcase, reverse=True))
    print(sorted([Text("B"), Text("a")], key=str.lower), sorted([Text("B"), Text("a")], key=lambda s: s.lower()))
    print(list(map(str.upper, words)), max(words, key=str.lower), list(filter(str.isupper, words)))
    print(sorted([[3], [1, 2], []], key=list.__len__), sorted([{1}, set()], key=set.copy))
    print(list(map([1, 2, 3].index, [3, 1])), list(map(dict.keys, [{1: 2}])))
    for f, x in (str.lower, 1), (str.lower, []), (list.pop, []), ([].append, 1), (str.join, "a"), ([1].index, 2), (dict.popitem, {}):
        for call in (lambda: sorted([x], key=f), lambda: list(map(f, [x])), lambda: max([x, x], key=f)):
            try:
                print(call())
            except Exception as e:
                print(type(e).__name__, e)


def arrays():
    for n in 0, 1, 2, 15, 16, 17, 31, 32, 33, 49:
        for text in json.dumps(list(range(n))), json.dumps([[i] * (i % 20) for i in range(n)]), json.dumps([{"\u0431": [None] * i} for i in range(n)], ensure_ascii=False):
            assert json.dumps(json.loads(text), ensure_ascii=False) == text
    for text in "[", "[1", "[1,", "[,", "[1 2]", "[" + "1," * 16, "[" + "1," * 16 + "]", "[" + "1," * 16 + "x]", "[" * 5, "[" + "[1]," * 17 + "[2,,]]":
        try:
            print(json.loads(text))
        except ValueError as e:
            print(e)


main()
keys()
arrays()
