# Names of modules that change while loops run: read and written where they stand, from every side.
import sys

# Plain loops.
total = 0
for i in range(300):
    total += i & 7
print(total, i)
x, n = 0.0, 0
while n < 300:
    x = x * 0.5 + n
    n += 1
    if n % 3 == 0:
        x -= 1
print(round(x, 6), n)
big = 1
for i in range(200):
    big = big * 3 + 1
print(big)
text = ''
for i in range(200):
    text += 'ab'
print(len(text))


# A function sees what a loop of the module writes, and the other way round.
def seen():
    return total, n


def write():
    global total, fresh
    total = total * 2 + 1
    fresh = i


total = 1
for i in range(100):
    n = i
    if seen() != (total, i):
        print('not seen', i)
    if i % 10 == 0:
        write()
        if total < 0 or fresh != i:
            print('not written', i)
print(total, fresh)

# Names that come, go and come again.
for i in range(120):
    if i % 20 == 5:
        gone = i
    if i % 20 == 10:
        del gone
    try:
        kept = gone
    except NameError as e:
        kept = str(e)
    if i % 20 in (4, 6, 11):
        print(i, kept)

# Builtins that are hidden, and seen again.
for i in range(60):
    if i == 20:
        len = sum
    if i == 40:
        del len
    r = len([i, 1])
    if i in (19, 20, 39, 40, 59):
        print(i, r)

# The dict of the module is written by other ways.
space = globals()
j = 0
for i in range(100):
    if i == 30:
        space['j'] = 1000
    if i == 60:
        space.update(j='text')
    if i == 80:
        exec('j = -5')
    if i % 7 == 0:
        space['new%d' % i] = i
    if type(j) is int:
        j += 1
    if i in (29, 30, 60, 61, 80, 99):
        print(i, j)


# One code object in many namespaces, with locals that are other dicts and mappings.
class Upper(dict):
    def __missing__(self, key):
        if key in ('range', 'type', 'tuple'):
            raise KeyError(key)
        return key.upper()

    def __setitem__(self, key, value):
        dict.__setitem__(self, key, ('set', value) if key == 'm' and type(value) is int else value)


source = '''
m = 0
for k in range(80):
    m = m if type(m) is tuple else m + k
    q = missing
out = m
'''
code = compile(source, 'many', 'exec')
for turn in range(4):
    for g, l in (({'missing': 1}, None), ({'missing': 2}, {}), ({}, Upper()), ({'missing': 3, 'm': 7}, {'missing': 4})):
        if l is None:
            exec(code, g)
            print(g['out'], g['q'], sorted(k for k in g if k != '__builtins__'))
        else:
            exec(code, g, l)
            print(l['out'], l['q'], sorted(l), sorted(k for k in g if k != '__builtins__'))


# The bodies of classes have names of their own.
class Body:
    total = 0
    for i in range(90):
        total += i
        if i == 50:
            n = total
    del i


print(Body.total, Body.n, 'i' in vars(Body), n)

# Values of every kind in one name; what it held before is gone.
v = None
kinds = 0
for i in range(200):
    if i % 5 == 0:
        v = i
    elif i % 5 == 1:
        v = v + 0.5
    elif i % 5 == 2:
        v = str(v)
    elif i % 5 == 3:
        v = [v] * 2
    else:
        v = v[0], 1 << 60 + i % 4
    kinds += len(str(v))
print(v, kinds)

G = H = 0


def count():
    global G, H
    for k in range(500):
        G = G + 1
        if k % 100 == 99:
            H = G
            G = 'x' if k == 499 else G


count()
print(G, H)
G = 0
count()
print(G, H)


def late():
    """Stores of names that a loop elsewhere takes for constants."""
    global step
    step += 1


step = 1
acc = 0
for i in range(200):
    acc += step
    if i % 40 == 39:
        late()
print(acc, step)


def trace(frame, event, arg):
    if event == 'line' and frame.f_code.co_name == '<module>' and frame.f_globals['i'] % 50 == 49:
        marks.append((frame.f_locals['i'], frame.f_locals.get('p')))
        frame.f_locals['p'] = -1
    return trace


marks = []
p = 0
sys.settrace(trace)
sys._getframe().f_trace = trace
for i in range(120):
    p += i
sys.settrace(None)
print(p, marks[:4], len(marks))
