# f-strings, dict displays and comprehensions, deletions from dicts, in loops: values and keys of many kinds, errors, late changes.
def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


class Text(str):
    def __str__(self):
        return "own str"

    def __repr__(self):
        return "own repr"

    def __format__(self, spec):
        return "own format " + spec


class Plain(str):
    pass


class Number(int):
    def __repr__(self):
        return "number"


class Fails:
    def __str__(self):
        raise ValueError("no str")

    def __repr__(self):
        raise ValueError("no repr")

    def __format__(self, spec):
        raise ValueError("no format")


class Wrong:
    def __repr__(self):
        return 5

    __str__ = __format__ = lambda self, *args: 5


values = ["a", "ä'\"\n", "€", "", 0, -1, 2 ** 40, 2 ** 48, -2 ** 48, 2 ** 48 - 1, 2 ** 70, 1.5, -0.0, 1e300, float("nan"), float("-inf"), True, False, None, NotImplemented, ...,
          b"a", [1], (1,), {}, Text("t"), Plain("p"), Number(3), int, 1j, range(3)]


def texts(values, n):
    for i in range(n):
        out = []
        for v in values:
            out.append((f"{v}", f"<{v}>", f"{v!s}", f"{v!r}", f"{v!a}", f"{v}{v!r}{i}"))
    return out


print(texts(values, 12)[:40])


def formatted(v):
    return f"{v}"


def shown(v):
    return f"{v!r}"


def strs(v):
    return f"{v!s}{v!s}"


for i in range(12):
    r = [attempt(f, v) for f in (formatted, shown, strs) for v in (Fails(), Wrong(), "ok", 5)]
print(r)


def same(n):
    s = "abcdef"
    p = Plain("xyz")
    for i in range(n):
        t = f"{s}"
        u = f"{p}"
        v = f"{s!s}"
    return t is s, type(u), v is s


print(same(40))


def numbers(n):
    out = []
    for i in range(n):
        x = i * 1.5
        b = i > 3
        out.append(f"{i}:{x}:{b}:{i * 2 ** 44}:{-i}")
    return out[-3:]


print(numbers(40))


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return "Key%d" % self.n


class BadKey:
    def __hash__(self):
        raise ValueError("no hash")


def displays(k, n):
    for i in range(n):
        a = {"a": i, "b": i + 1}
        b = {k: i, "x": 2}
        c = {k: 1, k: 2, "k": 3}
        d = {}
        e = {1: 1, 1.0: 2, True: 3}
        f = {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": i}
        d["n"] = i
        g = {**a, "z": 1}
    return a, b, c, d, e, f, g


for k in ("k", 5, (1, 2), None, Key(3), 2.5, b"k", [], BadKey()):
    print(attempt(displays, k, 12))


def comprehensions(keys, n):
    for i in range(n):
        a = {k: i for k in keys}
        b = {k for k in keys}
        c = {k: {j: k for j in range(3)} for k in keys if k}
        d = {(k, i) for k in keys}
    return list(a.items())[-3:], len(b), len(c), len(d)


print(comprehensions(list(range(100)) + ["a", None, (1, 2), 2.5], 8))
print(comprehensions([Key(1), Key(2), Key(1), "a"], 12))
print(attempt(comprehensions, [1, 2, []], 5), attempt(comprehensions, [1, BadKey()], 5))


def order(n):
    out = []

    def note(x):
        out.append(x)
        return x

    for i in range(n):
        out.clear()
        d = {note(1): note(2), note(3): note(4)}
        e = {note(k): note(k + 1) for k in (5, 7)}
    return out, d, e


print(order(20))


def deletes(make, n):
    out = []
    for i in range(n):
        d = make()
        for k in (1, "a", (1, 2), Key(1)):
            try:
                del d[k]
            except KeyError as e:
                out.append(e.args)
    return out[-4:], len(d)


class Sub(dict):
    pass


class Own(dict):
    def __delitem__(self, k):
        pass


for cls in (dict, Sub, Own):
    print(deletes(lambda: cls({1: 1, "a": 2, (1, 2): 3, Key(1): 4, "left": 5}), 15), deletes(lambda: cls({1: 1}), 15))


def lists(n):
    for i in range(n):
        a = list(range(5))
        del a[0], a[-1], a[1:2]
        try:
            del a[10]
        except IndexError as e:
            pass
    return a


print(lists(20))
x = 1


def globals_deleted(n):
    for i in range(n):
        globals()["x"] = i
        y = x
        del globals()["x"]
        try:
            x
        except NameError as e:
            z = str(e)
    return y, z


print(globals_deleted(40))


def nested(n):
    return [{f"k{i}{j}": {f"{j}": [f"{i}"]} for j in range(2)} for i in range(n)][-1]


print(nested(60))
