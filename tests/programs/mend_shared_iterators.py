# An iterator that was made for a loop, and that the program gets hold of in another way, advances for all who have it.
import sys


def first(v):
    it = iter(v)
    for x in it:
        if x == 2:
            break
    return list(it)


def second(v):
    for x in v:
        if x == 2:
            break
    return list(v)


def third(v):
    w = v
    for x in v:
        if x == 2:
            break
    return list(w)


def total():
    return sum(i for i in [1, 2, 3])


def having(f):
    """A function like total that calls f with the iterator where the generator expression was."""
    c = total.__code__
    consts = tuple(f.__code__ if hasattr(k, "co_code") else k for k in c.co_consts)
    return type(total)(c.replace(co_consts=consts), globals())


for f in map(having, (first, second, third)):
    print([f() for i in range(200)].count(3))


def outside(n):
    out = []
    for k in range(n):
        g = (x for x in [1, 2, 3, 4])
        it = g.gi_frame.f_locals[".0"]
        out.append((next(g), next(it), next(g), list(it), list(g)))
    return out


seen = outside(200)
print(len(seen), set(map(str, seen)))
