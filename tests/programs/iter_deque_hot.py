# Iteration over deques in loops that are hot: mutation, exhausted iterators, reversed, enumerate, subclasses, and iterators that several loops share.
# needs: stdlib
from collections import deque


class Own(deque):
    def __iter__(self):
        return iter([10, 20])


class Plain(deque):
    pass


def total(d):
    s = 0
    for x in d:
        s += x
    return s


def pairs(d):
    s = 0
    for i, x in enumerate(d):
        s += i * x
    return s


def backwards(d):
    r = ""
    for x in reversed(d):
        r += str(x)
    return r


def find(d, what):
    for x in d:
        if x == what:
            return x
    else:
        return None


def mutate(d, at):
    n = 0
    try:
        for x in d:
            n += 1
            if x == at:
                d.append(99)
    except RuntimeError as e:
        return n, str(e)
    return n


def nested(d):
    n = 0
    for x in d:
        for y in d:
            if x < y:
                n += 1
    return n


def shared(d):
    it = iter(d)
    r = []
    for x in it:
        r.append(x)
        for y in it:
            r.append(-y)
            break
    r.append(next(it, "end"))
    d.append(7)
    try:
        r.append(next(it, "end"))
    except RuntimeError as e:
        r.append(str(e))
    d.pop()
    return r


def gathered(d):
    return [x + 1 for x in d], {x for x in d if x > 1}, sum(x for x in d), list(zip(d, d)), max(d), any(x > 3 for x in d)


for make in deque, Plain, Own:
    d = make(range(6))
    for i in range(1200):
        r = total(d), pairs(d), find(d, 3), nested(d)
    print(make.__name__, r)
    for i in range(900):
        r = backwards(d), shared(d), gathered(d)
    print(r)
    for i in range(900):
        e = make(range(4))
        r = mutate(e, 2), mutate(e, 3), mutate(e, -1), len(e), mutate(make(), 0)
    print(r)
    d.clear()
    print(total(d), pairs(d), backwards(d), find(d, 1), nested(d))
    d.extendleft("abc")
    try:
        total(d)
    except TypeError as e:
        print(e)
    d.clear()
    d.extend(range(200))
    for i in range(150):
        d.rotate(7)
        d.popleft()
        d.append(i)
    print(total(d), pairs(d), backwards(d)[:30], nested(d))
mixed = [deque([1, 2]), [3], (4, 5), deque(), {6: 7}, Plain([8]), Own([9]), range(3), {11}, "", Own()]
for i in range(500):
    r = [total(x) for x in mixed], [pairs(x) for x in mixed]
print(r)
