# The modules behind functools, operator and collections, and time, gc, marshal.
import _functools
import _operator
import _collections
import gc
import marshal
import time


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


print(_functools.reduce(lambda a, b: a * b, range(1, 8)), _functools.reduce(max, [3, 9, 2], 5), attempt(_functools.reduce, max, []), _functools.reduce(lambda a, b: a + b, "abc", "-"))
p = _functools.partial(int, base=2)
print(p("101"), p.func is int, p.args, p.keywords, _functools.partial(p, "11")(), _functools.partial(max, 5)(3, 9), attempt(_functools.partial), attempt(_functools.partial, 5))
key = _functools.cmp_to_key(lambda a, b: (a > b) - (a < b) if a % 2 == b % 2 else a % 2 - b % 2)
print(sorted([5, 2, 8, 1, 9, 4], key=key), key(3) < key(4), key(2) == key(2))
print(_operator.add(1, 2), _operator.itemgetter(1)("abc"), _operator.itemgetter(0, 2)([5, 6, 7]), _operator.attrgetter("real")(5), _operator.attrgetter("real.imag", "imag")(5), _operator.methodcaller("split", ",")("a,b"), _operator.contains([1], 1), _operator.index(5), _operator.countOf([1, 2, 1], 1), _operator.indexOf("abc", "c"), _operator.neg(3), _operator.truediv(1, 4), _operator.getitem({1: 2}, 1), _operator.iadd([1], [2]), _operator.concat("a", "b"), _operator.not_([]), _operator.is_(None, None), _operator.length_hint([1, 2]), attempt(_operator.index, 1.5), attempt(_operator.itemgetter(5), "abc"))
print(sorted([("b", 2), ("a", 3)], key=_operator.itemgetter(1)), list(map(_operator.mul, [1, 2], [3, 4])))
d = _collections.deque([1, 2, 3], maxlen=4)
d.append(4)
d.append(5)
d.appendleft(0)
print(d, d.pop(), d.popleft(), len(d), d[0], list(d), d.maxlen, 3 in d, d.rotate(1), d, d.extend("xy"), d, d.count("x"), d.index("y"), d.reverse(), d, d.copy() == d, attempt(_collections.deque().pop), attempt(lambda: d[99]), d.remove("x"), d.insert(0, "i"), d, bool(_collections.deque()), list(reversed(d)), d.clear(), d, _collections.deque("ab") + _collections.deque("c"), _collections.deque([1]) * 2)
dd = _collections.defaultdict(list)
for w in "one two three four five six".split():
    dd[len(w)].append(w)
print(dd, dd[99], dd.default_factory, attempt(lambda: _collections.defaultdict()["x"]), attempt(_collections.defaultdict, 5), dict(dd), dd.copy() == dd)
count = _collections.defaultdict(int)
for c in "mississippi":
    count[c] += 1
print(count, sorted(count.items()))
od = _collections.OrderedDict(a=1, b=2, c=3)
od.move_to_end("a")
print(list(od), od.popitem(last=False), od, od == {"c": 3, "a": 1}, list(reversed(od)))
queue = _collections.deque([(0, 0)])
seen = {(0, 0): 0}
while queue:
    x, y = queue.popleft()
    for dx, dy in ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)):
        n = x + dx, y + dy
        if n not in seen and 0 <= n[0] < 8 and 0 <= n[1] < 8:
            seen[n] = seen[x, y] + 1
            queue.append(n)
print(len(seen), max(seen.values()), seen[7, 7])


class Node:
    def __init__(self):
        self.me = self


for _ in range(1000):
    Node()
print(gc.collect() >= 0, gc.isenabled(), gc.disable(), gc.isenabled(), gc.enable(), gc.isenabled(), len(gc.get_threshold()), len(gc.get_count()))
values = [None, True, 5, -(2**70), 1.5, "é", b"x", (1, (2,)), [1, [2]], {"k": 1}, {1, 2}, frozenset({3}), ..., StopIteration]
print(all(marshal.loads(marshal.dumps(v)) == v for v in values), marshal.dumps(5, 2), marshal.dumps((1, "a"), 2), attempt(marshal.loads, b"?"), attempt(marshal.loads, b""), attempt(marshal.dumps, object()))
code = (lambda a, b=2: a + b).__code__
again = marshal.loads(marshal.dumps(code))
print(again == code, again.co_name, again.co_varnames, again.co_consts)
t = time.time()
a, b = time.perf_counter(), time.monotonic()
time.sleep(0.01)
print(t > 1.6e9, 0.009 < time.perf_counter() - a < 5, time.monotonic() >= b, time.process_time() >= 0, isinstance(time.time_ns(), int), time.perf_counter_ns() > 0, time.gmtime(0)[:6], time.gmtime(86400 * 365).tm_year, time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(1e9)), attempt(time.sleep, -1), attempt(time.sleep, "x"))

# Their instances have a __dict__.
class Ordered(_collections.OrderedDict):
    pass


for v in (_functools.partial(int), _functools._lru_cache_wrapper(int, 3, False, int), Ordered(), _collections.OrderedDict()):
    v.note = 1
    kept = v.__dict__
    v.__dict__ = {"other": 2}
    print(type(v).__name__, kept, v.other, hasattr(v, "note"), attempt(vars, v))
