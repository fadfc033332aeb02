# Lists that grow: long storage is lengthened where it lies, or moved where something lies behind it.
import gc
import sys


def check(l, n, step=1):
    assert len(l) == n, (len(l), n)
    assert l[0] == 0 and l[-1] == (n - 1) * step
    assert sum(l) == step * n * (n - 1) // 2


def sizes(n):
    """The sizes that a list has while it grows."""
    l, seen = [], []
    for i in range(n):
        l.append(i)
        if not seen or sys.getsizeof(l) != seen[-1]:
            seen.append(sys.getsizeof(l))
    check(l, n)
    return seen


grown = sizes(20_000)
print([y - x for x, y in zip(grown[-6:], grown[-5:])])


def together(n):
    """Two lists that are in each other's way, and objects between them."""
    a, b = [], []
    for i in range(n):
        a.append(i)
        b.append((i,))
    check(a, n)
    check([x for x, in b], n)


together(12_000)


def shrunk():
    """Storage that has been cut has no old items in it when it is lengthened."""
    l = list(range(9000))
    del l[4600:]
    l.extend([None] * 12_000)
    check(l[:4600], 4600)
    print(len(l), l[4599:4602], set(map(type, l[4600:])))
    while len(l) > 3000:
        l.pop()
    l += range(3000, 16_000)
    check(l, 16_000)
    l *= 2
    check(l[:16_000], 16_000)
    check(l[16_000:], 16_000)
    l.insert(0, -1)
    print(len(l), l[:3])


shrunk()


def itself():
    l = list(range(3000))
    l.extend(l)
    l += l
    l[12_000:] = l
    print(len(l), sum(l))
    it = iter(l)
    for x in it:
        if len(l) < 30_000:
            l.append(x)
    print(len(l), sum(l))


itself()


def dead():
    """A lengthened list goes as others do."""
    class Item:
        alive = 0

        def __init__(self):
            Item.alive += 1

        def __del__(self):
            Item.alive -= 1

    l = []
    for i in range(5000):
        l.append(i)
    for i in range(60):
        l.append(Item())
        l.extend(range(100))
    gc.collect()
    print(Item.alive, len(l))
    del l
    gc.collect()
    print(Item.alive)


dead()


def comparing():
    """Lists that change while they are sorted."""
    l = list(range(4000))

    def key(x):
        l.append(x)
        return -x

    try:
        l.sort(key=key)
    except ValueError as e:
        print(e)
    check(l[::-1], 4000)


comparing()
