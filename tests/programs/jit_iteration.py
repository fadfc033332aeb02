# Loops over ranges of every kind, sequences, enumerate and zip, where a compiler may do without the iterators.
import sys


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


def stepped(a, b, c):
    out = []
    for i in range(a, b, c):
        out.append(i)
        if len(out) > 6:
            break
    return out, len(range(a, b, c))


numbers = [0, 1, 2, 3, -1, -3, 7, 10, 2**47, -(2**47), 2**48, 2**62, -(2**63), 2**63, True]
for a in numbers:
    for b in numbers:
        print(a, b, [attempt(stepped, a, b, c) for c in (1, 2, 3, -1, -2, 7, 0, 2**48, -(2**50), 2**64)])
print(attempt(stepped, 0, 1.5, 1), attempt(stepped, "a", 1, 1), attempt(stepped, 0, 5, None))


def triangle(n):
    s = 0
    for i in range(1, n):
        for j in range(i * i, n + 1, i):
            s += j
        for j in range(n, -n, -i):
            s -= j
    return s


print(triangle(5), triangle(60))


def letters(s):
    out = []
    for c in s:
        out.append(c)
        out.append(ord(c) if isinstance(c, str) else c + 1)
    return out


for s in "abc", "", "a\xe9\xff", "a\u20ac", "\U0001f600", b"ab", b"", bytearray(b"xyz"), "x" * 3:
    print(letters(s))


def growing(v):
    out = []
    for x in v:
        out.append(x)
        if len(v) < 9:
            v.append(len(v))
    return out


print(growing([1, 2]), growing(bytearray(b"a")))


def shrinking(v):
    out = []
    for i, x in enumerate(v):
        out.append((i, x))
        v.pop()
    return out


print(shrinking(list(range(9))), shrinking(bytearray(b"abcdef")))


def numbered(v, start):
    out = []
    s = 0
    for i, x in enumerate(v):
        s += i
        out.append((i, x))
    for i, x in enumerate(v, 5):
        s += i * 2
    for i, x in enumerate(v, start):
        out.append(i)
    for p in enumerate(v):
        out.append(p)
    return s, out


for v in [1, 2.5, "x"], (4, 5), "ab", "a\u1234", b"yz", bytearray(b"q"), range(3), range(10, 0, -4), {1: 2, 3: 4}, {5}, iter([7, 8]), enumerate("pq"), zip("ab", [1, 2]), 5, None:
    print(attempt(numbered, v, 1000))
print(numbered([1, 2], 2**48 - 1), attempt(numbered, [1], 1.5), numbered([1, 2], 2**70))


def zipped(a, b, c):
    out = []
    for x, y in zip(a, b):
        out.append((x, y))
    for x, y, z in zip(a, b, c):
        out.append([z, y, x])
    for t in zip(c):
        out.append(t)
    for i, (x, y) in enumerate(zip(a, b)):
        out.append((i, x, y))
    for (i, x), y in zip(enumerate(a), b):
        out.append((i, x, y))
    for _ in zip():
        out.append("never")
    return out


for a, b, c in ([1, 2, 3], "ab", (4.5, 5.5, 6.5)), (range(4), range(8, 0, -2), [None]), ([], "x", "y"), (b"ab", bytearray(b"cd"), "e\u1111f"), ({1: 2}, [1, 2], "z"), (iter("abc"), [1, 2], "d"):
    print(attempt(zipped, a, b, c))
print(attempt(zipped, 1, [2], [3]), attempt(lambda: list(zip([1], [2, 3], strict=True))))


def kept(v):
    e = enumerate(v)
    z = zip(v, v)
    a = [x for x in e]
    first = None
    for p in z:
        first = p
        break
    return a, list(e), first, next(z), list(z)


print(kept([1, 2, 3]))


def rest(v):
    it = iter(v)
    for x in it:
        if x == 2:
            break
    return list(it)


print(rest([1, 2, 3, 4]), rest((2, 5)), rest(range(5)), rest(bytes([1, 2, 3])))


