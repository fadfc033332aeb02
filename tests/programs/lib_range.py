# range and slice objects.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for r in (range(5), range(2, 8), range(0, 10, 3), range(10, 0, -4), range(0), range(5, 2), range(2**64, 2**64 + 5, 2), range(-3, 3), range(0, -10, -3)):
    print(r, attempt(len, r), r.start, r.stop, r.step, list(r[:3]), r[1:4], r[::-1], attempt(lambda: r[-1]), attempt(lambda: r[100]), 3 in r, 3.0 in r, "x" in r, r.count(4), attempt(r.index, 4), bool(r), list(reversed(r[:4])), attempt(lambda: r["x"]), r == range(0, 5, 1), attempt(hash, r) == hash(range(5)))
print(range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), hash(range(0)) == hash(range(2, 2)), attempt(range, 1, 2, 0), attempt(range), attempt(range, "a"), attempt(range, 1.5), attempt(range, 1, 2, 3, 4), attempt(lambda: range(3) < range(4)), attempt(lambda: setattr(range(3), "start", 1)), 2**64 + 2 in range(2**64, 2**65, 2), attempt(lambda: range(3) + range(2)))
s = slice(1, 10, 2)
print(s, s.start, s.stop, s.step, s.indices(5), slice(None).indices(3), slice(None, None, -1).indices(4), slice(-3, None).indices(10), attempt(s.indices, -1), s == slice(1, 10, 2), s < slice(2, 3, 4), attempt(slice), slice(5), hash(slice(1, 2)) == hash(slice(1, 2)), attempt(slice(1, 2, 0).indices, 5), attempt(slice("a").indices, 5))
for n in (0, 1, 4, 7):
    text = "abcdefg"[:n]
    for i in (None, -10, -3, 0, 2, 10):
        for j in (None, -8, -1, 0, 3, 9):
            for k in (None, 1, 2, -1, -3):
                assert text[i:j:k] == "".join(text[x] for x in range(*slice(i, j, k).indices(n))) == "".join(list(text)[i:j:k]) == bytes(text, "ascii")[i:j:k].decode() == "".join(tuple(text)[i:j:k])
print(attempt(lambda: "abc"[::0]), attempt(lambda: [1][::"x"]))
total = 0
for i in range(10, -200, -3):
    for j in range(i, i + 3):
        total += j * i
print(total)
it = iter(range(3))
print(next(it), it.__length_hint__(), list(it), next(it, None), list(iter(range(2**63, 2**63 + 2))), sum(range(10**6)), max(range(5, 50, 7)), sorted(range(3), reverse=True), [*range(3)], tuple(range(2)), list(zip(range(2), range(5, 0, -1))))
