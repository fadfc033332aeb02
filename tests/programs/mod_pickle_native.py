# The native module _pickle: the bytes of every protocol.
# needs: stdlib
import _pickle
import collections
import copyreg
import enum
import math
import operator
import pickle
import zlib

assert pickle.dumps is _pickle.dumps


def tr(f, *a, **k):
    try:
        r = f(*a, **k)
        print(repr(r)[:300] if not hasattr(r, "tobytes") else ("view", r.tobytes(), r.readonly))
    except BaseException as x:
        print(type(x).__name__, x)


class A:
    def __init__(self, **k):
        self.__dict__.update(k)

    def __repr__(self):
        return "A" + repr(self.__dict__)

    class Inner:
        pass


class Slots:
    __slots__ = "x", "y"

    def __repr__(self):
        return "Slots(%r)" % (self.x,)


class Args:
    def __new__(cls, *, v):
        o = object.__new__(cls)
        o.v = v
        return o

    def __getnewargs_ex__(self):
        return (), {"v": self.v}

    def __repr__(self):
        return "Args(%r)" % (self.v,)


class L(list):
    def __init__(self, *a):
        super().__init__(*a)
        self.k = 1


class D(dict):
    pass


class E(enum.Enum):
    X = 1


class R:
    def __init__(self, r):
        self.r = r

    def __reduce_ex__(self, p):
        return self.r


def setter(o, state):
    o.state = state


s = Slots()
s.x = [1]
sl = L([1, 2])
d = D(a=1)
d.z = 5
cyc = []
cyc.append((cyc,))
rec = {}
rec["r"] = [rec, (rec, cyc)]
a = A(b=1, c=[2])
a.me = a
values = [None, True, False, 0, 255, 256, 65535, 65536, 2**31 - 1, -1, -2**31, 2**31, 2**63, -2**63, -128, -129, 1 << 2040, -(1 << 2039), 0.5, -0.0, 1e300,
          float("inf"), "", "a\\\n\0\x1a\r", "\xe9\u20ac\U0001F600\ud800", "x" * 300, b"", b"abc", b"\xff" * 300, bytearray(b""), bytearray(b"xy"), (), (1,),
          (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], [1, "a", "a"], {}, {1: 2}, {"a": "a", "b": (1, 2)}, set(), {5}, frozenset(), frozenset([7]), int, len,
          type(None), type(...), ..., NotImplemented, math.sin, operator.add, A, A.Inner, A.Inner.__init__, E.X, Slots, [].append, "abc".upper, getattr, print,
          [print, len, int, print], collections.OrderedDict(a=1), [collections.deque, collections.defaultdict, collections.Counter, collections.ChainMap, zlib.crc32, zlib.adler32], collections.deque([1, 2]), collections.Counter("aab"), complex(1, 2), range(5), slice(1, 2),
          ValueError("x", 3), cyc, rec, a, s, sl, d, Args(v=3), R((A, (), {"q": 1}, None, iter([]), setter)), list(range(2001)), dict.fromkeys(range(1001)),
          "y" * 70000, [b"z" * 70000, "w" * 65536, 1], R("values"), R("nothing"), R("A.Inner")]
for v in values:
    for p in range(6):
        try:
            b = pickle.dumps(v, p)
        except Exception as x:
            print(p, type(x).__name__, str(x).partition(" at 0x")[0])
            continue
        print(p, len(b), zlib.crc32(b), b if len(b) < 120 else b"")
        if p in (0, 2, 5) and v is not cyc and v is not rec and v is not a:
            print(repr(pickle.loads(b)).partition(" at 0x")[0][:60])
