# Names under hot code: builtins shadowed, replaced and deleted, globals cleared, modules swapped, functions with builtins of their own.
import sys
import builtins

FunctionType, ModuleType = type(lambda: 0), type(sys)


def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

def hot(n, change, back=None):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        out.append(attempt(body, k))
    if back:
        back()
    out.append(attempt(body, 1))
    return out[0], out[n // 2 - 1], out[n // 2], out[-2], out[-1]

def body(k):
    return len(word) + abs(-k) + max(k, 2)

word = "word"
def bind(where, **names):
    def change():
        for n, v in names.items():
            if v is None:
                where.pop(n, None)
            else:
                where[n] = v
    return change
G, B = globals(), builtins.__dict__
real = dict(len=len, abs=abs, max=max, range=range, isinstance=isinstance, print=print, int=int)
print(hot(40, bind(G, len=lambda s: 100), bind(G, len=None)))
print(hot(40, bind(B, len=lambda s: 200), bind(B, len=real["len"])))
print(hot(40, bind(B, len=None), bind(B, len=real["len"])))
print(hot(40, bind(G, abs=float, max=min), bind(G, abs=None, max=None)))
print(hot(40, bind(G, word=None), bind(G, word="again")))
print(hot(40, bind(B, word="builtin word"), bind(B, word=None)))
print(hot(40, bind(G, word=None), None), hot(40, bind(B, word="from builtins"), None), hot(40, bind(G, word="over it"), None), hot(40, bind(G, word=None), None))
bind(B, word=None)()
word = "word"

# --- many globals are added, so that the dict grows and moves
def grow():
    for k in range(300):
        G[f"filler{k}"] = k
def shrink():
    for k in range(300):
        del G[f"filler{k}"]
print(hot(40, grow, shrink))
def turn(n):
    t = 0
    for k in range(n):
        G["fresh%d" % (k % 7)] = k
        t += len(word) + fresh0
        del G["fresh%d" % (k % 7)]
        G["fresh0"] = 2
    return t
fresh0 = 1
print(turn(60))

# --- the globals dict of a function cleared, while it runs
space = {"__builtins__": builtins, "a": 5, "step": lambda x: x + 1}
def scoped(n, clear):
    out = []
    for k in range(n):
        out.append(step(k) + a)
        if k == clear:
            globals().clear()
        elif k == clear + 1:
            globals().update(a=7)
    return out
inner = FunctionType(scoped.__code__, space)
print(inner(30, 99)[-2:])
print(attempt(inner, 40, 20), sorted(space, key=str))
space.update(a=1, step=lambda x: -x)
print(attempt(inner, 40, 99))
space["__builtins__"] = builtins
print(attempt(FunctionType(scoped.__code__, space), 40, 99)[-2:])

# --- functions with other builtins than ours
class Deny(dict):
    def __missing__(self, name):
        raise NameError("denied " + name)
def uses(n):
    return [len("abc") + k for k in range(n)][-1]
print(FunctionType(uses.__code__, {"__builtins__": {"len": lambda s: 50, "range": range}})(40), uses(40))
print(attempt(FunctionType(uses.__code__, {"__builtins__": {}}), 40))
own = {"len": len, "range": range}
f = FunctionType(uses.__code__, {"__builtins__": own})
results = []
for k in range(60):
    if k == 30:
        own["len"] = lambda s: 1000
    if k == 45:
        del own["len"]
    results.append(attempt(f, 5))
print(results[29:31], results[44:46])

# --- __builtins__ of this module swapped: functions made before keep theirs
saved = __builtins__
made_before = uses
__builtins__ = {"len": lambda s: 9, "range": saved.range}
made_after = FunctionType(uses.__code__, globals())
r = made_before(40), made_after(40)
__builtins__ = saved
print(r)

# --- a module replaced in sys.modules, its attributes changed and removed under hot code
mod = ModuleType("mod")
mod.value = 1
mod.f = lambda x: x + 1
sys.modules["mod"] = mod
def uses_mod(n, change):
    import mod
    out = []
    for k in range(n):
        if k == n // 2:
            change(mod)
        out.append(attempt(lambda: mod.f(k) + mod.value))
    return out[n // 2 - 1], out[n // 2]
def imports(n, change):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        import mod
        from mod import value
        out.append((mod.value, value))
    return out[n // 2 - 1], out[n // 2]
print(uses_mod(40, lambda m: setattr(m, "value", 0.5)), uses_mod(40, lambda m: setattr(m, "f", len)), uses_mod(40, lambda m: setattr(m, "f", lambda x: 0)))
print(uses_mod(40, lambda m: delattr(m, "value")))
mod.__getattr__ = lambda name: 77
print(uses_mod(40, lambda m: None), uses_mod(40, lambda m: setattr(m, "__getattr__", lambda name: name)))
mod.value = 3
other = ModuleType("mod")
other.value = "other"
print(imports(40, lambda: sys.modules.__setitem__("mod", other)))
sys.modules["mod"] = None
print(attempt(imports, 4, lambda: 0))
class M(ModuleType):
    @property
    def value(self):
        return "property"
other.__class__ = M
sys.modules["mod"] = other
print(imports(40, lambda: setattr(M, "value", 5)))
del sys.modules["mod"]
print(attempt(imports, 4, lambda: 0))

# --- names in a class body and in exec'd code objects with dict subclasses
class Names(dict):
    def __getitem__(self, name):
        return len(name) if name.startswith("magic") else dict.__getitem__(self, name)
def code():
    class Body:
        total = 0
        for k in range(30):
            total += magic + magical
    return Body
const = [c for c in code.__code__.co_consts if hasattr(c, "co_code")][0]
names = Names(__name__="x", __builtins__=builtins)
exec(const, {"__builtins__": builtins, "__name__": "m"}, names)
print(names["total"])

# --- one code and one globals dict, but builtins of their own
space = {"__builtins__": {"len": lambda s: 1000, "range": range}}


def sums(n):
    t = 0
    for k in range(n):
        t += len("abc")
    return t


ours = FunctionType(sums.__code__, space)
space["__builtins__"] = {"len": lambda s: 5, "range": lambda n: [1, 2]}
theirs = FunctionType(sums.__code__, space)
space["__builtins__"] = builtins
plain = FunctionType(sums.__code__, space)
for _ in range(3):
    print([f(n) for n in (1, 5, 40) for f in (ours, theirs, plain)])
