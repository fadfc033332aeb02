# needs: stdlib
# str.translate with tables of every kind, texts long and short; items of tuples and lists are compared by their kinds.
import random

R = random.Random(4)


def letter():
    return R.choice("abcdefgéx\u20ac \0")


for i in range(250):
    n = R.choice([0, 1, 2, 5, 50, 5000, 9000])
    wide = R.random() < 0.2
    text = "".join(letter() if wide else R.choice("abcdefgh") for _ in range(n))
    made = [None, "", "xy", "z", 0x20AC, 97, "\u0100", "é", 127, 128, 129]
    table = {ord(letter()): R.choice(made) for _ in range(R.randrange(6))}
    r = text.translate(table)
    print(n, sorted(table), len(r), ascii(r[:40]), ascii(r[-20:]))


class Asks(dict):
    def __missing__(self, key):
        print("asked for", key)
        raise KeyError(key)


print("abcaXb".translate(Asks({97: "q"})))
print("éaé".translate(Asks({97: "qq"})))
for bad in (0x110000, -1, 2.5):
    try:
        print("ab".translate({98: bad}))
    except (ValueError, TypeError) as e:
        print(repr(e))

nan = float("nan")
other = float("nan") * 1
values = [0, 1, -5, 10**20, True, 0.0, -0.0, 1.5, nan, "", "a", "b", "é", "\u20ac", "a\0", None, b"x", (1,), [1]]
for kind in (tuple, list):
    for a in values:
        for b in values:
            x, y = kind([1, a]), kind([1, b, 2])
            z = kind([1, b])
            out = [x == y, x == z, x != z]
            for f in (lambda: x < z, lambda: x <= z, lambda: x > y, lambda: x >= z):
                try:
                    out.append(f())
                except TypeError as e:
                    out.append(str(e))
            print(kind.__name__, a, b, *map(str, out))
