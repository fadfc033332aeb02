# Truth, length, unpacking and operators of bools and of containers that behave like built-in ones, in loops.
# needs: stdlib
import collections
import enum


def logic(pairs, n):
    for i in range(n):
        out = []
        for a, b in pairs:
            x = a & b
            y = a | b
            z = a ^ b
            out.append((x, y, z, a + b, a - b, a * b, a << b, a >> b, -a, a == b))
    return out


print(logic([(a, b) for a in (True, False, 1, 0, 5) for b in (True, False, 1, 0, 3)], 12))


def conditions(n):
    t = 0
    for i in range(n):
        a = (i > 3) & (i < 30)
        b = (i % 2 == 0) | a
        c = a ^ b
        if a & True:
            t += 1
        if b:
            t += 10
        if c | False:
            t += 100
        a &= b
        a |= c
        t += a + b * c + 2 * a + (a / 2) + (b // True) + (a < b) + a ** 2 + (a == c)
        if a is True:
            t += 1000
    return t, type(a), a is (i > 0)


print(conditions(60))


class Odd:
    def __rand__(self, other):
        return "rand", other

    def __add__(self, other):
        return "add", other


def odd(n):
    for i in range(n):
        r = (i > 3) & Odd(), Odd() + (i > 3)
        try:
            (i > 3) & 1.5
        except TypeError as e:
            r += (str(e),)
        try:
            (i > 3) | "a"
        except TypeError as e:
            r += (str(e),)
    return r


print(odd(30))


class D(dict):
    pass


class L(list):
    pass


class NotL(list):
    def __bool__(self):
        return False


class LongL(list):
    def __len__(self):
        return 7


class T(tuple):
    pass


class OwnT(tuple):
    def __iter__(self):
        return iter("ab")


class S(str):
    pass


class Colour(str, enum.Enum):
    RED = "red"
    NONE = ""


class Raises:
    def __bool__(self):
        raise ValueError("no truth")


class RaisesDict(dict):
    def __len__(self):
        raise ValueError("no length")


P = collections.namedtuple("P", "x y")
values = [D(), D(a=1), L(), L([1]), NotL([1]), LongL(), T(), T((1,)), S(), S("a"), Colour.RED, Colour.NONE, P(1, 2), collections.deque(), collections.deque([1]),
          collections.OrderedDict(), collections.OrderedDict(a=1), collections.Counter(), collections.defaultdict(int), range(0), range(3), {}.keys(), {1: 2}.items(), memoryview(b""),
          bytearray(b"a"), print, int, 0j, 1j, None, ..., frozenset(), {1}, (), (0,), 2 ** 70, 0.0, float("nan"), type(P).__dict__, object()]


def truths(values, n):
    for i in range(n):
        out = []
        for v in values:
            out.append(1 if v else 0)
            out.append(not v)
            while v:
                break
            else:
                out.append("empty")
    return out


def one(v, n):
    t = 0
    for i in range(n):
        if v:
            t += 1
        if not v:
            t += 100
    return t


def lengths(values, n):
    for i in range(n):
        out = []
        for v in values:
            try:
                out.append(len(v))
            except (TypeError, ValueError) as e:
                out.append(str(e))
    return out


print(truths(values, 15))
print([one(v, 15) for v in values])
print(lengths(values + [RaisesDict()], 15))
for v in (Raises(), RaisesDict(), RaisesDict(a=1)):
    try:
        print(one(v, 10))
    except ValueError as e:
        print(e)


def unpack(pairs, n):
    for i in range(n):
        out = []
        for p in pairs:
            try:
                a, b = p
                out.append((a, b))
            except (ValueError, TypeError) as e:
                out.append(str(e))
    return out


print(unpack([(1, 2), [3, 4], P(5, 6), T((7, 8)), L([9, 10]), OwnT((1, 2)), "ab", S("cd"), {1: 2, 3: 4}, D(x=1, y=2), {5}, (1,), P, T((1,)), T((1, 2, 3)), iter((1, 2)), 5,
              (x for x in "xy"), b"ab", range(2)], 25))


def changing(n):
    out = []
    v, p = L([1]), T((1, 2))
    for i in range(n):
        if i == n // 2:
            L.__bool__ = lambda self: False
            T.__iter__ = lambda self: iter("xy")
            L.__len__ = lambda self: 9
        a, b = p
        out.append((1 if v else 0, len(v), a, b))
        if i == n // 2 + 2:
            del L.__bool__, T.__iter__, L.__len__
    return out[n // 2 - 1:n // 2 + 4]


for i in range(5):
    print(changing(60))
