# import * at module level, import of submodules' names, as-names, and names that an import shadows.
from math import *
from sys import *
import sys as system, math
import itertools as it

print(floor(2.7), pi == math.pi, "floor" in globals(), maxsize == system.maxsize, "__doc__" in globals(), "_getframe" in globals())
floor = "shadowed"
from math import floor

print(floor(3.9), list(it.islice(it.count(), 3)))


def inside():
    import math as m
    from math import sqrt, ceil as up

    return m.sqrt(9), sqrt(16), up(1.2), sorted(locals())[:2]


print(inside())


class Scope:
    from math import tau
    import sys

    r = tau > 6


print(Scope.r, Scope.tau == tau, Scope.sys is system)
for i in range(110):
    from math import gcd
    import math as again
print(gcd(12, 18), again is math)
