# Operator overloading: every binary, reflected and in-place method, comparisons, unary, conversions, containers, calls.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Trace:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


names = "add sub mul truediv floordiv mod divmod pow lshift rshift and or xor matmul".split()
for n in names:
    def forward(self, o, n=n): return f"{self.name}.{n}({o!r})"
    def reflected(self, o, n=n): return f"{self.name}.r{n}({o!r})"
    def inplace(self, o, n=n): return f"{self.name}.i{n}({o!r})"
    setattr(Trace, f"__{n}__", forward)
    setattr(Trace, f"__r{n}__", reflected)
    if n != "divmod":
        setattr(Trace, f"__i{n}__", inplace)


class Sub(Trace):
    def __radd__(self, o):
        return f"Sub.radd({o!r})"


class Declines:
    def __add__(self, o): return NotImplemented
    def __radd__(self, o): return NotImplemented
    def __iadd__(self, o): return NotImplemented
    def __lt__(self, o): return NotImplemented
    def __eq__(self, o): return NotImplemented
    def __repr__(self): return "Declines"


class OnlyAdd:
    def __add__(self, o): return "OnlyAdd.add"


OPS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "//": lambda a, b: a // b, "%": lambda a, b: a % b, "**": lambda a, b: a**b, "<<": lambda a, b: a << b,
    ">>": lambda a, b: a >> b, "&": lambda a, b: a & b, "|": lambda a, b: a | b, "^": lambda a, b: a ^ b, "@": lambda a, b: a @ b, "divmod": divmod,
}


def inplace_all(make, other):
    out = []
    x = make(); x += other; out.append(x)
    x = make(); x -= other; out.append(x)
    x = make(); x *= other; out.append(x)
    x = make(); x /= other; out.append(x)
    x = make(); x //= other; out.append(x)
    x = make(); x %= other; out.append(x)
    x = make(); x **= other; out.append(x)
    x = make(); x <<= other; out.append(x)
    x = make(); x >>= other; out.append(x)
    x = make(); x &= other; out.append(x)
    x = make(); x |= other; out.append(x)
    x = make(); x ^= other; out.append(x)
    x = make(); x @= other; out.append(x)
    return out


t, s, d, o = Trace("T"), Sub("S"), Declines(), OnlyAdd()
for symbol, op in OPS.items():
    print(symbol, op(t, 1), op(1, t), op(t, s), op(s, t), op("x", t) if symbol not in "%" else "", op([1], t) if symbol != "+" else attempt(op, [1], t), op(None, t), op(2.5, t))
print(inplace_all(lambda: Trace("I"), 5))
print(attempt(inplace_all, lambda: 7, Trace("R")))
print(attempt(inplace_all, lambda: 7, 3))
print(attempt(lambda: d + d), attempt(lambda: d + 1), attempt(lambda: 1 + d), attempt(lambda: d < d), d == d, d == 5, d != 5, attempt(lambda: o + d), attempt(lambda: d + o), attempt(lambda: d - d), attempt(lambda: d + Trace("Z")))


def try_iadd(x, y):
    x += y
    return x


print(attempt(try_iadd, d, 1), attempt(try_iadd, o, 1), attempt(try_iadd, [1], (2, 3)), attempt(try_iadd, (1,), [2]), attempt(try_iadd, [1], 5), attempt(try_iadd, 1, t), attempt(try_iadd, "a", "b"), attempt(try_iadd, {1}, {2}))
for symbol, op in OPS.items():
    print(symbol, [attempt(op, a, b) for a, b in ((1, "x"), ("x", None), ([], {}), (object, 1), (1.5, []))])


class Cmp:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return ("lt", self.v, getattr(o, "v", o))
    def __le__(self, o): return ("le", self.v, getattr(o, "v", o))
    def __eq__(self, o): return ("eq", self.v, getattr(o, "v", o))
    def __ne__(self, o): return ("ne", self.v, getattr(o, "v", o))
    def __gt__(self, o): return ("gt", self.v, getattr(o, "v", o))
    def __ge__(self, o): return ("ge", self.v, getattr(o, "v", o))


class SubCmp(Cmp):
    pass


a, b = Cmp(1), SubCmp(2)
print(a < b, a <= b, a == b, a != b, a > b, a >= b, b < a, 5 < a, 5 == a, a == 5, "x" >= a, attempt(hash, a), a < b < a, not (a < b), attempt(lambda: [Cmp(1)] == [Cmp(2)]), a in [b])


