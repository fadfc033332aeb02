# Calls of built-in functions, methods, classes and other callables in loops: every kind of signature, keywords, wrong arguments, late changes.
# needs: stdlib
import functools
import itertools
import operator
import re


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return type(e).__name__, str(e)


def strs(n):
    for i in range(n):
        out = ["a b c".split(" "), "a b c".split(), "a,b".split(",", 1), "a,b".rsplit(sep=",", maxsplit=1), "abc".replace("b", "x"), "aaa".replace("a", "b", 1),
               "abc".startswith(("x", "a")), "abc".find("c"), "abc".find("a", 1), "abc".endswith("c", 1, 3), ",".join(["a", "b"]), " a ".strip(), "xax".strip("x"),
               "abc".upper(), "é".encode("utf-8"), "a".encode(), b"ab".decode("ascii"), b"ab".decode(encoding="ascii"), "ab".center(6, "*"), "{} {x}".format(1, x=2),
               "a-b".partition("-"), "%s" % "x", "abc".translate({97: "z"}), (5).to_bytes(2, "big"), (5).to_bytes(length=2, byteorder="little"), int.from_bytes(b"\1\2", "big"),
               True.to_bytes(1, "big"), "a\tb".expandtabs(tabsize=4), "a\nb".splitlines(keepends=True)]
    return out


def classes(n):
    for i in range(n):
        out = [tuple([1, 2]), list((1, 2)), dict([(1, 2)]), dict(a=1), dict({1: 2}, b=3), set("aa"), frozenset("b"), str(i), str(b"x", "ascii"), str(object=5), int("12"), int("ff", 16),
               int("11", base=2), float("1.5"), bytes(3), bytes([1]), bytearray(b"a"), list(reversed([1, 2])), list(map(str, [1])), list(filter(None, [0, 1])), list(zip("ab", [1, 2])),
               list(zip("ab", "cd", strict=True)), list(enumerate("ab", 1)), list(enumerate("a", start=5)), slice(1, 2), range(3), complex(1, 2), type("X", (), {}).__name__,
               type(i).__name__, KeyError("k").args, super, property(len).fget, staticmethod(len)("abc"), object().__class__, memoryview(b"ab").tolist(), bool([]), bool()]
    return out


def functions(n):
    for i in range(n):
        out = [sorted([3, 1, 2]), sorted([3, 1, 2], reverse=True), sorted("bA", key=str.lower), sum([1, 2]), sum([1, 2], 10), sum([1], start=5), max(1, 2, 3), max([4, 5]),
               min([], default=7), max("ab", "b", key=len), round(2.567, 2), round(2.5), round(2.5, ndigits=0), abs(-2), divmod(7, 2), pow(2, 5), pow(2, 5, 7), pow(base=2, exp=3),
               isinstance(1, int), issubclass(bool, int), hasattr(1, "real"), getattr(1, "nothing", 5), len("abc"), repr("a"), ascii("é"), hash(1), id(0) == id(0), callable(len),
               chr(97), ord("a"), hex(10), format(5, "03d"), any([0, 1]), all([]), iter([1]).__next__(), next(iter([]), 3), vars(type).__class__.__name__, print(end="")]
    return out


class Box:
    def __init__(self, v=0, *, w=1):
        self.v, self.w = v, w

    def __call__(self, x=1):
        return self.v + x

    def plain(self, x):
        return x


class Meta(type):
    def __call__(cls, *args, **kw):
        return "made", args, kw


class Odd(metaclass=Meta):
    pass


class Sub(dict):
    def get(self, k, d=None):
        return "own"


class Same(dict):
    pass


@functools.lru_cache(maxsize=None)
def cached(x, y=2):
    return x * y


part = functools.partial(lambda a, b, c=0: (a, b, c), 1, c=5)
item, attr, caller = operator.itemgetter(1), operator.attrgetter("v"), operator.methodcaller("plain", 9)
match = re.compile("(a)(b)?").match
bound = "a-b".split
wrapper = (5).__add__


