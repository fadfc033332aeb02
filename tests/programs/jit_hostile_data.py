# Containers and numbers that change while hot code works on them: iteration, slices, displays, comparisons, attributes at the edges of ints.
import sys

def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

def hot(f, n=30):
    "the different results of n calls, in order"
    out = []
    for k in range(n):
        r = attempt(f, k)
        if r not in out:
            out.append(r)
    return out[:8] + out[-2:] if len(out) > 10 else out

# --- lists that grow and shrink under their iterators
def grows(k):
    a, t = [1, 2, 3], 0
    for x in a:
        t += x
        if len(a) < 9:
            a.append(x + k)
    return t, len(a)
def shrinks(k):
    a, t = list(range(10)), []
    for x in a:
        t.append(x)
        if x % 2 == k % 2:
            del a[-1]
    return t
def cleared(k):
    a, t = [1, 2, 3], []
    for i, x in enumerate(a):
        t.append((i, x))
        if i == k % 3:
            a.clear()
        elif i > 5:
            break
        else:
            a.append(0.5)
    return t
def replaced(k):
    a, t = [1, 2, 3, 4], []
    for x in a:
        a[:] = [x, x + 1, "s", None][: k % 5]
        t.append(x)
    return t
def backwards(k):
    a, t = [1, 2, 3, 4], []
    for x in reversed(a):
        t.append(x)
        if k % 2:
            a.append(x)
        else:
            del a[0]
    return t
def zipped(k):
    a, b, t = [1, 2, 3], [4, 5, 6], []
    for x, y in zip(a, b):
        t.append(x * y)
        b.pop() if k % 2 else a.append(y) if len(a) < 6 else None
    return t
for f in (grows, shrinks, cleared, replaced, backwards, zipped):
    print(f.__name__, hot(f))

# --- dicts and sets under their iterators
def dict_grows(k):
    d = {i: i for i in range(4)}
    for x in d:
        if x == k % 4:
            d[x + 10] = 1
    return len(d)
def dict_values(k):
    d, t = {i: i for i in range(4)}, []
    for x, v in d.items():
        d[x] = v + 1
        t.append(v)
        if k % 7 == 3 and x == 2:
            del d[3]
            d[4] = "new"
    return t, list(d.values())
def set_changes(k):
    s = {1, 2, 3}
    for x in s:
        s.discard(x) if k % 2 else s.add(1)
    return sorted(s)
for f in (dict_grows, dict_values, set_changes):
    print(f.__name__, hot(f))

# --- objects whose special methods change what is being worked on
LST = [1, 2, 3, 4]
class Index:
    def __init__(self, n, change):
        self.n, self.change = n, change
    def __index__(self):
        self.change()
        return self.n
def reset():
    LST[:] = [1, 2, 3, 4]
def sliced(k):
    reset()
    return LST[Index(1, LST.clear if k % 2 else LST.reverse):Index(3, lambda: LST.append(k % 3))], list(LST)
def item(k):
    reset()
    return LST[Index(2, LST.pop if k % 3 else LST.clear)]
def stored(k):
    reset()
    LST[Index(1, lambda: LST.pop(0) if k % 2 else LST.clear())] = k
    return list(LST)
def slice_stored(k):
    reset()
    LST[Index(0, lambda: LST.pop()):Index(2, lambda: None)] = [Index, k % 2][1:]
    return list(LST)
def deleted(k):
    reset()
    del LST[Index(3, lambda: LST.clear() if k % 2 else None)]
    return list(LST)
class Equal:
    def __init__(self, change):
        self.change = change
    def __eq__(self, other):
        self.change()
        return False
    __hash__ = None
def contains(k):
    reset()
    return Equal(lambda: LST.pop() if LST else 0) in LST, 3 in LST, list(LST)
def equal_lists(k):
    reset()
    other = [1, Equal(LST.clear if k % 2 else lambda: LST.append(5)), 3, 4]
    return LST == other, len(LST)
def removes(k):
    reset()
    return LST.remove(Equal(lambda: LST.clear() if k % 2 else None))
