# Functions: parameters of all kinds, defaults, argument errors, attributes, closures, decorators, recursion, lambdas.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def f0(): return "f0"
def f1(a): return a
def f2(a, b=10): return a, b
def f3(a, /, b, *, c): return a, b, c
def f4(*args): return args
def f5(**kw): return kw
def f6(a, b=2, *args, c, d=4, **kw): return a, b, args, c, d, kw
def f7(a, b=1, /, c=2, *, d): return a, b, c, d
def f8(self, /, **self_): return self, self_


calls = [
    (f0, (), {}), (f0, (1,), {}), (f0, (), {"x": 1}), (f1, (), {}), (f1, (1,), {}), (f1, (1, 2), {}), (f1, (), {"a": 5}), (f1, (1,), {"a": 5}), (f1, (), {"b": 5}), (f2, (1,), {}), (f2, (1, 2, 3), {}), (f2, (), {"b": 5}),
    (f2, (), {"b": 5, "a": 1}), (f2, (), {"c": 5}), (f3, (1, 2), {"c": 3}), (f3, (1,), {"b": 2, "c": 3}), (f3, (), {"a": 1, "b": 2, "c": 3}), (f3, (1, 2, 3), {}), (f3, (1, 2), {}), (f3, (1,), {}), (f3, (), {}),
    (f4, (), {}), (f4, (1, 2), {}), (f4, (), {"x": 1}), (f5, (), {"x": 1}), (f5, (1,), {}), (f6, (1,), {"c": 3}), (f6, (1, 2, 3, 4), {"c": 5, "d": 6, "e": 7}), (f6, (), {}), (f6, (), {"c": 1}), (f6, (1,), {}),
    (f6, (1,), {"a": 1, "c": 1}), (f7, (1,), {"d": 4}), (f7, (), {"d": 4}), (f7, (1, 2, 3, 4), {"d": 1}), (f7, (1,), {"b": 2, "d": 3}), (f8, (1,), {"self": 2}), (f6, ("a",), {"c": 1, "z": 2, "y": 3}), (f1, (1, 2, 3), {"k": 4}),
]
for f, a, k in calls:
    print(f.__name__, a, k, attempt(f, *a, **k))


def many(a, b, c, d, e): pass


print(attempt(many), attempt(many, 1, 2), attempt(many, 1, 2, 3, 4), attempt(many, 1, 2, 3, 4, 5, 6), attempt(many, 1, e=5), attempt(lambda *, x, y, z: 0), attempt(lambda: many(*[1, 2], **{"c": 3}, d=4)), attempt(lambda: f5(**{"a": 1}, **{"a": 2})), attempt(lambda: f5(a=1, **{"a": 2})), attempt(lambda: f4(*5)), attempt(lambda: f5(**5)), attempt(lambda: f5(**{1: 2})), attempt(lambda: f4(*None, 1)))


def default_once(x, acc=[]):
    acc.append(x)
    return acc


print(default_once(1), default_once(2), default_once(3, []), default_once.__defaults__)
print(f6.__defaults__, f6.__kwdefaults__, f6.__name__, f6.__qualname__, f6.__module__, f6.__doc__, f6.__annotations__, f6.__code__.co_varnames, f6.__code__.co_argcount, f6.__code__.co_kwonlyargcount, f7.__code__.co_posonlyargcount, f6.__code__.co_flags, f6.__dict__, f6.__closure__, f6.__code__.co_name)


def annotated(a: int, b: "str" = 5, *c: list, d: float = 1.0, **e: dict) -> bool:
    """Doc string."""


print(annotated.__annotations__, annotated.__doc__)
annotated.attr = 1
annotated.__doc__ = "changed"
annotated.__name__ = "renamed"
print(annotated.attr, annotated.__doc__, annotated.__name__, vars(annotated), attempt(setattr, annotated, "__name__", 5), attempt(setattr, annotated, "__defaults__", 5), attempt(setattr, annotated, "__code__", 5), attempt(lambda: annotated.nope))


