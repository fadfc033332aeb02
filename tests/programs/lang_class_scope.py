# Names in class bodies inside functions: class first, then the cell; annotations; docstrings; nested functions; del of names and cells.


def outer():
    v = "cell"
    w = "outer w"

    class K:
        a = v
        w = "class w"
        b = w
        del w
        c = [v for _ in range(2)]

        def m(self):
            return v, w

        class Deep:
            d = v, w

    def deleter():
        nonlocal v
        del v

    k = K()
    r = [K.a, K.b, K.c, k.m(), K.Deep.d]
    deleter()
    try:
        k.m()
    except NameError as e:
        r.append(str(e))
    try:
        v
    except UnboundLocalError as e:
        r.append(str(e))
    except NameError as e:
        r.append("name: " + str(e))
    return r


print(outer())


def deleted_cell():
    x = 1

    def f():
        return x

    del x
    try:
        return f()
    except NameError as e:
        return str(e)


print(deleted_cell())


class Annotated:
    """The doc."""

    n: int = 1
    s: str
    (p): float = 2.0
    o: "later" = None


print(Annotated.__annotations__, Annotated.__doc__, hasattr(Annotated, "s"), hasattr(Annotated, "p"))
count: int = 0
name: str
print(__annotations__)


def local_annotation():
    q: undefined_name = 5
    z: int
    try:
        z
    except UnboundLocalError as e:
        return q, str(e)


print(local_annotation())
g = 1


def global_del():
    global g
    del g
    try:
        g
    except NameError as e:
        first = str(e)
    try:
        del g
    except NameError as e:
        return first, str(e)


print(global_del())
try:
    del never_defined
except NameError as e:
    print(e)


class Body:
    x = 5
    del x
    try:
        x
    except NameError as e:
        msg = str(e)
    try:
        del x
    except NameError as e:
        msg2 = str(e)


print(Body.msg, "|", Body.msg2)


def gen_class():
    for n in range(3):
        class C:
            value = n
            f = lambda self, n=n: (n, __class__.value)
        yield C


print([c().f() for c in gen_class()])


class Lambdas:
    fs = [lambda i=i: i for i in range(3)]
    total = sum(f() for f in fs)
    table = {k: v for k, v in zip("ab", (1, 2))}
    both = [(a, b) for a, b in zip(fs[0:1], table)]


print(Lambdas.total, Lambdas.table, len(Lambdas.both))
