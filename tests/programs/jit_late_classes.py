# Classes and instances that change in the midst of a hot loop.
class A:
    k = 1
    def __init__(self, x): self.x = x
    def m(self): return self.x
    @property
    def p(self): return self.x * 2
    @classmethod
    def c(cls): return cls.k
    @staticmethod
    def s(a): return a + 1
class B(A): pass
class C(B):
    __slots__ = ('y',)
def run(objs, n, act):
    t = []
    for i in range(n):
        for o in objs:
            try:
                t.append((o.m(), o.x, o.k, o.p, o.c(), o.s(i)))
            except Exception as e:
                t.append(type(e).__name__ + str(e))
        act(i, objs)
    return hash(str(t)) % 1000003, t[-1], len(set(map(str, t)))
def a0(i, o): pass
def a1(i, o):
    if i == 30: A.m = lambda self: -1
    if i == 40: A.m = lambda self: self.x * 3
    if i == 50: B.m = lambda self: 'B'
    if i == 55: del B.m
    if i == 60: A.m = 5
    if i == 65: A.m = save
save = A.m
def a2(i, o):
    if i == 20: o[0].m = lambda: 'inst'
    if i == 30: del o[0].m
    if i == 40: o[0].__dict__['k'] = 99
    if i == 50: o[0].__class__ = B
    if i == 60: o[0].__class__ = A
    if i == 70: o[0].__dict__ = {'x': 1000}
    if i == 75: del o[0].x
    if i == 80: o[0].x = 7.5
def a3(i, o):
    if i == 20: A.x = property(lambda self: 'prop')
    if i == 30: del A.x
    if i == 40: A.__getattribute__ = lambda self, n: object.__getattribute__(self, n) if n != 'x' else 'ga'
    if i == 50: del A.__getattribute__
    if i == 60: A.__getattr__ = lambda self, n: 'missing ' + n
    if i == 65: A.k = 2
    if i == 66: del A.k
    if i == 70: A.k = 1; del A.__getattr__
def a4(i, o):
    if i == 20: B.__bases__ = (Z,)
    if i == 30: B.__bases__ = (A,)
    if i == 40: A.c = classmethod(lambda cls: 'cm')
    if i == 45: A.s = staticmethod(lambda a: -a)
    if i == 50: A.p = property(lambda self: 'new')
    if i == 60: A.p = 3
class Z(A):
    def m(self): return 'Z'
saved = dict(A.__dict__)
def restore():
    for k in list(A.__dict__):
        if k not in saved: delattr(A, k)
    for k in ('m', 'p', 'c', 's', 'k'): setattr(A, k, saved[k])
for act in (a0, a1, a2, a3, a4):
    for r in range(3):
        objs = [A(1), B(2), A(3)]
        print(act.__name__, run(objs, 100, act))
        objs = [B(2)]
        print(act.__name__, run(objs, 100, act))
        restore()
class Slot:
    __slots__ = ('a', 'b')
def slots(n):
    o = Slot(); o.a = 1
    t = 0
    for i in range(n):
        t += o.a
        o.a = i
        if i % 50 == 49: del o.a; o.a = 2.5
        if i == 120: o.a = 1 << 60
        if i == 121: del o.a
    return t
for r in range(2):
    try: print(slots(110), slots(200))
    except AttributeError as e: print(e)
class Grow: pass
def grow(n):
    t = 0
    for i in range(n):
        g = Grow()
        g.a = i
        t += g.a
        if i & 1: g.b = i; t += g.b
        if i % 3 == 0: del g.a; g.c = 1; g.a = 5
        t += g.a
        if i == 77: Grow.a = property(lambda s: 3)
        if i == 77: break
    return t
print(grow(100))
try: print(grow(100))
except AttributeError as e: print(e)
del Grow.a
print(grow(60))
class Meta(type):
    def __call__(cls, *a): return ('made', a)
class P:
    def __init__(self, v): self.v = v
def make(n):
    t = []
    for i in range(n):
        p = P(i)
        t.append(p.v if type(p) is P else p)
        if i == 40: P.__init__ = lambda self, v: setattr(self, 'v', -v)
        if i == 60: P.__new__ = lambda cls, v: (cls.__name__, v)
        if i == 80: del P.__new__; 
        if i == 85: P.__init__ = init
    return str(t)
init = P.__init__
try: print(make(79))
except Exception as e: print(e)
P.__init__ = init
P.__new__ = object.__new__ if '__new__' in P.__dict__ else P.__new__
def ret(n):
    class Q:
        def __init__(self, i):
            if i == 70: return 5
            self.i = i
            return None
    t = 0
    for i in range(n):
        try: t += Q(i).i
        except TypeError as e: t += 1; print(e)
    return t
print(ret(60), ret(100))
