# What classes and instances get late: finalizers, constructors, instance checks, dicts that are held by others.
import gc
def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
died = []
class P:
    def __init__(self, x):
        self.x = x
    def get(self):
        return self.x
def makes(n, change):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        out.append(attempt(lambda: P(k).get()))
        out.append(attempt(P, k).__class__.__name__)
    return out[:2] + out[n - 2:n + 4] + out[-2:]
print(makes(40, lambda: setattr(P, "__del__", lambda self: died.append(self.x))))
gc.collect()
print(len(died) > 30, min(died) >= 20)
del P.__del__
died.clear()
print(makes(40, lambda: setattr(P, "__new__", lambda c, x: 5)))

class Meta0(type):
    pass
class Meta(Meta0):
    def __instancecheck__(cls, o):
        return "checked"
    def __eq__(cls, o):
        return True
    __hash__ = type.__hash__
class A(metaclass=Meta0):
    pass
class B(A):
    pass
def checks(n, change):
    out, objs = [], (A(), B(), 5, None, A)
    for k in range(n):
        if k == n // 2:
            change()
        out.append([isinstance(o, A) for o in objs] + [isinstance(o, (int, A)) for o in objs] + [issubclass(B, A), A == 3])
    return out[n // 2 - 1], out[n // 2], out[-1]
def lie(cls):
    cls.__class__ = Meta
print(checks(40, lambda: lie(A)))
A.__class__ = Meta0
class Liar:
    @property
    def __class__(self):
        return A
def lies(n):
    out = []
    for k in range(n):
        o = (B(), Liar(), 3, A())[k % 4]
        out.append((isinstance(o, A), isinstance(o, B), type(o).__name__, o.__class__.__name__))
    return out[:4], out[-4:] == out[:4]
print(lies(40))
print(checks(40, lambda: setattr(B, "__class__", Meta)))
B.__class__ = Meta0
class D:
    def __init__(self):
        self.x, self.y = 1, 2
    def read(self):
        return self.x
    def bump(self):
        self.x += 1
        return self.x
def held(n, when):
    o, out = D(), []
    d = None
    for k in range(n):
        if k == when:
            d = o.__dict__
        if d is not None:
            d["x"] = k * 10
            if k % 7 == 3:
                d.pop("y", None)
                d["z"] = k
            if k % 11 == 5:
                o.__dict__ = {"x": -1, "y": -2}
        out.append((o.read(), o.bump(), attempt(lambda: o.y), attempt(lambda: o.z), d and d["x"]))
        o.x -= 1
    return out
for when in (0, 10, 25):
    print(held(40, when)[when:when + 16:3], len(held(40, when)))
def update(n):
    o, out = D(), []
    for k in range(n):
        o.__dict__.update(x=k, **{f"f{k % 5}": k})
        vars(o)["y"] = -k
        out.append((o.x, o.y, getattr(o, "f3", None), sorted(vars(o)) if k % 13 == 0 else 0))
        if k % 9 == 8:
            vars(o).clear()
            o.x = o.y = 0
    return out[::6]
print(update(40))
class E(D):
    x = "class"
def shadowed(n):
    o, out = E(), []
    for k in range(n):
        out.append((o.x, o.read()))
        if k % 5 == 4:
            del o.x
            out.append((o.x, o.read()))
            o.x = k
        if k == 20:
            E.x = property(lambda s: "property", lambda s, v: None)
        if k == 30:
            del E.x
            out.append((attempt(o.read), attempt(lambda: o.x)))
    return out
print(attempt(shadowed, 19), attempt(shadowed, 40))
