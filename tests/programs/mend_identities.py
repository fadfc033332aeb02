# needs: stdlib
# Results that are the argument itself, and what struct sequences do.
import copy
import math
import pickle
import sys
import time

big = 2**70
print(math.gcd(big) is big, math.gcd(-big), math.lcm(big) is big, math.lcm(-big), math.gcd(big, big) is big, math.gcd(0, big) is big)
print(math.gcd(big, 0) is big, math.gcd(0, 0, big) is big, math.gcd(3 * big, big) is big, math.lcm(), math.lcm(0), math.lcm(True), math.gcd(big, 48))
t = (1, 2, 3)
print(t.__getnewargs__()[0] is t)
print(sys.flags.gil, len(sys.flags), type(sys.flags).n_fields, type(sys.flags).n_sequence_fields, "gil" in repr(sys.flags))


def show(f):
    try:
        print(repr(f())[:80])
    except Exception as e:
        print(type(e).__name__, str(e)[:90])


for x in sys.version_info, sys.float_info, time.gmtime(5):
    first = type(x).__match_args__[0]
    for protocol in range(6):
        show(lambda: pickle.loads(pickle.dumps(x, protocol)) == x)
    show(lambda: copy.copy(x) == x)
    show(lambda: copy.deepcopy(x) == x)
    show(lambda: copy.replace(x, **{first: 3}))
    show(lambda: copy.replace(x, foo=1))
    show(lambda: setattr(x, first, 1))
    show(lambda: type(x)(tuple(x), {"foo": 1}))
    show(lambda: type(x)(range(2)))
