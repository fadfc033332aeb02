# Pattern matching.
class Point:
    __match_args__ = ("x", "y")


def match(v):
    match v:
        case 0 | None | True:
            return "const"
        case [a, b, *rest] if a:
            return a, b, rest
        case []:
            return "empty"
        case {"k": k, **others}:
            return k, others
        case {}:
            return {}
        case Point(x, y=1) as p:
            return p, x
        case str() | bytes():
            return "text"
        case -1.5 | "s":
            return 1
        case _:
            return None
