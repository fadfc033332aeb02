# Functions with **kwargs that get no keywords, and what they do with the empty dict.
import sys


def unused(a, *args, **kwargs):
    return a + len(args)


def passes(f, *args, **kwargs):
    return f(*args, **kwargs)


def target(a, b=2, *args, **kwargs):
    return a, b, args, kwargs


def level(n, **kwargs):
    if n == 0:
        return kwargs
    return level(n - 1, **kwargs)


class Logger:
    def __init__(self, on):
        self.on, self.seen = on, []

    def debug(self, msg, *args, **kwargs):
        if self.on:
            self.log(1, msg, args, **kwargs)

    def log(self, n, msg, args, extra=None, **kwargs):
        self.seen.append((n, msg % args if args else msg, extra, kwargs))


def truth(**kwargs):
    if kwargs:
        return "some"
    return "none"


def uses(how, **kwargs):
    if how == 0:
        return len(kwargs)
    if how == 1:
        return kwargs.get("x", 7)
    if how == 2:
        return kwargs.pop("x", 8)
    if how == 3:
        return "x" in kwargs
    if how == 4:
        return [k for k in kwargs]
    if how == 5:
        kwargs["x"] = how
        return kwargs
    if how == 6:
        return sorted(kwargs.items())
    if how == 7:
        kwargs.setdefault("y", []).append(1)
        return kwargs
    if how == 8:
        try:
            return kwargs["x"]
        except KeyError as e:
            return str(e)
    if how == 9:
        return dict(kwargs), {**kwargs}, {**kwargs, "z": 1}, kwargs == {}, kwargs is kwargs, not kwargs
    if how == 10:
        kwargs.update(b=1)
        return target(1, **kwargs)
    if how == 11:
        return type(kwargs), isinstance(kwargs, dict), repr(kwargs), str(kwargs), f"{kwargs}"
    if how == 12:
        return locals()
    if how == 13:
        return sys._getframe().f_locals["kwargs"]
    if how == 14:
        def inner():
            kwargs["in"] = 1
            return kwargs
        return inner(), kwargs
    if how == 15:
        return kwargs | {"b": 2}, {"b": 2} | kwargs
    if how == 16:
        match kwargs:
            case {"x": _}:
                return "x"
            case {}:
                return "empty"
    if how == 17:
        kwargs = None
        return kwargs
    if how == 18:
        del kwargs
        try:
            return kwargs
        except UnboundLocalError:
            return "unbound"
    if how == 19:
        return (lambda **kw: kw)(**kwargs), keep(kwargs), keep(kwargs) is kwargs
    if how == 20:
        it = iter(kwargs)
        kwargs["later"] = 1
        try:
            return next(it)
        except RuntimeError as e:
            return str(e)
    if how == 21:
        kwargs |= {"x": 1}
        return kwargs, bool(kwargs), all(kwargs), max(kwargs)
    if how == 22:
        other = kwargs
        other["o"] = 1
        return kwargs, other is kwargs
    if how == 23:
        raise_it(**kwargs)
    return copy(kwargs)


def keep(d):
    return d


def copy(d, **kwargs):
    d = dict(d, **kwargs)
    d[len(d)] = kwargs
    return d


def raise_it(**kwargs):
    raise ValueError(kwargs)


def generator(n, **kwargs):
    for i in range(n):
        yield i + len(kwargs)
        kwargs[i] = i


async def coroutine(**kwargs):
    return kwargs, await other(**kwargs)


async def other(*args, **kwargs):
    kwargs["o"] = args
    return kwargs


def run(co):
    try:
        co.send(None)
    except StopIteration as e:
        return e.value


def deco(f):
    def wrapper(*args, **kwargs):
        kwargs.setdefault("k", len(args))
        return f(*args, **kwargs)

    return wrapper


@deco
def wrapped(*args, k=0):
    return len(args) * 10 + k


class Made:
    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs

    def __call__(self, x, **kwargs):
        kwargs[x] = self.kwargs
        return kwargs

    def __getattr__(self, name):
        return lambda **kwargs: (name, kwargs)


class Sub(Made):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.kwargs["sub"] = len(args)


def recursive(n, *args, **kwargs):
    kwargs[str(n)] = n
    if n:
        return recursive(n - 1, *args, **kwargs)
    return len(kwargs), len(args)


def distinct():
    a, b = keep_kwargs(), keep_kwargs()
    a["x"] = 1
    return a, b, a is b


def keep_kwargs(**kwargs):
    return kwargs


def loops(n, **kwargs):
    total = 0
    for i in range(n):
        total += len(kwargs)
        if i == n // 2:
            kwargs["half"] = i
        total += passes(unused, i, **({} if i % 3 else kwargs)) if not kwargs else 1
    return total, kwargs


def either(flag, **kwargs):
    if flag:
        kwargs["f"] = 1
    total = 0
    for i in range(3):
        total += len(kwargs)
    return total, kwargs


quiet, loud = Logger(False), Logger(True)
for turn in range(400):
    r = [unused(turn, 1, 2), passes(target, 1), passes(target, 1, 2, 3, 4), passes(target, 1, b=3), passes(target, 1, c=3), level(5), truth(), truth(a=1)]
    quiet.debug("a %s", 1)
    quiet.debug("b")
    loud.debug("c %s", turn)
    loud.debug("d", extra=2)
    for how in range(25):
        try:
            x = uses(how)
        except ValueError as e:
            x = e.args
        r.append({k: v for k, v in x.items()} if type(x) is dict else x)
    r += [list(generator(3)), run(coroutine()), wrapped(), wrapped(1, 2), wrapped(1, k=5), Made().kwargs, Made()(3), Made().attr(), Sub(1).kwargs, Sub(a=1).kwargs]
    r += [recursive(4, 1), distinct(), loops(7), either(turn & 1), either(turn & 2, g=1)]
    if turn in (0, 1, 2, 3, 398, 399):
        print(r)
print(len(quiet.seen), loud.seen[-2:])
