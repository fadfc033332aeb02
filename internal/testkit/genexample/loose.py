"""A source for psy gen: functions that take any number of arguments."""


def total(first: int, *rest) -> int:
    return first + sum(rest)


def joined(*words) -> str:
    return " ".join(words)


def remember(*things) -> None:
    kept.extend(things)


def options(a: int, *m, key=1, **more):
    return [a, m, key]


def each(*items):
    for item in items:
        yield item


def strict(*, key):
    return key


kept = []
