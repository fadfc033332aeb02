# match statements in hot loops: literals, captures, sequences, mappings, classes, guards.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Shape:
    pass


class Circle(Shape):
    __match_args__ = ("r",)

    def __init__(self, r):
        self.r = r


class Rect(Shape):
    __match_args__ = ("w", "h")

    def __init__(self, w, h):
        self.w = w
        self.h = h


def literals(n):
    t = 0
    for i in range(n):
        match i % 7:
            case 0:
                t += 1
            case 1 | 2:
                t += 10
            case 3 if i > 500:
                t += 100
            case x if x > 5:
                t += 1000
            case _:
                t -= 1
    return t


def values(n):
    vs = [1, 1.0, True, "a", b"a", None, (1, 2), [1, 2, 3], {"k": 1}, Point(0, 5), Point(2.5, 1), {}, [], 2**70, -1, "", range(3), {1: 2, "k": 3, "z": 4}]
    log = {}
    for i in range(n):
        match vs[i % len(vs)]:
            case True:
                r = "true"
            case 1:
                r = "one"
            case None:
                r = "none"
            case int(x) if x < 0:
                r = "negative"
            case int() | float():
                r = "number"
            case "":
                r = "empty"
            case str(s):
                r = s
            case bytes():
                r = "bytes"
            case [1, *rest]:
                r = len(rest)
            case []:
                r = "nothing"
            case {"k": v, **others}:
                r = v, len(others)
            case {}:
                r = "mapping"
            case Point(0, y):
                r = y
            case Point(x=x, y=1 as one):
                r = x + one
            case _:
                r = "other"
        log[r] = log.get(r, 0) + 1
    return log


def areas(n):
    shapes, t = [Circle(1.5), Rect(2, 3), Circle(2), Rect(0.5, 4), Rect(1, 1)], 0.0
    for i in range(n):
        match shapes[i % 5]:
            case Circle(r):
                t += 3 * r * r
            case Rect(w, h) if w == h:
                t += w * w
            case Rect(w, h):
                t += w * h
        if i == n // 2:
            Rect.__match_args__ = ("h", "w")
            shapes[1] = Shape()
    return t


def machine(code, n):
    """A small stack machine: tuples matched by shape."""
    acc, stack, pc, steps = 0, [], 0, 0
    while steps < n:
        steps += 1
        match code[pc]:
            case ("push", v):
                stack.append(v)
            case ("add",):
                b, a = stack.pop(), stack.pop()
                stack.append(a + b)
            case ("mul", int(k)):
                stack.append(stack.pop() * k % 10007)
            case ("jump", target) | ("goto", target):
                pc = target
                continue
            case ("store",):
                acc = stack.pop()
            case ("load",):
                stack.append(acc)
            case [op, *args]:
                raise ValueError(op, args)
        pc += 1
    return acc, stack


def errors(n):
    bad = 0
    for i in range(n):
        try:
            match Point(i, 1):
                case Point(a, b, c) if i % 2:
                    bad += 1
                case Point(a, 2):
                    bad += a
        except TypeError as e:
            bad += len(str(e))
        try:
            match i % 3:
                case 0:
                    del bad_name  # noqa
                case 1:
                    captured = i
            bad += captured
        except UnboundLocalError:
            bad += 2
    return bad


print(literals(1400), values(1260), areas(1000))
print(machine([("push", 3), ("mul", 7), ("load",), ("add",), ("store",), ("goto", 0)], 2000))
try:
    machine([("push", 3), ("mul", 2), ("store",), ("mul", 0.5)], 100)
except ValueError as e:
    print(e)
print(errors(600))