def counter(start=0):
    n = start

    def inc(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n

    def reset():
        nonlocal n
        n = start

    return inc, get, reset


inc, get, reset = counter(10)
print(inc(), inc(5), get(), reset(), get(), inc.__closure__[0].cell_contents, inc.__code__.co_freevars, counter.__code__.co_cellvars)


def outer():
    x = "outer"

    def middle():
        def inner():
            nonlocal x
            x += "!"
            return x

        return inner

    m = middle()
    return m(), m(), x


print(outer())


def unbound():
    def inner():
        return later

    r = attempt(inner)
    later = 5
    r2 = inner()
    del later
    return r, r2, attempt(inner)


print(unbound())


def local_before():
    try:
        print(z)
    except UnboundLocalError as e:
        print(e)
    z = 1
    del z
    try:
        z
    except UnboundLocalError as e:
        print(e)
    try:
        del z
    except UnboundLocalError as e:
        print(e)


local_before()


def conditional(flag):
    if flag:
        v = 1
    return v


print(conditional(True), attempt(conditional, False))
g = 1


def use_global():
    global g, new_global
    g += 1
    new_global = "made"
    return g


print(use_global(), new_global, g)
del new_global
print(attempt(lambda: new_global))


def shadow():
    len = lambda x: "mine"
    return len([1])


print(shadow(), len([1]))


def deco(tag):
    def wrap(f):
        def wrapper(*a, **k):
            return f"<{tag}>{f(*a, **k)}</{tag}>"

        wrapper.__wrapped__ = f
        wrapper.__name__ = f.__name__
        return wrapper

    return wrap


@deco("b")
@deco("i")
def hello(name, punct="!"):
    return f"hello {name}{punct}"


print(hello("x"), hello("y", punct="?"), hello.__name__, hello.__wrapped__.__wrapped__("z"))


def memo(f):
    cache = {}

    def wrapper(*a):
        if a not in cache:
            cache[a] = f(*a)
        return cache[a]

    wrapper.cache = cache
    return wrapper


@memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(80), len(fib.cache))


def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


print(ackermann(2, 9))
compose = lambda *fs: (lambda x: x) if not fs else lambda x: fs[0](compose(*fs[1:])(x))
curry = lambda f, *a: lambda *b: f(*a, *b)
print(compose(str, lambda x: x + 1, abs)(-5), curry(pow, 2)(10), (lambda x, y=2, *z, w=3, **k: (x, y, z, w, k))(1, q=5), list(map(lambda p: p[0] * p[1], [(1, 2), (3, 4)])))
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(Y(lambda self: lambda n: 1 if n == 0 else n * self(n - 1))(20))
adders = [lambda x, i=i: x + i for i in range(4)]
late = [lambda x: x + i for i in range(4)]
print([a(10) for a in adders], [a(10) for a in late])


class Partial:
    def __init__(self, f, *a, **k):
        self.f, self.a, self.k = f, a, k

    def __call__(self, *a, **k):
        return self.f(*self.a, *a, **self.k, **k)


print(Partial(f6, 1, c=5)(2, 3, e=1), attempt(Partial(f6, 1, c=5), c=6))


def evens(n): return True if n == 0 else odds(n - 1)
def odds(n): return False if n == 0 else evens(n - 1)


print(evens(100), odds(77))


def swap(a, b, c):
    a, b, c = c, a, b
    a, b = b, a
    a = b = c
    return a, b, c


for i in range(150):
    r = (swap(i, 2, 3), f2(i), f2(b=i, a=1), f4(i, i), f6(1, c=i)[3], hello(i))
print(r)


def locals_demo(a, b=2):
    c = 3
    d = locals()
    d["c"] = 99
    del b
    return sorted(locals().items(), key=lambda kv: kv[0])[:2], c, "b" in locals()


print(locals_demo(1))
print((lambda: (yield))().__class__.__name__, callable(f0), callable(5), callable(Partial), f0.__get__(5).__class__.__name__, attempt(f0.__get__(5)), f1.__get__("bound")(), type(f0).__name__, type(len).__name__, type([].append).__name__, type(str.upper).__name__)
