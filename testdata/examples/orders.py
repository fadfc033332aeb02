"""A program that asks its host."""

from host import log, stock


def order(name, count):
    have = stock(name)
    if have < count:
        log(f"only {have} of {name}")
        return have
    return count
