# Generators and comprehensions in hot loops: send, throw, close, yield in try and finally, yield from.
def count(n):
    i = 0
    while i < n:
        yield i
        i += 1


def guarded(n, log):
    for i in range(n):
        try:
            got = yield i
            if got is not None:
                log.append(got)
        except ValueError as e:
            log.append(str(e))
            yield -1
        finally:
            log.append(i) if i % 100 == 0 else None


def drive(n):
    log, t = [], 0
    g = guarded(n, log)
    v = next(g)
    for k in range(n * 2):
        try:
            if k % 50 == 7:
                v = g.send(k)
            elif k % 70 == 9:
                v = g.throw(ValueError("v%d" % k))
            else:
                v = next(g)
        except StopIteration as e:
            return t, k, e.value, log
        t += v
    return None


def average():
    total = n = 0
    value = None
    while True:
        x = yield value
        if x is None:
            return total, n
        total += x
        n += 1
        value = total / n


def delegate(n):
    out = []
    for k in range(n):
        r = yield from average()
        out.append(r)
    return out


def averages(n):
    g, t = delegate(3), 0.0
    next(g)
    for i in range(n):
        v = g.send(i if i % 300 else None) if i else g.send(1)
        t += v or 0
    try:
        while True:
            g.send(None)
    except StopIteration as e:
        return t, e.value


def closing(n):
    log = []

    def endless(k):
        try:
            while True:
                k += 1
                yield k
        except GeneratorExit:
            log.append("exit")
            raise
        finally:
            log.append(k)

    t = 0
    for i in range(n):
        g = endless(i)
        for v in g:
            t += v
            if v > i + 4:
                break
        g.close()
    return t, len(log), log[-2:]


def primes():
    found = []
    n = 2
    while True:
        for p in found:
            if p * p > n:
                found.append(n)
                yield n
                break
            if n % p == 0:
                break
        else:
            found.append(n)
            yield n
        n += 1


def tree(n, lo=0):
    if n > 0:
        mid = n // 2
        yield from tree(mid, lo)
        yield lo + mid
        yield from tree(n - mid - 1, lo + mid + 1)


def pipeline(n):
    evens = (x for x in range(n) if x % 2 == 0)
    halves = (x / 2 if x % 3 else x for x in evens)
    pairs = ((a, b) for a, b in zip(halves, count(n)))
    return sum(a * b for a, b in pairs)


def comprehensions(n):
    squares = [x * x for x in range(n)]
    table = {x: [y for y in range(x % 5)] for x in range(n // 4)}
    odd = {s % 17 for s in squares if s & 1}
    nested = [a * b for a in range(20) for b in range(a) if (a + b) % 3]
    i = "outer"
    walrus = [last := v for v in squares[:50]]
    return sum(squares), sum(map(len, table.values())), sorted(odd), sum(nested), i, last, walrus[-1]


def raising(n):
    def inner(k):
        yield k
        if k % 3 == 0:
            raise KeyError(k)
        yield k + 1
        return k

    t, bad = 0, 0
    for i in range(n):
        try:
            for v in inner(i):
                t += v
        except KeyError as e:
            bad += e.args[0] + e.__traceback__.tb_next.tb_lineno
    return t, bad


def frames(n):
    g = count(n)
    seen = []
    for v in g:
        if v % 200 == 100:
            seen.append((v, g.gi_frame.f_locals["i"], g.gi_frame.f_lineno, g.gi_running))
    return seen, g.gi_frame


def stop_inside(n):
    def bad(k):
        for i in range(k):
            if i == k - 1:
                raise StopIteration
            yield i

    t = 0
    for k in range(n):
        try:
            t += sum(bad(k % 7))
        except RuntimeError as e:
            t += 1000 * isinstance(e.__cause__, StopIteration)
    return t


print(sum(count(2000)), drive(600), averages(900), closing(300))
p = primes()
print([next(p) for _ in range(300)][-3:], sum(tree(500)), pipeline(1500))
print(comprehensions(800))
print(raising(700), frames(700), stop_inside(700))
a, b, *c = count(300)
print(a, b, len(c), max(count(500)), 400 in count(500), list(zip(count(3), primes())), sorted(tree(9), reverse=True))


# Generators that are closed, cleared, thrown at and resumed, from many places, by whoever has them.
def steps(n, log):
    x, y = n, n * 0.5
    try:
        for k in range(n):
            try:
                z = yield x + k, y
                if z:
                    x += z
            except ValueError as e:
                y += 1.5
                log.append(("v", x, y, str(e)))
            x, y = x + 1, y - 0.25
        return x, y
    finally:
        log.append(("f", x, y))


def around(n, log):
    a, b = n * 2, n * 0.125
    try:
        r = yield from steps(n, log)
        a += r[0]
        b += r[1]
    except KeyError:
        log.append(("k", a, b))
        r = yield from steps(2, log)
    yield a, b, r


def plain(n, log):
    yield n
    for k in range(n):
        yield k + n


def drive(make, n):
    out = []
    for k in range(n):
        log = []
        a, b = k + 1, k * 0.5
        g = make(k % 5 + 2, log)
        try:
            for i in range(10):
                w = (k + i) % 8
                if w == 0:
                    v = next(g)
                elif w == 1:
                    v = g.send(a if i else None)
                elif w == 2 and i:
                    v = g.throw(ValueError(k))
                elif w == 3 and i:
                    v = g.throw(KeyError(k))
                elif w == 4 and k % 3 == 0:
                    v = g.close()
                elif w == 5:
                    for v in g:
                        break
                    else:
                        v = "end"
                elif w == 6 and not i:
                    v = g.gi_frame.clear()
                else:
                    v = next(g, "done")
                out.append((a, b, v))
                a, b = a + 1, b - 0.5
        except (StopIteration, ValueError, KeyError) as e:
            out.append((type(e).__name__, a, b))
        out.append((log, a + 1, b + 1))
    return out


class Nosy:
    """While it is closed or thrown at it resumes the generator that delegates to it."""

    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def again(self):
        try:
            for v in self.of:
                return v
        except ValueError as e:
            return str(e)

    def close(self):
        self.told.append(self.again())

    def throw(self, e):
        self.told.append(self.again())
        return 2


def delegating(to):
    try:
        yield from to
    finally:
        to.told.append("end")


def nosy(n):
    told = []
    for k in range(n):
        to = Nosy()
        to.told = told
        to.of = g = delegating(to)
        for v in g:
            break
        if k & 1:
            told.append(g.throw(KeyError))
            for v in g:
                told.append(v)
                break
        g.close()
    return told


for make in steps, around, plain:
    r = drive(make, 60)
    print(r[-9:])
    print(len(str(r)), sum(map(ord, str(r))))
print(nosy(2), len(nosy(50)))
