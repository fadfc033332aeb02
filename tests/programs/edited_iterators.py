# needs: stdlib
# Code that was edited passes one iterator twice to zip, enumerate and map.
from opcode import opmap


def pairs(v):
    out = []
    for x, y in zip(-v, -v):
        out.append((x, y))
    return out


def sums(v):
    out = []
    for x in map(lambda a, b: a + b, -v, -v):
        out.append(x)
    return out


def both(v):
    out = []
    for i, (x, y) in enumerate(zip(-v, -v)):
        out.append((i, x, y))
    return out


def edited(f):
    """f with iter(v) on the stack twice in place of -v and -v."""
    was = bytes([opmap["UNARY_NEGATIVE"], 0, opmap["LOAD_FAST"], 0, opmap["UNARY_NEGATIVE"], 0])
    now = bytes([opmap["GET_ITER"], 0, opmap["COPY"], 1, opmap["NOP"], 0])
    code = f.__code__.co_code
    assert code.count(was) == 1
    return type(f)(f.__code__.replace(co_code=code.replace(was, now)), globals())


for f in map(edited, (pairs, sums, both)):
    for v in ([1, 2, 3, 4], (1, 2, 3), range(5), range(10, 0, -3), "abcd", b"abc", {1: 2, 3: 4}, (x for x in [1, 2])):
        for _ in range(60 if not hasattr(v, "send") else 1):
            out = f(v)
        print(f.__name__, out)
