# Messages for arguments that do not fit, and lists changed while they are compared.
import itertools


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


huge = 10**30
low = -(1 << 63)
for f in ("ab".center, "ab".ljust, "ab".rjust, "ab".zfill, b"ab".center, b"ab".zfill, bytearray(b"ab").rjust):
    attempt(f, low)
    attempt(f, -1)
for f in ("ab".center, "ab".zfill, [1].pop, [1].__getitem__, [1].__mul__, "a b".split, "a b".rsplit):
    attempt(f, huge) if f.__name__ not in ("split", "rsplit") else attempt(f, None, huge)
attempt([1].insert, huge, 1)
attempt(itertools.combinations, "abc", huge)
attempt((1).to_bytes, 1, None)
attempt(int.from_bytes, b"a", 5)
attempt((1).__format__, None)
attempt((1.5).__format__, 7)
attempt([].__format__, None)
attempt(format, 1, None)
attempt(type, 1, (), {})
attempt(type, "X", None, {})
attempt(type, "X", (), None)
attempt(ExceptionGroup, None, [])
attempt(str.maketrans, None, 1)
attempt(str.maketrans, None, "a")
attempt((1 + 2j).__pow__, None, 5)
attempt((1 + 2j).__pow__, 2, 5)
attempt("".__mul__)
attempt([].__imul__, 1, 2)
attempt([].__setitem__, 1)


class Shortening:
    def __eq__(self, other):
        items.clear()
        return False

    def __lt__(self, other):
        return True


for op in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
    items = [Shortening(), 2]
    attempt(getattr([1, 2], op), items)
    items = [Shortening(), 2]
    attempt(getattr(items, op), [1, 2])