def counted(k):
    reset()
    return LST.index(4), LST.count(Equal(lambda: LST.append(1) if len(LST) < 7 else None)), len(LST)
def sorted_by(k):
    a = [3, 1, 2]
    def key(x):
        if k % 2:
            a.append(x)
        return -x
    a.sort(key=key)
    return a
for f in (sliced, item, stored, slice_stored, deleted, contains, equal_lists, removes, counted, sorted_by):
    print(f.__name__, hot(f))

# --- displays, slices and unpackings that raise in the middle, with effects before
seen = []
def note(x, at=None):
    seen.append(x)
    if x == at:
        raise ValueError(x)
    return x
def display(k):
    seen.clear()
    try:
        return [note(1, k % 5), note(2, k % 5), *[note(3, k % 5)], note(4, k % 5)]
    except ValueError as e:
        return str(e), list(seen)
def display_map(k):
    seen.clear()
    try:
        return {note(1, k % 4): note(2, k % 4), **{3: note(3, k % 4)}}
    except ValueError as e:
        return str(e), list(seen)
def nested(k):
    seen.clear()
    try:
        return [[note(1, k % 4)], (note(2, k % 4), [note(3, k % 4)][0])][1:][0]
    except ValueError as e:
        return str(e), list(seen)
def unpacks(k):
    a = b = c = 0
    try:
        a, b, *c = [1, 2, 3][: k % 4]
    except ValueError as e:
        return str(e), a, b, c
    return a, b, c
def targets(k):
    d = {}
    try:
        d[note(1)], d[note(2, 1 + k % 3)], d[[][k % 2:]] = 1, 2, 3
    except Exception as e:
        return type(e).__name__, d
def call(k):
    seen.clear()
    try:
        return max(note(1, k % 4), note(2, k % 4), key=note(None), default=note(3, k % 4))
    except (ValueError, TypeError) as e:
        return str(e), list(seen)
for f in (display, display_map, nested, unpacks, targets, call):
    print(f.__name__, hot(f))

# --- attributes at the edges of ints, in loops of few turns; two names of one object
class N:
    def __init__(self, x):
        self.x = x
    def up(self, d):
        self.x += d
        return self.x
    @property
    def double(self):
        return self.x + self.x
edges = [2**31 - 2, 2**32 - 2, 2**47 - 2, 2**48 - 2, -2**48 + 2, 2**62 - 2, 2**63 - 2, -2**63 + 2, 2**64 - 2, 2**96 - 2, 0, -2, True, 0.5, 2.0**53 - 2, 1e308, float("inf"), float("nan"), -0.0]
def edge(turns):
    out = []
    for start in edges:
        a, b = N(start), N(-start)
        c, t = a, 0
        for k in range(turns):
            a.x += 1
            t += c.x
            c.x = c.x + 1
            t -= a.up(1) - b.up(-1)
            b.x -= 1
            t += a.double - c.double
        out.append((a.x, b.x, t))
    return out
for turns in (1, 2, 3, 4, 5, 9):
    print(turns, edge(turns))
def products(turns):
    out = []
    for start in edges:
        x, y, z = start, start, start
        for k in range(turns):
            x, y, z = x * 3, y * y if turns < 4 else -y, z * -1
            x += y - z
        out.append(x)
    return out
