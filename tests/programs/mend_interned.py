# Interned strings live as long as something refers to them; compiled code that depends on a name is told of changes by any equal one.
import gc
import sys


def text(n):
    return 'text' + str(n) + 'x' * 20


kept = [sys.intern(text(n)) for n in range(50)]
for n in range(3000):
    sys.intern(text(n))
gc.collect()
print(all(sys.intern(text(n)) is kept[n] for n in range(50)), all(sys._is_interned(s) for s in kept))
again = [sys.intern(text(n)) for n in range(2000, 2050)]
print(all(sys.intern(text(n + 2000)) is again[n] for n in range(50)), again[3], len(set(map(id, again))))


# Attributes and globals whose names are made anew after the old ones have gone.
class A:
    pass


def read(a, name):
    return getattr(a, name, None)


for turn in range(3):
    total = 0
    for n in range(300):
        a = A()
        setattr(a, 'at' + str(n), n)
        setattr(A, 'cl' + str(n), -n)
        total += read(a, 'at' + str(n)) + read(a, 'cl' + str(n)) + (read(a, 'at' + str(n + 1)) or 0)
        delattr(A, 'cl' + str(n))
    gc.collect()
    print(turn, total)


def hot(n):
    t = 0
    for i in range(n):
        t += limit + A.step
    return t


for turn in range(4):
    globals()['li' + 'mit' * (turn > -1)] = turn
    setattr(A, 'st' + 'ep' * (turn > -1), 10 * turn)
    gc.collect()
    print(hot(500))


# Names in code that goes and comes.
def made(n):
    scope = {}
    exec(f'def f(v{n}):\n    w{n} = v{n} + g{n}\n    return w{n}', scope)
    scope[f'g{n}'] = n
    return scope['f'](1)


print(sum(made(n) for n in range(200)))
gc.collect()
print(sum(made(n) for n in range(200)))
d = {}
for n in range(400):
    d['key' + str(n)] = n
    if n % 2:
        del d['key' + str(n - 1)]
gc.collect()
print(len(d), sum(d['key' + str(n)] for n in range(1, 400, 2)))
