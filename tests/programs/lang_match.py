# The match statement in all its forms.


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


class Point3(Point):
    __match_args__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z


class NoArgs:
    a = 1


class BadArgs:
    __match_args__ = ["x"]
    x = 1


class Color:
    RED = "red"
    GREEN = 3


def literal(v):
    match v:
        case 0:
            return "zero"
        case -1 | -2:
            return "negative"
        case 1.5:
            return "float"
        case "hello" | 'hi':
            return "greeting"
        case b"raw":
            return "bytes"
        case True:
            return "true"
        case None:
            return "none"
        case Color.RED | Color.GREEN:
            return "color"
        case 1 + 2j:
            return "complex"
    return "other"


def sequence(v):
    match v:
        case []:
            return "empty"
        case [x]:
            return "one", x
        case [1, 2]:
            return "one-two"
        case [x, y] if x == y:
            return "same", x
        case (a, b):
            return "pair", a, b
        case ["cmd", *args, "end"]:
            return "command", args
        case [_, _, *_] if len(v) > 5:
            return "long"
        case [first, *middle, last]:
            return first, middle, last
    return "not a sequence"


def mapping(v):
    match v:
        case {"type": "circle", "r": float() | int() as r}:
            return "circle", r
        case {"type": "rect", "size": [w, h], **rest}:
            return "rect", w, h, rest
        case {1: x, "k": {"deep": [*_, y]}}:
            return "deep", x, y
        case {"only": None}:
            return "only none"
        case {}:
            return "some mapping"
    return "not a mapping"


def classes(v):
    match v:
        case Point3(x, y, z) if z:
            return "3d", x, y, z
        case Point(0, 0):
            return "origin"
        case Point(x=0):
            return "on y axis", v.y
        case Point(x, y=5 | 6 as y):
            return "y is 5 or 6", x, y
        case Point(Point(a, b), y):
            return "nested", a, b, y
        case Point():
            return "a point"
        case NoArgs(a=1):
            return "noargs"
        case bool(b):
            return "bool", b
        case int(n) | float(n):
            return "number", n
        case str(s):
            return "str", s
        case list([1, *rest]) | tuple([1, *rest]):
            return "starts with 1", rest
        case dict(d):
            return "dict", d
        case bytes() | set():
            return "bytes or set"
        case type():
            return "a type", v.__name__
        case object(missing=m):
            return "impossible"
        case _:
            return "other"


class Seq:
    def __init__(self, *a):
        self.a = a

    def __len__(self):
        return len(self.a)

    def __getitem__(self, i):
        return self.a[i]


for v in (0, 0.0, False, -1, -2, 1.5, "hello", "hi", b"raw", True, 1, None, "red", 3, 2, [], 1 + 2j):
    print(repr(v), literal(v))
for v in ([], (), [7], [1, 2], (1, 2), [3, 3], [3, 4], ["cmd", "end"], ["cmd", 1, 2, "end"], list(range(6)), [1, 2, 3], range(4), "ab", b"ab", {1, 2}, {1: 2}, 5, Seq(1, 2), iter([1])):
    print(v if not isinstance(v, Seq) and "iter" not in repr(v) else type(v).__name__, sequence(v))
for v in ({}, {"type": "circle", "r": 2}, {"type": "circle", "r": "x"}, {"type": "rect", "size": (3, 4), "fill": 1, "z": 2}, {"type": "rect", "size": [1]}, {1: 5, "k": {"deep": [1, 2, 3]}},
          {"only": None}, {"only": 0}, [], "x"):
    print(v, mapping(v))
for v in (Point(0, 0), Point(0, 9), Point(4, 6), Point(Point(1, 2), 3), Point(7, 8), Point3(1, 2, 3), Point3(1, 2, 0), NoArgs(), True, 5, 2.5, "s", [1, 2, 3], (1,), [2], {}, b"", {1}, int, None, ...):
    print(type(v).__name__, classes(v))


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def too_many():
    match Point(1, 2):
        case Point(1, 2, 3):
            return "?"


def bad_args():
    match BadArgs():
        case BadArgs(1):
            return "?"


def twice():
    match Point(1, 2):
        case Point(1, x=1):
            return "?"


def not_type():
    p = 5
    match 5:
        case p():
            return "?"


def no_positional():
    match NoArgs():
        case NoArgs(1):
            return "?"


def none_set():
    match 5:
        case int(1, 2):
            return "?"


for f in (too_many, bad_args, twice, not_type, no_positional, none_set):
    print(f.__name__, attempt(f))


def bindings(v):
    match v:
        case [a, b, 3] | [3, a, b]:
            return a, b
        case [a, [b, [c, *d]]] as whole:
            return a, b, c, d, whole
        case (1 | 2 | 3) as n, str() as s:
            return n, s
    return None


print([bindings(v) for v in ([1, 2, 3], [3, 4, 5], [1, [2, [3, 4, 5]]], (2, "x"), (4, "x"), [3, 9, 3])])


def machine(program):
    stack = []
    out = []
    for op in program:
        match op:
            case int() | float():
                stack.append(op)
            case "+" | "-" | "*" as f:
                b, a = stack.pop(), stack.pop()
                match f:
                    case "+":
                        stack.append(a + b)
                    case "-":
                        stack.append(a - b)
                    case _:
                        stack.append(a * b)
            case ("if", [*yes], [*no]):
                out.append(machine([*stack[-1:], *(yes if stack.pop() else no)]))
            case {"store": name}:
                out.append((name, stack[-1]))
            case other:
                out.append(("?", other))
    return stack, out


print(machine([1, 2, "+", 3, "*", {"store": "x"}, ("if", [5, "*"], [0]), "!"]))
for i in range(120):
    r = (literal(i % 3), sequence([i, i + 1, 2]), mapping({"type": "circle", "r": i}), classes(Point(i, 5)))
print(r)
match (x := 5), x + 1:
    case int(), 6 as six:
        print(x, six)