def dot(a, b):
    s = 0.0
    for x, y in zip(a, b):
        s += x * y
    return s


print(dot([1.5] * 100, [2.0] * 100), dot([1] * 100, [2.5] * 100), dot(range(10), range(10)), dot([], []))


def comprehended(n):
    m = [[i * j for j in range(n)] for i in range(n)]
    t = [list(r) for r in zip(*m)]
    return ([sum(x * y for x, y in zip(r, c)) for r, c in zip(m, t)], {k: v for k, v in enumerate("abc")}, {c for c in "aab"} == {"a", "b"},
            [(i, j, x) for i, r in enumerate(m[:2]) for j, x in enumerate(r[:2])], [y for x in "ab" for y in x * 2])


print(comprehended(4))


def nested_break(m):
    out = []
    for i, r in enumerate(m):
        for j, x in enumerate(r):
            if x == i:
                continue
            if x > 5:
                out.append((i, j))
                break
        else:
            out.append(("none", i))
    return out


print(nested_break([[1, 7], [1, 2], [9], [], [3, 4, 6]]))


def gen(v):
    for i, x in enumerate(v):
        got = yield i, x
        if got:
            for y in zip(v, "abc"):
                yield y


g = gen([1, 2])
print(next(g), g.send(1), list(g))


def deep(n):
    for i, x in enumerate([n]):
        for a, b in zip("a", [x]):
            try:
                raise ValueError(a)
            except ValueError as e:
                return i, x, a, b, str(e), sorted(sys._getframe().f_locals)


print(deep(3))


def raising(v):
    out = []
    for i, x in enumerate(v):
        try:
            for a, b in zip(v, v):
                out.append(a // (b - i))
        except ZeroDivisionError as e:
            out.append((i, str(e)))
    return out


print(raising([0, 1, 2, 3]))


def typed(v):
    s = 0
    for x in v:
        s += x
    for i, x in enumerate(v):
        s += x * i
    return s


print([typed(v) for v in ([1, 2], [1.5, 2], (1, 2.5), b"ab", range(3), [True, 2**70], {1, 2}, {2.5: 1})])


# Iterators of str and the like in generators, made while collections come.
def letters(s):
    return sum(len([c]) for c in s), [ord(c) for c in (d for d in s)]


for s in ("plain", "mit ö", "x" * 9) * 20:
    total = letters(s)
print(total)


# Iterators of subclasses are not those of what they are subclasses of.
class Letters(str):
    pass


class Items(list):
    pass


class Pairs(tuple):
    pass


def each(*seqs):
    out = []
    for seq in seqs:
        for _ in range(3):
            out.append([x for x in seq])
            for x in seq:
                out.append((x, len(out)))
    return out


for _ in range(3):
    print(each(Letters("abc"), Items([1, 2.5]), Pairs("xy"), Letters("ö"), [1], "q")[-9:])


def edges(start, stop, step):
    """Ranges up to the last small ints, and beyond."""
    out = []
    for i in range(start, stop, step):
        out.append(i)
        if len(out) > 5:
            break
    return out, i


for _ in range(3):
    for most in (2**48 - 1, 2**48, 2**63 - 1, 2**63):
        print(edges(most - 2, most, most), edges(most - 3, most, 2), edges(0, most, most // 2 + 1), edges(-most - 1, most, 1), edges(-most - 1, most, most),
              edges(most, -most - 1, -most), edges(most, -most, -1), edges(3 - most, -most - 1, -3))


# The types of iterators that machine code makes real: the argument of a generator expression.
def argument(items):
    return (x for x in items).gi_frame.f_locals[".0"]


def kinds(items):
    found = {}
    for x in items:
        for _ in range(60):
            name = type(argument(x)).__name__
            found[name] = found.get(name, 0) + 1
    return found


print(kinds(["abc", "", "äbc", "a\u1234", "\U0001f600", b"ab", bytearray(b"a"), [1], (1,), range(3), {1: 2}, {3}, frozenset((4,)), "x" * 500]))
