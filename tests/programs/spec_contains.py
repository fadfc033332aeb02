# CONTAINS_OP with strs, lists and tuples: forms that only psy has. A program sees the instruction that CPython has.
import marshal
import _opcode


def inside(x, c):
    return x in c, x not in c


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


class Text(str):
    def __contains__(self, x):
        return "asked"


class Few(list):
    pass


class Pair(tuple):
    def __contains__(self, x):
        return []


class Equal:
    def __eq__(self, other):
        seen.append(other)
        return other == "b"


class Shrinks:
    def __eq__(self, other):
        shrinking.clear()
        return False


class Fails:
    def __eq__(self, other):
        raise KeyError("no")


nan = float("nan")
seen = []
shrinking = [1, Shrinks(), "b"]
containers = [
    "abc", "", "\xe9t\xe9", "a\u20acb", "\U0001f600", Text("abc"), ["a", "b"], [], [1, 2, 3], [1, "a", None, nan, 2**70, 1.0], Few(["b"]), ("a", "b"), (),
    (1, 2, 3), (None, nan, True, "abc"), Pair(), {"a", 1}, {"b": 2}, b"abc", range(3), 5, None, ("a", Equal(), "c"), ["a", Equal(), "c"], [1, Fails(), "b"],
    (1, Fails(), "b"),
]
items = ["a", "b", "ab", "", "\xe9", "\u20ac", "\U0001f600", Text("b"), 1, 2, 1.0, nan, None, True, 2**70, b"a", 97]




valid = {op for op in range(256) if _opcode.is_valid(op)}
print(223 in valid, 224 in valid, 235 in valid, _opcode.has_arg(224), attempt(_opcode.stack_effect, 224, 0))
before = marshal.dumps(inside.__code__)
for warm, x in (("abc", "b"), ("abc", "z"), (["a", "b"], "b"), (("a", "b"), "z"), ((1, 2), 2)):
    for _ in range(200):
        inside(x, warm)
    code = inside.__code__
    shown = {op for op, loaded in zip(code._co_code_adaptive[::2], code.co_code[::2]) if loaded and 222 < op < 236}  # 0: a cache
    print(shown, marshal.dumps(inside.__code__) == before, inside.__code__.replace().co_code == inside.__code__.co_code)
    for c in containers:
        for x in items:
            for _ in range(2):
                answer = attempt(inside, x, c)
        print(type(c).__name__, [attempt(inside, x, c) for x in items])
    print(len(seen), len(shrinking))
print(attempt(inside, "b", shrinking), shrinking)


def guard(warm, x, others):
    # Makes the guard fail often enough for the instruction to become generic again, and specialize for what came then.
    def f(x, c):
        return x in c
    out = []
    for _ in range(200):
        f(x, warm)
    for c in others:
        out.append([attempt(f, x, c) for _ in range(200)][-1])
    out.append([f(x, warm) for _ in range(200)][-1])
    return out


print(guard("abc", "b", [Text("abc"), ("b",), {"b"}, "xyz", 7]))
print(guard(("a", "b"), "b", ["abc", ["b"], {"b": 1}, (), Pair(), 7]))
print(attempt(guard, "abc", 1, []))


def found_at(text, chars):
    return [i for i, c in enumerate(text) if c in chars]


print(found_at("hello, world" * 40, "lo")[-5:], found_at("hello, world" * 40, ["l", "w"])[-5:], found_at("hello, world" * 40, ("h", None))[-5:])
