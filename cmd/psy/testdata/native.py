# Something to compile.
import sys


def total(n):
    s = 0
    for i in range(n):
        s += i * 2
    return s


print(total(int(sys.argv[1])))
