# Loops over OrderedDicts, deques and what itertools makes of them, in compiled code: changes meanwhile, and loops that see several kinds of iterators.
# needs: stdlib
from collections import OrderedDict, deque
from itertools import chain, count, cycle, islice, pairwise, repeat


def keys(x):
    n = 0
    for k in x:
        n += k
    return n


def pairs(x):
    n = 0
    for k, v in x:
        n += k * v
    return n


def whole(x):
    last = None
    for t in x:
        last = t
    return last


def collect(x):
    return [t for t in x]


def until(x, do, at):
    """The items of x as they come, while do is called before the item number at is taken."""
    seen = []
    try:
        for i in x:
            seen.append(i)
            if len(seen) == at:
                do()
    except RuntimeError as e:
        seen.append(str(e))
    return seen


class Sub(OrderedDict):
    pass


class Own(OrderedDict):
    def __iter__(self):
        yield from reversed(list(super().__iter__()))


def fresh(cls=OrderedDict, n=6):
    return cls((i, i + 10) for i in range(n))


for turn in range(60):
    for cls in (OrderedDict, Sub, Own):
        d = fresh(cls, 50)
        for n in (3, 7):
            del d[n]
        d.move_to_end(20)
        d.move_to_end(30, last=False)
        r = [keys(d), keys(d.keys()), keys(d.values()), keys(reversed(d)), keys(reversed(d.keys())), keys(reversed(d.values())),
             pairs(d.items()), pairs(reversed(d.items())), whole(d), whole(d.items()), whole(reversed(d.items())), collect(d)[:3],
             collect(d.items())[:2], whole(enumerate(d)), whole(enumerate(d.items())), pairs(enumerate(d)), pairs(pairwise(d)), whole(pairwise(d.items())),
             keys(chain(d, d.values())), keys(islice(d, 5, 9)), keys(islice(cycle(d), 70)), whole(islice(d.items(), 3))]
        assert turn == 0 or r == before[cls], (cls, r, before[cls])
        if turn == 0:
            before = globals().setdefault("before", {})
            before[cls] = r
            print(cls.__name__, r)

# One loop that sees all kinds.
for turn in range(60):
    d = fresh()
    q = deque(d)
    r = [whole(x) for x in (d, d.items(), d.values(), dict(d), dict(d).items(), q, reversed(q), iter([1]), {5}, enumerate("ab"), pairwise(q), chain([1], "z"),
                            zip(d, q), islice(count(2, 3), 4), repeat(4, 2), map(str, q), filter(None, q), reversed(d), fresh(Own), memoryview(b"xy"),
                            (i for i in d), deque(), OrderedDict(), islice(d, 0))]
    if turn == 0:
        first = r
        print(r)
    assert r == first
    for x in (enumerate("xyz"), d.items(), pairwise(q), zip(q, q), dict(d).items(), [(1, 2)], d.items(), iter({(3, 4): 1}), OrderedDict({(5, 6): 1})):
        if not isinstance(x, enumerate):
            pairs(x)

for turn in range(40):
    log = []
    for over in (lambda d: d, lambda d: d.keys(), lambda d: d.values(), lambda d: d.items(), lambda d: reversed(d), lambda d: reversed(d.items()),
                 lambda d: enumerate(d), lambda d: pairwise(d), lambda d: chain(d, d)):
        for change in (lambda d: d.pop(4), lambda d: d.popitem(), lambda d: d.popitem(last=False), lambda d: d.move_to_end(0), lambda d: d.move_to_end(5),
                       lambda d: d.move_to_end(2, last=False), lambda d: d.update({77: 1}), lambda d: d.update({3: 1}), lambda d: d.clear(),
                       lambda d: (d.pop(1), d.update({1: 2})), lambda d: d.__setitem__(2, 5), lambda d: d.setdefault(9), lambda d: d.__init__()):
            for at in (1, 3, 5, 6):
                d = fresh()
                log.append(until(over(d), lambda: change(d), at))
    for change in (lambda q: q.append(1), lambda q: q.pop(), lambda q: q.rotate(), lambda q: q.clear(), lambda q: q.__setitem__(3, 50), lambda q: q.reverse()):
        for at in (1, 3, 6):
            for over in (iter, reversed, enumerate, pairwise):
                q = deque(range(6))
                log.append(until(over(q), lambda: change(q), at))
    if turn == 0:
        first = log
        for i in range(0, len(log), 4):
            print(*log[i:i + 4])
    assert log == first


# An iterator that has failed, and one that is used by two loops.
def twice(it):
    seen = []
    for a in it:
        seen.append(a)
        for b in it:
            seen.append((a, b))
            break
    return seen


for turn in range(60):
    d = fresh(n=7)
    r = twice(iter(d)), twice(iter(d.items())), twice(pairwise(d)), twice(iter(deque(d))), twice(enumerate(d))
    it = iter(d)
    next(it)
    d.move_to_end(0)
    failed = until(it, None, -1), until(it, None, -1), list(it)
    if turn == 0:
        print(r, failed)


def kept(d):
    held = []
    for t in d.items():
        held.append(t)
        t = None
    return held, [type(t) for t in held[:2]]


for turn in range(60):
    d = fresh()
    r = kept(d)
    for k, v in d.items():
        d[k] = v + 1
print(r, d)
