# A promotion in a function whose variables fill the native frame: what was promoted of an operand holds until its instruction ends.
def E(e): return type(e).__name__+str(e)
def S(*x): print(x)
class Root:
    def __init__(self, a=0, b=0):
        return type(self).__name__ + '{' + ','.join([k + '=' + R(v) for k, v in sorted(object.__getattribute__(self, '__dict__').items())]) + '}'
class Mixin:
    def m(self, *x):
        return ('mixin', x)
class Base(Root):
    def __mul__(self, o):
        return V(W(self.v * getattr(o, 'v', o)))
def only(x):
    return x
    try:
        return l.pop()
    except TypeError:
        return x
class K0(Base):
    def __init__(self, a=0, b=-281474976710656):
            self.a = a
class K1(K0):
    def __bool__(self):
        return self.b if x else self.w
class K2(K1, Mixin):
    def m(self, x=1):
        self.a = x
def h0(x=1, *r, k=0):
    return x
def scene4(p0=True, *p1, p2=None):
    out = []
    n0, n1, n2, n3 = True, -2, -1.5, 10
    s0, s1 = 'ab', '\xe9'
    l0, l1 = [1, 2, 3], [3, 2147483647, 2]
    d0 = {'a': 1, 'b': 2, 3: -2}
    d1 = {'k': False}
    o0, o1, o2 = K0(1), K2(-2), K2(b=1)
    os = [o0, o1, K1(1), K2(n0)]
    def f1(a, b=2, *c, d=4, **e):
        return (a, b, c, d, sorted(e))
    args, kw = (1, 2), {'d': 3}
    for i in list(range(30)):
        try:
            if i in (2, 14):
                args = [V(1), 'ab']
            if i > 20:
                args = None
            out.append(f1(*args))
            if i == 20:
                globals()['g1'] = 255
        except Exception as e:
            out.append(E(e))
    print(len(out), out[:3])
def call():
    try:
        scene4(p2=1)
    except Exception as e:
        print(E(e))
call()
call()
call()
