"""Functions that are known to take time, for the profile: one that is inlined, one that calls a long helper, one that is cold."""
import sys


def small(x):
    y = x * 3
    y = y ^ 12345
    y = y % 1000003
    return y + 1


def hot(n):
    s = 0
    for i in range(n):
        s += small(i)
        s &= 0xffffff
    return s


def helper(n):
    words = ["w" * (i % 7) for i in range(1000)]
    for i in range(n):
        "-".join(words).split("-")
    return len(words)


def cold(n):
    return n + 1


def main(n):
    print(hot(n * 20000), helper(n * 2), cold(n))


main(int(sys.argv[1]))
