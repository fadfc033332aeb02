# Context managers.


class CM:
    def __init__(self, name, swallow=False, fail=None):
        self.name, self.swallow, self.fail = name, swallow, fail

    def __enter__(self):
        print("enter", self.name)
        if self.fail == "enter":
            raise RuntimeError("enter failed")
        return self.name.upper()

    def __exit__(self, kind, value, tb):
        print("exit", self.name, kind.__name__ if kind else None, repr(value), tb is not None)
        if self.fail == "exit":
            raise RuntimeError("exit failed")
        return self.swallow


def attempt(f, *a):
    try:
        print("result", f(*a))
    except Exception as e:
        print("error", type(e).__name__, e, "| context", repr(e.__context__))


def plain():
    with CM("a") as x:
        return x


def two(swallow):
    with CM("a", swallow) as x, CM("b") as y:
        print(x, y)
        raise ValueError("body")
    return "continued"


def parens():
    with (
        CM("a") as (x, *rest),
        CM("b"),
        CM("c") as target[0],
    ):
        return x, rest, target


def fails(how):
    with CM("ok", swallow=True):
        with CM("bad", fail=how):
            print("body")
            if how == "exit2":
                raise KeyError("k")
    return "after"


def looping():
    out = []
    for i in range(4):
        with CM(f"l{i}"):
            if i == 0:
                continue
            if i == 2:
                break
            out.append(i)
    return out


def exit_and_body():
    with CM("x", fail="exit"):
        raise KeyError("body error")


def gen():
    with CM("g"):
        yield 1
        yield 2


target = [None]
attempt(plain)
attempt(two, False)
attempt(two, True)
attempt(parens)
attempt(fails, "enter")
attempt(fails, "exit")
attempt(fails, None)
attempt(looping)
attempt(exit_and_body)
attempt(lambda: list(gen()))
g = gen()
print(next(g))
g.close()


class NoExit:
    def __enter__(self):
        pass


class NoEnter:
    def __exit__(self, *a):
        pass


class Instance:
    pass


inst = Instance()
inst.__enter__ = lambda: 1
inst.__exit__ = lambda *a: None


def use(cm):
    with cm:
        return "used"


for cm in (NoExit(), NoEnter(), 5, inst, Instance):
    attempt(use, cm)


class ManagerFromGenerator:
    """A context manager made of a generator, as contextlib's is."""

    def __init__(self, f):
        self.f = f

    def __call__(self, *a):
        self.gen = self.f(*a)
        return self

    def __enter__(self):
        return next(self.gen)

    def __exit__(self, kind, value, tb):
        if kind is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator did not stop")
        try:
            self.gen.throw(value)
        except StopIteration as e:
            return e is not value
        except BaseException as e:
            if e is not value:
                raise
            return False
        raise RuntimeError("generator did not stop after throw")


@ManagerFromGenerator
def tag(name):
    print(f"<{name}>")
    try:
        yield name
    except ValueError as e:
        print("tag saw", e)
    finally:
        print(f"</{name}>")


with tag("p") as t:
    print(t)
with tag("q"):
    raise ValueError("handled by the generator")
try:
    with tag("r"):
        raise KeyError("passes")
except KeyError as e:
    print("outside", e)


class Stack:
    def __init__(self):
        self.exits = []

    def push(self, cm):
        r = type(cm).__enter__(cm)
        self.exits.append(cm)
        return r

    def __enter__(self):
        return self

    def __exit__(self, *info):
        suppressed = False
        while self.exits:
            if self.exits.pop().__exit__(*info):
                info = (None, None, None)
                suppressed = True
        return suppressed


with Stack() as s:
    for i in range(3):
        s.push(CM(f"s{i}", swallow=i == 1))
    raise ValueError("stacked")


class Quiet:
    n = 0

    def __enter__(self):
        Quiet.n += 1
        return self

    def __exit__(self, kind, value, tb):
        Quiet.n += 10
        return kind is ValueError


def many():
    for i in range(200):
        with Quiet() as q, Quiet():
            if i % 5 == 0:
                raise ValueError(i)
    return Quiet.n


print(many())