print(products(2), products(3), products(5))
def divisions(turns):
    out = []
    for start in edges:
        for d in (3, -3, 1, -1, 0, 0.5, -0.0, 2**48, -2**63, 2**64):
            r = []
            for k in range(turns):
                r.append(attempt(lambda: (start // d, start % d)))
                r.append(attempt(lambda: start / d))
            out.append(repr(r[-2:]))
    return hash_of("".join(out))
def hash_of(s):
    h = 0
    for c in s:
        h = (h * 31 + ord(c)) % 1000000007
    return h
def shifts(turns):
    out = []
    for start in edges[:13]:
        for d in (0, 1, 15, 16, 31, 47, 48, 62, 63, 64, 65, 100):
            for k in range(turns):
                r = start << d, start >> d, (start << d) >> d, -start >> d, start & -1 << d, start | 1 << d, start ^ -start << d
            out.append(repr(r))
    return hash_of("".join(out))
def compares(turns):
    out = []
    for x in edges:
        for y in edges:
            for k in range(turns):
                r = x < y, x <= y, x == y, x != y, x > y, x >= y, min(x, y), max(x, y), x < y < x, not x, x and y, x or y
            out.append(repr(r))
    return hash_of("".join(out))
print([divisions(n) for n in (1, 2, 3)], [shifts(n) for n in (1, 2, 4)], [compares(n) for n in (1, 3)])

# --- control flow that takes a value back: finally, with, nested loops left by exceptions
class Swallow:
    def __init__(self, kinds):
        self.kinds = kinds
    def __enter__(self):
        return self
    def __exit__(self, kind, value, tb):
        return kind is not None and issubclass(kind, self.kinds)
def finals(k):
    for i in range(3):
        try:
            if i == k % 4:
                return "try", i
            if k % 5 == 4:
                raise KeyError(i)
        finally:
            if k % 3 == 0 and i == 1:
                break
            if k % 7 == 6:
                continue
    return "end", i
def overridden(k):
    try:
        return note(k, 7)
    except ValueError:
        return "handled"
    finally:
        if k % 10 == 9:
            return "finally"
def withs(k):
    out = []
    for i in range(4):
        with Swallow((ValueError, IndexError)) as s, Swallow(KeyError):
            out.append(i)
            if i == k % 5:
                raise (ValueError, KeyError, IndexError)[k % 3](i)
            if i == 3 and k % 2:
                return out, s.kinds[0].__name__
            out.append(-i)
    return out
def loops(k):
    t = 0
    try:
        for i in range(3):
            for j in range(3):
                try:
                    for m in [1, 2, 0][: k % 4]:
                        t += 10 // m
                except ZeroDivisionError:
                    t += 1
                    if j == 1:
                        raise
            t += 100
    except ZeroDivisionError as e:
        return t, i, j, m
    return t, i, j
def unbound(k):
    if k % 3:
        x = k % 3
    try:
        x += 1
        del x
        return x
    except UnboundLocalError as e:
        return str(e), "x" in locals()
def handlers(k):
    try:
        try:
            raise ValueError(k % 2)
        except ValueError as e:
            if k % 4 == 1:
                raise KeyError(k % 2) from e
            if k % 4 == 2:
                del e
                raise
            e = None
    except KeyError as e:
        return repr(e), repr(e.__cause__), repr(e.__context__)
    except ValueError as f:
        return repr(f), f.__context__, "e" in locals()
    return sys.exception(), "e" in locals()
for f in (finals, overridden, withs, loops, unbound, handlers):
    print(f.__name__, hot(f))

# --- generators that work on the attributes of what the loop changes
def walk(o, n):
    for i in range(n):
        got = yield o.x
        if got is not None:
            o.x = got
        o.x += 1
def walks(k):
    o, out = N(k % 2 + 2**48 - 3), []
    g = walk(o, 6)
    for x in g:
        o.x *= 1
        out.append(x - o.x)
        if len(out) == 3:
            out.append(g.send(0.5 if k % 3 else 2**63 - 1))
            o.x += 1
    return out, o.x
def delegates(k):
    def inner(o):
        try:
            yield from walk(o, 2)
            yield o.x // (k % 3)
        finally:
            o.x = -1
    o, out = N(5), []
    try:
        for x in inner(o):
            out.append(x)
            if k % 4 == 3:
                break
    except ZeroDivisionError:
        out.append("zero")
    return out
def thrown(k):
    o = N(1)
    g = walk(o, 9)
    next(g)
    o.x = 10
    r = attempt(g.throw, ValueError(k % 2)) if k % 3 else g.close()
    return r, attempt(next, g), o.x, g.gi_frame
for f in (walks, delegates, thrown):
    print(f.__name__, hot(f))
