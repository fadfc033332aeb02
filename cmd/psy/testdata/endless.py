# Every kind of endless recursion ends in RecursionError.
class A:
    def __eq__(self, other):
        return other == self

    def __getattr__(self, name):
        return getattr(self, name)

    def __repr__(self):
        return repr([self])

    def __str__(self):
        return str(self)

    def __hash__(self):
        return hash(self)

    def __bool__(self):
        return not self

    def __len__(self):
        return len(self)

    def __iter__(self):
        return iter(self)

    def __contains__(self, x):
        return x in self

    def __lt__(self, other):
        return other < self

    def __add__(self, other):
        return self + other

    def __format__(self, spec):
        return f"{self}"

    def __getitem__(self, i):
        return self[i]

    def __setattr__(self, name, value):
        self.x = value

    def __enter__(self):
        with self:
            pass

    def __exit__(self, *args):
        pass

    def __index__(self):
        return [1][self]


class Meta(type):
    def __call__(cls):
        return cls()

    def __instancecheck__(cls, x):
        return isinstance(x, cls)


class B(metaclass=Meta):
    pass


class C:
    def __init__(self):
        C()


class D:
    pass


D.__call__ = D()


def gen():
    yield from gen()


def gen_loop():
    for x in gen_loop():
        yield x


async def coro():
    await coro()


def key(x):
    return sorted([1, 2], key=key)


def nest(n, wrap):
    x = wrap(None)
    for _ in range(n):
        x = wrap(x)
    return x


def enter():
    with A():
        pass


a = A()
cases = [
    ("eq", lambda: a == a), ("eq other", lambda: a == A()), ("getattr", lambda: a.missing), ("repr", lambda: repr(a)), ("str", lambda: str(a)),
    ("hash", lambda: {a}), ("bool", lambda: not a), ("len", lambda: len(a)), ("iter", lambda: iter(a)), ("contains", lambda: 1 in a),
    ("lt", lambda: a < a), ("add", lambda: a + 1), ("format", lambda: f"{a}"), ("getitem", lambda: a[0]), ("setattr", lambda: setattr(a, "y", 1)),
    ("with", enter), ("index", lambda: [1][a]), ("metaclass", lambda: B()), ("instancecheck", lambda: isinstance(1, B)), ("init", lambda: C()),
    ("call", lambda: D()()), ("yield from", lambda: next(gen())), ("generator", lambda: list(gen_loop())), ("await", lambda: coro().send(None)),
    ("sort", lambda: key(1)), ("nested repr", lambda: repr(nest(100000, lambda x: [x]))), ("nested dict repr", lambda: repr(nest(100000, lambda x: {1: x}))),
    ("nested compare", lambda: nest(100000, lambda x: (x,)) == nest(100000, lambda x: (x,))),
    ("nested isinstance", lambda: isinstance("s", nest(100000, lambda x: (int, x) if x else int))),
]
for name, f in cases:
    try:
        f()
        print(name, "ended")
    except RecursionError:
        print(name, "RecursionError")
