# Built-in functions.
import sys


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


print("a", 1, None, sep="-", end="!\n")
print(sep="x")
print("x", "y", sep="", end="")
print()
print(*range(5), sep=", ")
print(attempt(print, 1, sep=5), attempt(print, 1, end=5), attempt(print, 1, bad=5), attempt(print, 1, file=5), print("to stdout", file=sys.stdout, flush=True))
print(abs(-5), abs(-2.5), abs(True), all([]), any([]), ascii("é"), bin(10), bool(3), chr(65), divmod(7, -2), divmod(-7.5, 2), hex(-255), oct(8), ord("A"), pow(2, 10), pow(2, -1), pow(2, 10, 1000), round(2.5), round(3.14159, 2), sum(range(5)), len("abc"), repr("x"), str(1.0), int("7"), float("1.5"))
print(isinstance(1, int), isinstance(True, (str, int)), isinstance(1, (str, (float, (int,)))), isinstance(1, int | str), issubclass(bool, int), issubclass(int, (str, object)), attempt(isinstance, 1, 5), attempt(issubclass, 1, int), attempt(isinstance, 1, (5,)), attempt(issubclass, int, 5), isinstance(None, type(None)), isinstance([], list) and not isinstance((), list))
print(getattr(5, "real"), getattr(5, "nope", "default"), attempt(getattr, 5, "nope"), attempt(getattr, 5, 5), hasattr("x", "upper"), attempt(hasattr, 1, 2), callable(len), id(None) == id(None), type(5).__name__, type(type).__name__)
print(max(1, 5, 3), max("abc"), max([1, -5], key=abs), min({3: 1, 2: 5}), max((1, 2), (1, 3)), attempt(max), attempt(max, 1), attempt(max, 1, 2, default=3), attempt(max, [1], key=5), max([], default=None), min([[2], [1, 5]]), attempt(max, [1, "a"]), max(1, 1.0), max(1.0, 1), min(True, 1))
print(list(map(int, "123")), list(map(pow, [2, 3], [3, 2], [5, 7])), attempt(map), attempt(map, int), list(filter(lambda v: v > 1, [1, 2, 3])), list(zip([1, 2], "ab", (True, False))), list(enumerate("ab")), list(enumerate("ab", start=5)), list(reversed("abc")), list(reversed(range(3))), attempt(reversed, 5), attempt(enumerate, 5), attempt(zip, 5), sorted({3, 1, 2}), list(iter([1, 2])), next(iter("x")), next(iter(""), "dflt"), attempt(next, iter("")))
values = iter([1, 2, 3, 0, 4])
print(list(iter(lambda: next(values), 0)), attempt(iter, 5, 5), attempt(iter, int), list(iter(int, 0)))
print(hash(5), hash(-1), hash(2**61 - 1), hash(2**61), hash(-(2**61)), hash(0.5), hash(1e300), hash(True), hash(None) == hash(None), hash((1, 2)), hash(()), hash(frozenset()), hash(10**100), hash(-(10**50)), hash(3.0), hash(range(3)) == hash(range(0, 3)))


class O:
    a = 1

    def __init__(self):
        self.b = 2


o = O()
setattr(o, "c", 3)
delattr(o, "b")
print(vars(o), attempt(delattr, o, "b"), attempt(vars, 5), [n for n in dir(o) if not n.startswith("__")], attempt(setattr, o, 5, 1), [n for n in dir(O) if n[0] != "_"], "upper" in dir("x"), dir(type("E", (), {}))[:3])
print(format(255, "x"), format(1.5), format("s", ">3"), attempt(format, [], "x"), attempt(format, 5, 5), bytes("é", "utf8"), slice(1, 2), range(3), object().__class__.__name__, type(NotImplemented).__name__, type(...).__name__, type(None).__name__)
print([t.__name__ for t in (int, str, list, type, object, BaseException, property, staticmethod, classmethod, super, range, slice, enumerate, map, filter, zip, reversed, frozenset)])
print(int.__mro__, bool.__bases__, type.__mro__, [].__doc__ is not None, len.__name__, len.__module__, len.__doc__ is not None, "".join.__self__ == "", [].append.__name__, str.join.__objclass__, int.__add__(1, 2), (5).__add__("x"), int.__lt__(1, 2), "a".__lt__("b"), (1.5).__add__(1), [1].__eq__((1,)), object.__eq__(1, 1), object().__ne__(1), (5).__bool__(), "x".__len__(), (5).__str__(), [1].__contains__(1), {}.__len__(), int.__call__("5"), type.__call__(int, "7"))
for name in ("abs", "len", "ord", "chr", "hash", "id", "callable", "repr", "bin", "sum", "sorted", "isinstance", "getattr", "divmod", "pow", "round", "iter", "next", "all", "format", "issubclass", "setattr", "hasattr", "vars", "dir", "hex", "ascii"):
    f = getattr(__builtins__, name)
    if name not in ("vars", "dir", "id"):
        print(name, attempt(f), attempt(f, 1, 2, 3, 4), attempt(f, x=1))
print(sys.maxsize, sys.byteorder, sys.version_info[:2], sys.version_info.major, sys.implementation.name != "", sys.maxunicode, type(sys.modules).__name__, "sys" in sys.modules, sys.getrecursionlimit(), sys.hash_info.width, sys.int_info.default_max_str_digits, sys.getsizeof(0) > 0, sys.intern("abc") == "abc", sys.flags.optimize, sys.argv[1:], sys.platform in ("linux", "darwin", "win32"), sys.getdefaultencoding(), sys.stdout.encoding, isinstance(sys.path, list), sys.exc_info(), hasattr(sys, "nope"), sys.__name__)


class Silent:
    def __repr__(self):
        return None


print(*(type(x.__doc__).__name__ for x in (None, NotImplemented, Ellipsis)), sep="; ")
for f in (str, repr, format, "%s".__mod__, "{}".format, lambda x: f"{x}"):
    try:
        print(f(Silent()))
    except TypeError as e:
        print(e)
