# dict.fromkeys of lists and tuples: sizes of the table, keys that come twice, lists that change meanwhile


class Key:
    def __init__(self, n, log=None, do=None):
        self.n, self.log, self.do = n, log, do

    def __hash__(self):
        if self.do:
            self.do()
        return hash(self.n)

    def __eq__(self, other):
        if self.log is not None:
            self.log.append((self.n, other.n))
        return self.n == other.n

    def __repr__(self):
        return f"Key({self.n})"


for n in (0, 1, 5, 6, 10, 11, 21, 22, 85, 86, 160, 161, 171, 340, 342, 2560, 2561, 5000, 40000):
    for make in (list, tuple):
        d = dict.fromkeys(make(range(n)), n)
        e = {}
        for i in range(n):
            e[i] = n
        assert d == e and list(d) == list(e)
        print(n, make.__name__, len(d), d.__sizeof__(), d.__sizeof__() == e.__sizeof__())

for n in (10, 20, 50, 200, 3000):
    for distinct in (1, 4, 6, 11, 12, 43, 200, 1500):
        keys = [i % distinct for i in range(n)]
        d = dict.fromkeys(keys)
        keys = list(range(min(distinct, n))) + [0] * n
        e = dict.fromkeys(keys)
        print(n, distinct, len(d), d.__sizeof__(), len(e), e.__sizeof__())

log = []
keys = [Key(i % 40, log) for i in range(100)] + [Key(-1, log), Key(-2, log)] * 3
d = dict.fromkeys(keys, 0)
print(len(d), log, list(d)[-3:])

keys = [Key(i) for i in range(30)]
keys[11].do = keys.clear
print(dict.fromkeys(keys))
keys = [Key(i) for i in range(30)]
keys[7].do = lambda: keys.append(Key(len(keys))) if len(keys) < 200 else None
print(len(dict.fromkeys(keys * 2)), len(dict.fromkeys(keys)))
keys = [Key(i) for i in range(30)]
keys[20].do = lambda: 1 / 0
try:
    dict.fromkeys(keys)
except ZeroDivisionError as e:
    print(e)
try:
    dict.fromkeys([0] * 11 + [[]])
except TypeError as e:
    print(e)
print(dict.fromkeys(range(3)), dict.fromkeys("abca", 1), dict.fromkeys(b"aab"), dict.fromkeys({1: 2}), dict.fromkeys(iter([])))
