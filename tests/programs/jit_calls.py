# Calls of every form in hot loops: defaults, keywords, *args, **kwargs, keyword-only, positional-only, errors.
def plain(a, b, c):
    return a * 2 + b - c


def defaults(a, b=10, c=0.5):
    return a + b * c


def keyword_only(a, *, k=1, m):
    return a * k + m


def positional_only(a, b=2, /, c=3):
    return a + b * c


def rest(*args):
    t = 0
    for x in args:
        t += x
    return t


def keywords(**kw):
    return len(kw) + kw.get("a", 0) + sum(kw.values())


def everything(a, b=1, /, c=2, *args, d=3, **kw):
    return a + b * 2 + c * 3 + len(args) * 5 + d * 7 + len(kw) * 11


def forward(f, *args, **kw):
    return f(*args, **kw)


def forms(n):
    t, kw, pos = 0, {"c": 3}, (1, 2)
    for i in range(n):
        t += plain(i, 1, 2) + plain(1, c=i, b=2) + plain(*pos, i) + plain(i, 2, **kw)
        t += defaults(i) + defaults(i, 2) + defaults(i, c=2) + defaults(c=1, a=i)
        t += keyword_only(i, m=2) + keyword_only(i, m=1, k=3)
        t += positional_only(i) + positional_only(i, 1, c=2) + positional_only(1, 2, i)
        t += rest() + rest(i) + rest(i, 1, 2.5) + rest(*range(i % 5)) + rest(*pos, *pos, i)
        t += keywords() + keywords(a=i) + keywords(x=1, y=2, **kw)
        t += everything(i) + everything(i, 1, 2, 3, 4, d=5, e=6) + everything(i, c=9) + everything(*pos, i, *pos, **kw | {"c2": 1} if 0 else {"z": i})
        t += forward(plain, i, 1, c=2) + forward(forward, forward, rest, i, i)
    return t


def errors(n):
    bad, texts = 0, set()
    for i in range(n):
        try:
            if i % 6 == 0:
                plain(i)
            elif i % 6 == 1:
                plain(i, 1, 2, 3)
            elif i % 6 == 2:
                plain(i, 1, d=2)
            elif i % 6 == 3:
                plain(i, 1, a=2)
            elif i % 6 == 4:
                keyword_only(i)
            else:
                positional_only(a=i)
        except TypeError as e:
            bad += 1
            texts.add(str(e))
    return bad, sorted(texts)


class C:
    count = 0

    def method(self, a, b=2):
        return a - b

    @classmethod
    def make(cls, n):
        cls.count += n
        return cls.count

    @staticmethod
    def static(a, *, b=1):
        return a * b

    def __call__(self, *args, **kw):
        return len(args) - len(kw)


class D(C):
    count = 100

    def method(self, a, b=3):
        return super().method(a, b) + super().method(b)


def methods(n):
    c, d, t = C(), D(), 0
    bound, unbound = d.method, C.method
    for i in range(n):
        o = c if i % 3 else d
        t += o.method(i) + o.method(i, b=1) + bound(i) + unbound(d, i, 5)
        t += o.make(1) + D.make(2) + C.static(i) + o.static(i, b=0.5)
        t += o(1, 2) + o(*"abc", k=1) + o()
        f = o.method
        t += f(a=i)
    return t, C.count, D.count


def builtins_mixed(n):
    t = 0
    for i in range(n):
        t += abs(i - 500) + len((i, i)) + max(i, 7, 3.5) + min((i, 2)) + sum([1, i]) + int("12") + round(i / 3)
        t += divmod(i, 7)[1] + pow(i, 2, 11) + ord(chr(65 + i % 26)) + len(str(i)) + hash(i) + bool(i) + (i).bit_length()
        t += len([].__class__.__name__) + [3, 1, 2].index(2) + "a,b".split(",").count("a") + {1: i}.get(1, 0)
        t += isinstance(i, (str, int)) + callable(abs) + hasattr(i, "real") + getattr(i, "imag") + len(list(range(i % 4)))
        t += float(i) + complex(i, 1).imag + len(bytes(i % 3)) + any((0, i)) + all((1, i)) + type(i)(3)
    return t


def varying(n):
    """The same site calls different things."""
    fs = [plain, lambda a, b, c: a, rest, max, C(), C().method.__func__, everything, lambda *a: a[0]]
    t = 0
    for i in range(n):
        f = fs[i // 40 % len(fs)]
        try:
            t += f(i, 2, 3)
        except (TypeError, AttributeError):
            t -= 1
    return t


def mutable_default(x, seen=[]):  # noqa
    seen.append(x)
    return len(seen)


print(forms(500), errors(600), methods(500))
print(builtins_mixed(700), varying(960), sum(mutable_default(i) for i in range(400)))