class Unary:
    def __neg__(self): return "neg"
    def __pos__(self): return "pos"
    def __invert__(self): return "invert"
    def __abs__(self): return "abs"
    def __bool__(self): return False
    def __int__(self): return 3
    def __float__(self): return 3.5
    def __complex__(self): return 1 + 2j
    def __index__(self): return 2
    def __round__(self, n="none"): return ("round", n)
    def __floor__(self): return "floor"
    def __ceil__(self): return "ceil"
    def __trunc__(self): return "trunc"
    def __hash__(self): return 77
    def __str__(self): return "str"
    def __repr__(self): return "repr"
    def __bytes__(self): return b"bytes"
    def __format__(self, spec): return f"format:{spec}"
    def __len__(self): return 4
    def __length_hint__(self): return 9
    def __contains__(self, x): return x == "in"
    def __iter__(self): return iter("iter")
    def __reversed__(self): return "reversed"
    def __getitem__(self, k): return ("item", k)
    def __call__(self, *a, **k): return ("call", a, k)
    def __dir__(self): return ["b", "a"]
    def __sizeof__(self): return 1
    def __divmod__(self, o): return "divmod"
    def __pow__(self, o, m=None): return ("pow", o, m)
    def __rpow__(self, o, m=None): return ("rpow", o, m)


u = Unary()
import math
print(-u, +u, ~u, abs(u), not u, int(u), float(u), complex(u), hex(u), round(u), round(u, 2), math.floor(u), math.ceil(u), math.trunc(u), hash(u), str(u), repr(u), bytes(u), f"{u} {u!r} {u:spec} {u!s:>5}", "%s %r" % (u, u), len(u), "in" in u, "out" in u, list(u), reversed(u), u[1], u[1:2], u[1, 2], u[..., None], u(1, k=2), dir(u), divmod(u, 1), pow(u, 2, 3), pow(u, 2), 2**u, "abc"[u], [0, 1, 2, 3][:u], bool(u), "yes" if u else "no", (u and 1, u or 2), math.sqrt(u), range(u), chr(65 + u.__index__()))


class Bad:
    def __len__(self): return "x"
    def __bool__(self): return 2
    def __str__(self): return 5
    def __repr__(self): return None
    def __hash__(self): return "h"
    def __int__(self): return 1.5
    def __float__(self): return "f"
    def __index__(self): return "i"
    def __iter__(self): return 3
    def __contains__(self, x): raise KeyError("contains")
    def __format__(self, s): return 5
    def __bytes__(self): return "b"
    def __reversed__(self): raise ValueError("reversed")
    def __length_hint__(self): return -5


x = Bad()
for f in (len, bool, str, repr, hash, int, float, hex, iter, list, format, bytes, reversed, lambda x: 1 in x, lambda x: f"{x}", lambda x: [1][x], lambda x: "%s" % x, lambda x: "%d" % x, lambda x: [0] * x, print):
    print(attempt(f, x))


class NegLen:
    def __len__(self): return -1


class HugeLen:
    def __len__(self): return 2**70


print(attempt(len, NegLen()), attempt(bool, NegLen()), attempt(len, HugeLen()), attempt(list, 5), attempt(len, 5), attempt(lambda: -"x"), attempt(lambda: ~1.5), attempt(abs, "x"), attempt(round, "x"), attempt(lambda: 5()), attempt(lambda: 5[0]), attempt(lambda: None.x), attempt(lambda: (1)[0]), attempt(iter, 5), attempt(next, 5), attempt(reversed, {1}), attempt(lambda: 1 in 5), attempt(hash, []))


class Vector:
    __slots__ = ("x", "y")

    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return Vector(self.x + o.x, self.y + o.y) if isinstance(o, Vector) else NotImplemented
    def __iadd__(self, o): self.x += o.x; self.y += o.y; return self
    def __mul__(self, k): return self.x * k.x + self.y * k.y if isinstance(k, Vector) else Vector(self.x * k, self.y * k)
    def __rmul__(self, k): return self * k
    def __neg__(self): return self * -1
    def __eq__(self, o): return isinstance(o, Vector) and (self.x, self.y) == (o.x, o.y)
    def __hash__(self): return hash((self.x, self.y))
    def __iter__(self): yield self.x; yield self.y
    def __abs__(self): return math.hypot(*self)
    def __getitem__(self, i): return (self.x, self.y)[i]
    def __bool__(self): return any(self)
    def __repr__(self): return f"Vector({self.x!r}, {self.y!r})"
    def __matmul__(self, o): return self.x * o.y - self.y * o.x


v = Vector(3, 4)
w = v
w += Vector(1, 1)
print(v is w, v, v + v, v * 2, 2 * v, v * v, -v, abs(Vector(3, 4)), v == Vector(4, 5), {v: 1}[Vector(4, 5)], list(v), v[0], bool(Vector(0, 0)), v @ Vector(0, 1), sum([v, v], Vector(0, 0)), attempt(lambda: v + 1), attempt(sum, [v]))
acc = Vector(0, 0)
for i in range(200):
    acc += Vector(i, 1) * 2
    acc = acc + -Vector(1, 0)
print(acc)
