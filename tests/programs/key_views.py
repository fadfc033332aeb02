# Set operations of the keys of dicts, whose quick ways are for keys that are all strs: orders, odd keys, and what changes meanwhile.
# needs: stdlib
import collections
class K(str):
    __hash__ = str.__hash__
    def __eq__(self, o):
        log.append(1)
        return str.__eq__(self, o)
log = []
def names(n, step=1):
    return {'k%d' % i: i for i in range(0, n * step, step)}
gone = names(60)
for i in range(0, 60, 7):
    del gone['k%d' % i]
dicts = [{}, names(1), names(5), names(40), names(40, 3), names(500, 2), gone, dict.fromkeys(['é', 'k1', '€', '']), {1: 2, 'k1': 3}, {None: 1}, {K('k3'): 1, 'k4': 2},
         collections.OrderedDict(names(6)), collections.defaultdict(int, names(7))]
for a in dicts:
    for b in dicts:
        x, y = a.keys(), b.keys()
        sa, sb = set(list(a)), set(list(b))
        assert x & y == sa & sb and x | y == sa | sb and x - y == sa - sb and x ^ y == sa ^ sb
        assert (x == y) == (sa == sb) and (x <= y) == (sa <= sb) and (x < y) == (sa < sb) and (x >= y) == (sa >= sb) and (x != y) == (sa != sb)
        assert x.isdisjoint(y) == sa.isdisjoint(sb)
        assert x & list(y) == sa & sb and list(x) | y == sa | sb and x - list(y) == sa - sb and x ^ sb == sa ^ sb and sa.union(y) == sa | sb
        s = set(sa); s.update(y); assert s == sa | sb
        s = set(sa); s.difference_update(y); assert s == sa - sb and len(s) == len(list(s))
        s |= y; s &= y; assert s == sb
        print(len(x & y), len(x | y), len(x - y), len(x ^ y), x == y, x <= y, x.isdisjoint(y), end=' ')
    print()
print(list({'b': 1}.keys() & {'b': 2}.keys()), sorted(names(3).keys() | names(2, 5).keys()), names(3).keys() - {'k1'})
print({1: 2}.keys() | names(2).keys() == {1, 'k0', 'k1'}, {'a': 1}.keys() | {2.5: 1}.keys() == {'a', 2.5}, {(1,)}.union(names(1).keys()) == {(1,), 'k0'})
print(len(log) > 0)

class Change:
    def __init__(self, h, d):
        self.h, self.d = h, d
    def __hash__(self):
        return self.h
    def __eq__(self, o):
        if isinstance(o, str):
            self.d['new%d' % len(self.d)] = 1
        return False
for op in ('|', '-', '^', '&', '<=', 'isdisjoint', 'update', 'difference_update', 'symmetric_difference_update'):
    d = names(9)
    c = Change(hash('k2'), d)
    s = {c, 1}
    try:
        if op.isalpha() or '_' in op:
            r = getattr(s, op)(d.keys())
        else:
            r = eval('s %s d.keys()' % op)
        print(op, type(r).__name__)
    except RuntimeError as e:
        print(op, e)
d = names(1000)
s = set()
for _ in range(3):
    s ^= d.keys()
    s -= names(10).keys()
print(len(s), len(d.keys() & s), len(set(d.keys())), len(frozenset(d.keys())))