def callables(n):
    b = Box(4)
    for i in range(n):
        out = [cached(3), cached(3, 4), cached(3, y=5), part(2), part(2, c=1), item([1, 2]), attr(b), caller(b), match("ab").groups(), match("xab", 1).group(), match(string="ab", pos=0).end(),
               bound("-"), bound("-", maxsplit=0), wrapper(2), b(), b(2), b(x=3), Odd(), Odd(1, a=2), Box(1).v, Box(v=2, w=3).w, Same(a=1).get("a"), Sub(a=1).get("a"), dict.get(Same(a=2), "a"),
               dict.get(Sub(a=3), "a"), dict.get({}, "a", 7), str.join("-", ["a", "b"]), list.append([], 1), dict.fromkeys([1], 2), Same.fromkeys([1]), str.maketrans("a", "b"),
               int.__add__(1, 2), (1).__class__(5), [].append, type(b).plain(b, 1), list.__len__([1]), object.__eq__(1, 1), itertools.count(5, step=2).__next__()][:-3]
        out[27] = None
    return [x for x in out if not callable(x)]


print(strs(15))
print(classes(15))
print(functions(15))
print(callables(15))


def wrong(n):
    for i in range(n):
        out = [attempt(lambda: "a".split(1)), attempt(lambda: "a".split(" ", 1, 2)), attempt(lambda: "a".upper(1)), attempt(lambda: "a".replace("b")), attempt(lambda: "a".split(nosuch=1)),
               attempt(lambda: "a".join()), attempt(lambda: ",".join([1])), attempt(lambda: len()), attempt(lambda: len(1, 2)), attempt(lambda: len(obj=1)), attempt(lambda: sorted()),
               attempt(lambda: sorted([1], 2)), attempt(lambda: sorted([1], key=1)), attempt(lambda: sorted([1, "a"])), attempt(lambda: tuple(1)), attempt(lambda: tuple([1], [2])),
               attempt(lambda: int("x")), attempt(lambda: int("1", base=99)), attempt(lambda: dict.get(1, 2)), attempt(lambda: dict.get()), attempt(lambda: dict.get({})),
               attempt(lambda: str.upper(5)), attempt(lambda: part()), attempt(lambda: cached()), attempt(lambda: item([])), attempt(lambda: (5)()), attempt(lambda: None(1)),
               attempt(lambda: "a"(x=1)), attempt(lambda: Box(1, 2)), attempt(lambda: Box(z=1)), attempt(lambda: Box()(1, 2)), attempt(lambda: range(1.5)), attempt(lambda: zip([1], [], strict=True).__next__()),
               attempt(lambda: reversed(5)), attempt(lambda: print(1, nosuch=2)), attempt(lambda: type("X")()), attempt(lambda: type(1, 2)), attempt(lambda: object(1)), attempt(lambda: max()),
               attempt(lambda: max(1, key=5)), attempt(lambda: [].append()), attempt(lambda: {}.update(1)), attempt(lambda: {}.pop("k")), attempt(lambda: (1).to_bytes()), attempt(lambda: (-1).to_bytes(1))]
    return out


for line in wrong(15):
    print(line)


def mega(values, n):
    out = []
    for i in range(n):
        for v in values:
            out.append(v.size(i))
    return out[-len(values):]


def made(k):
    if k % 3 == 0:
        class M:
            def size(self, i):
                return k + i
        return M()
    if k % 3 == 1:
        class N:
            def __init__(self):
                self.size = lambda i: (k, i)
        return N()

    class S:
        @staticmethod
        def size(i):
            for _ in range(2):
                i += k
            return i
    return S()


print(mega([made(k) for k in range(24)], 12))


def later(n):
    out = []
    global part
    for i in range(n):
        if i == n // 2:
            part = functools.partial(max, 3)
        out.append(part(i))
    part = functools.partial(lambda a, b, c=0: (a, b, c), 1, c=5)
    return out[n // 2 - 1:n // 2 + 2]


for i in range(4):
    print(later(50))


def deep(n):
    return sorted([n], key=lambda x: deep(x - 1) if x else 0) and n


print(deep(50), attempt(lambda: deep(10 ** 6))[0])


def recursive(n):
    return [recursive(x) for x in map(operator.sub, [n], [1])] if n else []


print(len(str(recursive(100))))
