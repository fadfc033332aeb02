# Objects that begin alike and have more or fewer items meet where branches join: each keeps its own length.


class T(tuple):
    pass


def tuples(a, b, c):
    if not a:
        x = (b,)
    elif a is b:
        x = (a,)
    elif c:
        x = a, b, c
    else:
        x = a, b
    return T(x)


def tails(a, b):
    if a:
        x = a, b, b
    elif b:
        x = a, b
    else:
        x = (a,)
    y = T(x)
    return y, len(x), x[-1], x


def star(*args):
    return T(args)


def starred(a, b, c):
    if a:
        x = (a,)
    elif b:
        x = (a, b)
    else:
        x = (a, b, c)
    return star(*x)


def nested(a, b):
    x = (a, (b,)) if a else (a, (b, a))
    return T(x)


def raised(a, b):
    e = None
    try:
        if not a:
            raise ValueError(b)
        if b:
            raise ValueError(b, a)
        raise ValueError
    except ValueError as x:
        e = x
    return e.args, str(e)


def made(a, b):
    if a:
        e = KeyError(a)
    elif b:
        e = KeyError(a, b)
    else:
        e = KeyError()
    T()
    return e.args


def zipped(a, b):
    total = 0
    if a:
        z = zip(a)
    elif b:
        z = zip(a, b)
    else:
        z = zip(a, b, a)
    for x in z:
        total += len(x) + sum(x)
    return total


def sliced(a, b, s):
    if a:
        k = slice(a, b)
    else:
        k = slice(a, b, 2)
    T()
    return s[k]


def loop(n):
    x, out = (), []
    for i in range(n):
        if i % 3 == 0:
            x = (i,)
        elif i % 3 == 1:
            x = x[0], i
        else:
            x = x[0], x[1], i
        out.append(T(x))
    return out


def check(f, cases):
    first = [f(*c) for c in cases]
    for _ in range(400):
        for c, e in zip(cases, first):
            r = f(*c)
            if r != e:
                print(f.__name__, "differs", c, r, e)
                return
    print(f.__name__, first)


check(tuples, [(1, 1, 0), (None, 1, 0), (2, 1, 0), (2, 1, 3), ("a", 1, 0), ("a", "a", 0)])
check(tails, [(1, 2), (0, 2), (0, 0), (0, 2)])
check(starred, [(1, 2, 3), (0, 2, 3), (0, 0, 3), (1, 2, 3)])
check(nested, [(1, 2), (0, 2), (1, 2)])
check(raised, [(0, 1), (1, 1), (1, 0), (0, 1)])
check(made, [(1, 1), (0, 1), (0, 0)])
check(zipped, [((1, 2), ()), ((), (1,)), ((), ()), ([1], ())])
check(sliced, [(1, 4, "abcdef"), (0, 4, "abcdef")])
print([len(x) for x in loop(12)], all(len(x) == i % 3 + 1 for i, x in enumerate(loop(3000))))
