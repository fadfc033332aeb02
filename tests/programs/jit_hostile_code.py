# Functions whose code, defaults, closures and names change while they are hot, and while they are inlined in hot loops.
import sys

def attempt(f, *a):
    try:
        return f(*a)
    except Exception as e:
        return f"{type(e).__name__}: {e}"

# --- code replaced from outside the loop, from within the loop, from within the callee itself
def add(a, b):
    return a + b

def sub(a, b):
    return a - b

def deep(a, b):
    t = [a, b]
    for x in t:
        if x == 7:
            raise ValueError("seven")
    return sys._getframe().f_code.co_name, len(t)

add_code = add.__code__

def loop(n, at, code):
    out = []
    for k in range(n):
        if k == at:
            add.__code__ = code
        r = attempt(add, k, 3)
        if k in (0, at - 1, at, n - 1) or k == 7:
            out.append(r)
    return out

for code in (sub.__code__, deep.__code__, add_code, (lambda *a: a).__code__, (lambda a, b=1: b).__code__, (lambda a: a).__code__, add_code):
    print(loop(60, 30, code), loop(40, 39, code))
add.__code__ = add_code

def swaps(n):
    "replaces its own code while it runs, at the last turn"
    t = 0
    for k in range(n):
        t += k
        if k == n - 3:
            swaps.__code__ = swapped.__code__
    return t

def swapped(n):
    return -n

print([swaps(50) for _ in range(3)])

def plain(a):
    return a + 1

def middle(a):
    return plain(a) + plain(a + 1)

def outer(n, change):
    out = []
    for k in range(n):
        if k % 10 == 9:
            change(k)
        out.append(middle(k))
    return out[8:12] + out[-2:]

def to(code):
    def change(k):
        plain.__code__ = code
    return change

codes = [plain.__code__, (lambda a: -a).__code__, (lambda a: a * 0.5).__code__, (lambda a: sys._getframe(1).f_lineno - sys._getframe(2).f_lineno).__code__]
for code in codes + codes[:1]:
    print(outer(60, to(code)))
print(outer(60, lambda k: setattr(plain, "__code__", codes[k // 10 % 2])))

# --- wrong kinds of code
def free():
    x = 1
    return lambda a: a + x
print(attempt(setattr, plain, "__code__", free().__code__), attempt(setattr, plain, "__code__", None), attempt(setattr, free(), "__code__", plain.__code__))
f = free()
g = free()
f.__code__ = (lambda y: lambda a: a * y)(3).__code__
print([f(k) for k in range(40)][-1], g(5), outer(40, lambda k: None)[-1])

# --- a generator's code put into a plain function, and back
def gen(a):
    yield a
    yield a + 1
kinds = []
for k in range(60):
    plain.__code__ = gen.__code__ if k % 20 > 14 else codes[0]
    r = plain(k)
    kinds.append(type(r).__name__ if type(r) is not int else r)
print(kinds[::7])
plain.__code__ = codes[0]

# --- defaults and keyword defaults
def opt(a, b=2, *, c=3):
    return a * 100 + b * 10 + c

def calls(n, change):
    out = []
    for k in range(n):
        if k == n // 2:
            change()
        out.append(attempt(opt, 1))
        out.append(attempt(lambda: opt(1, c=4)))
        out.append(attempt(lambda: opt(b=5, a=2)))
    return out[:3] + out[-3:]

def change_defaults(d, kd):
    def change():
        opt.__defaults__ = d
        opt.__kwdefaults__ = kd
    return change

for d, kd in (((7,), {"c": 8}), ((7, 8), None), (None, {"c": 1}), ((), {}), ((2,), {"c": 3, "d": 9}), ((2,), {"c": 0.5}), ((2,), {"c": 3})):
    print(calls(50, change_defaults(d, kd)))
opt.__kwdefaults__["c"] = 9
print(calls(50, lambda: opt.__kwdefaults__.update(c=1)))
print(calls(50, lambda: opt.__kwdefaults__.clear()))
opt.__kwdefaults__ = {"c": 3}

# --- cells changed from outside; a cell emptied
def counter():
    n = 0
    def get():
        return n
    def inc():
        nonlocal n
        n += 1
        return n
    return get, inc

get, inc = counter()
def count(turns, change):
    out = []
    for k in range(turns):
        if k == turns // 2:
            change()
        out.append((attempt(get), attempt(inc)))
    return out[0], out[turns // 2 - 1], out[turns // 2], out[-1]
cell = get.__closure__[0]
def put(v):
    def change():
        cell.cell_contents = v
    return change
def empty():
    del cell.cell_contents
print(count(40, put(100)), count(40, put(2**63 - 5)), count(40, put(0.5)), count(40, put("s")), count(40, empty), count(40, put(1)))

# --- names of functions, modules and qualnames change; they show up in errors only
def named(a, b):
    return a
def wrong(n):
    seen = set()
    for k in range(n):
        if k == n // 2:
            named.__name__, named.__qualname__ = "new_name", "Some.new_name"
        try:
            named(k)
        except TypeError as e:
            seen.add(str(e))
    return sorted(seen)
print(wrong(50))

# --- a callee that replaces itself by name while its caller is inlining it
def one(a):
    return a + 1
def replace(k):
    if k == 25:
        global one
        one = lambda a: a + 1000
    return k
def uses(n):
    t = []
    for k in range(n):
        t.append(one(replace(k)) + one(k))
    return t[24:27]
print(uses(50))
def one(a, again=True):
    return a
def pair(k):
    return one(k), one(k, False)
def redefine(n):
    t = []
    for k in range(n):
        t.append(pair(k))
        if k == 30:
            exec_code = (lambda a, again=True: (again, a)).__code__
            one.__code__ = exec_code
    return t[30:32]
print(redefine(50))

# --- the function deleted in mid-loop
def gone(n):
    for k in range(n):
        if k == 30:
            del globals()["one"]
        pair(k)
print(attempt(gone, 50))

# --- recursion whose callee changes on the way down
def rec(n):
    if n == 5:
        rec.__code__ = rec2.__code__
    return 0 if n == 0 else 1 + rec(n - 1)
def rec2(n):
    return 0 if n == 0 else 10 + rec(n - 1)
rec_code = rec.__code__
for _ in range(12):
    rec.__code__ = rec_code
    r = rec(20)
print(r)
