# Deques that are copied, extended by deques, compared and turned round as a whole.
# needs: stdlib
from collections import deque
class Eq:
    def __eq__(self, o):
        log.append(1)
        if act:
            act.pop()()
        return True
for rot in (0, 3, -5):
    for size in (0, 1, 7, 8, 9, 100):
        d = deque(range(size))
        d.rotate(rot)
        l = list(d)
        e = d.copy()
        assert e == d and list(e) == l and e is not d and not (e != d) and not e < d and e <= d
        assert list(d + d) == l + l and list(d * 3) == l * 3 and list(reversed(d)) == l[::-1]
        e.extend(d); assert list(e) == l * 2
        e.extendleft(d); assert list(e) == l[::-1] + l * 2
        e += e; assert list(e) == (l[::-1] + l * 2) * 2
        e.reverse(); assert list(e) == ((l[::-1] + l * 2) * 2)[::-1]
        e = d.copy(); e.extendleft(e); assert list(e) == l[::-1] + l
        for m in (0, 1, 5, 8, 50):
            e = deque(d, m); assert list(e) == (l[-m:] if m else [])
            e.extend(d); assert list(e) == ((l * 2)[-m:] if m else [])
            e.extendleft(d); assert list(e) == ((l[::-1] + (l * 2)[-m:])[:m] if m else [])
            l2 = list(e); e.extend(e); assert list(e) == ((l2 * 2)[-m:] if m else [])
            f = e.copy(); assert f == e and f.maxlen == m
            f = e + d; assert list(f) == ((list(e) + l)[-m:] if m else [])
        if size:
            e = d.copy(); e.append(5)
            assert d < e and e > d and d != e
            e = d.copy(); e[-1] = -1
            assert d > e and e < d and d != e and not d == e
log, act = [], []
a, b = deque([1, Eq(), 3]), deque([1, Eq(), 3])
print(a == b, len(log), deque([float('nan')]) == deque([float('nan')]), deque([a]) == deque([a]), deque([1, 2]) < deque([1, 3]), deque() < deque([1]))
for change in (lambda: a.append(4), lambda: b.popleft(), lambda: a.clear()):
    a, b = deque([1, Eq(), 3]), deque([1, Eq(), 3])
    act.append(change)
    try:
        print(a == b)
    except RuntimeError as e:
        print(e)
class D(deque):
    def __iter__(self):
        return iter([9, 9])
print(D([1]) == deque([1]), D([9, 1]) == deque([9, 9]), deque(D([1, 2, 3])), list(deque([1]) + D([5, 6])))
try:
    deque([1]) < deque(['a'])
except TypeError as e:
    print(e)

# clear of an empty deque changes nothing for iterators
for items, pops in ([], 0), ([1], 1), ([1], 0), ([1, 2], 1):
    d = deque(items)
    for _ in range(pops):
        d.pop()
    it = iter(d)
    d.clear()
    try:
        print(list(it))
    except RuntimeError as e:
        print(e)


class Other(deque):
    pass


d = Other()
Other.__new__ = lambda cls, *args: [42]
for f in lambda: d * 42, lambda: d + deque([1]), d.copy, d.__copy__:
    try:
        print(f())
    except TypeError as e:
        print(e)
