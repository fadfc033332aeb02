# Counter counts what an iterable gives: big counts, counts that change the dict, keys that compare by Python code.
# needs: stdlib
from collections import Counter, _count_elements

print(Counter("abracadabra"))
for count in (2**48 - 2, 2**48 - 1, 2**48, 2**62, 2**63, 1.5, True):
    c = Counter({"a": count})
    c.update("aab")
    print(c)


class Busy(int):
    def __add__(self, other):
        c["new%d" % len(c)] = 1
        if len(c) > 40:
            c.clear()
        return Busy(int(self) + other)


c = Counter(x=Busy(3))
c.update("x" * 50)
print(sorted(c.items())[:4], len(c))


class Key:
    def __init__(self, v):
        self.v = v

    def __hash__(self):
        return 7

    def __eq__(self, other):
        if self.v == other.v == limit:
            raise ValueError("equal")
        return self.v == other.v


for limit in (9, 3):
    try:
        print(sorted((k.v, n) for k, n in Counter(Key(i % 5) for i in range(30)).items()))
    except ValueError as e:
        print(e)
for what in ([[]], 5, [(1, {})]):
    try:
        Counter(what)
    except TypeError as e:
        print(e)
c = Counter({"a": "x"})
try:
    c.update("a")
except TypeError as e:
    print(e, c)

# a namespace counted in: functions see the new values
n = 0


def read():
    return n


total = 0
for i in range(3000):
    total += read()
    if i % 1000 == 0:
        _count_elements(globals(), ["n", "n", "fresh"])
print(total, n, fresh, read())
