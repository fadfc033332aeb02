# Generators that are closed, sent to, resumed by others or raise in the midst of a hot loop.
def gen(n):
    try:
        for i in range(n):
            x = yield i
            if x: yield ('got', x)
    except GeneratorExit:
        print('exit')
        raise
    except ValueError as e:
        yield ('caught', str(e))
    finally:
        print('finally')
def consume(n, at, how):
    g = gen(n)
    t = []
    for v in g:
        t.append(v)
        if len(t) == at:
            if how == 'close': g.close()
            elif how == 'send': t.append(g.send(5))
            elif how == 'throw': t.append(g.throw(ValueError('v')))
            elif how == 'next': t.append(next(g)); t.append(next(g))
            elif how == 'break': break
            elif how == 'frame': g.gi_frame.f_locals['i'] = 1000
            elif how == 'del': del g
    return t[-5:], len(t)
for how in ('none', 'close', 'send', 'throw', 'next', 'frame'):
    for k in range(3):
        print(how, consume(60, 40, how))
def reent(n):
    def g():
        for i in range(n):
            if i == 50:
                try: next(me)
                except ValueError as e: print(e)
            yield i
    me = g()
    t = 0
    for v in me: t += v
    return t
print(reent(80), reent(80))
def outer(n):
    for i in range(n):
        yield from inner(i)
def inner(i):
    yield i
    yield i * 2.5
    return i
def mixed(n):
    t = 0
    for v in outer(n): t += v
    for v in (x * x for x in range(n)): t += v
    for v in sorted((-x for x in range(n)), key=lambda x: x % 7): t -= v
    return t
print(mixed(50), mixed(60), mixed(100))
def raising(n):
    for i in range(n):
        if i == n - 5: raise KeyError(i)
        yield i
def catch(n):
    t = 0
    try:
        for v in raising(n): t += v
    except KeyError as e:
        tb = e.__traceback__
        rows = []
        while tb: rows.append((tb.tb_frame.f_code.co_name, tb.tb_lineno, tb.tb_lasti)); tb = tb.tb_next
        return t, e.args, rows
for k in range(3): print(catch(60))
def swap(n):
    g1, g2 = gen(n), iter(range(n))
    t = []
    its = [gen(n), range(n), [1, 2, 3], (x for x in 'abc'), {1: 2}, 'xyz', gen(3)]
    for it in its * 3:
        for v in it:
            t.append(v)
    return len(t), t[-5:]
print(swap(30))
async def co(i):
    return i
async def main(n):
    t = 0
    for i in range(n):
        t += await co(i)
    async for v in ag(n): t += v
    return t
async def ag(n):
    for i in range(n): yield i
def drive(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
for k in range(3): print(drive(main(60)))
def stopit(n):
    def g():
        for i in range(n):
            if i == 55: raise StopIteration(3)
            yield i
    t = 0
    try:
        for v in g(): t += v
    except RuntimeError as e: return t, str(e), repr(e.__cause__)
    return t
print(stopit(50), stopit(80))
def pingpong(n):
    a = (i for i in range(n))
    b = (i * 2 for i in a)
    c = (x + y for x, y in zip(b, (i for i in range(n))))
    return sum(c), list(c), next(a, 'done')
print(pingpong(70), pingpong(70))
def early(n):
    t = 0
    for k in range(n):
        for v in (j for j in range(10)):
            t += v
            if v == 5 + k % 4: break
    return t
print(early(60))
