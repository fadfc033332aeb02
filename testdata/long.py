"""Code that runs long, each kind in its own way: for tests of cancelling."""

import sys

sys.set_int_max_str_digits(0)


def loop():
    while True:
        pass


def nested_loops():
    n = 0
    while True:
        for i in range(1000):
            n += i


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def recursion():
    return fib(100)


def generators():
    def count():
        n = 0
        while True:
            yield n
            n += 1

    for _ in count():
        pass


def exceptions():
    while True:
        try:
            raise ValueError
        except ValueError:
            pass


def comprehension():
    while True:
        [i for i in range(10**6)]


def classes():
    class C:
        def __lt__(self, other):
            return self is not other

    while True:
        sorted([C() for _ in range(1000)])


def forever(f):
    while True:
        f()


def list_repeat():
    forever(lambda: [0] * 4_000_000)


def str_repeat():
    forever(lambda: "ab" * 20_000_000)


def tuple_repeat():
    forever(lambda: (1, 2, 3) * 7_000_000)


def bytes_repeat():
    forever(lambda: b"abc" * 30_000_000)


def list_of_range():
    forever(lambda: list(range(3_000_000)))


def list_copy():
    l = [1] * 3_000_000
    forever(lambda: l + l)


def list_extend():
    l = [1] * 5_000_000

    def f():
        m = []
        m.extend(l)
        m.extend(l)

    forever(f)


def list_sort():
    x = 12345
    l = []
    for _ in range(300_000):
        x = x * 1103515245 + 12345 & 0x7FFFFFFF
        l.append(x)
    forever(lambda: sorted(l))


def list_sort_strings():
    l = [str(i * 7919 % 1000003) for i in range(200_000)]
    forever(lambda: sorted(l))


def list_sort_key():
    l = list(range(200_000))
    forever(lambda: l.sort(key=lambda x: -x))


def list_index():
    l = [0] * 4_000_000
    forever(lambda: l.count(1))


def list_contains():
    l = [0] * 4_000_000
    forever(lambda: 1 in l)


def list_reverse():
    l = [0] * 4_000_000
    forever(l.reverse)


def list_compare():
    a, b = [1.5] * 5_000_000, [1.5] * 5_000_000
    forever(lambda: a == b)


def list_insert():
    l = [0] * 3_000_000

    def f():
        l.insert(0, 1)
        del l[0]

    forever(f)


def join():
    l = ["abc"] * 3_000_000
    forever(lambda: ",".join(l))


def join_generator():
    forever(lambda: "".join(str(i) for i in range(10**7)))


def bytes_join():
    l = [b"abc"] * 3_000_000
    forever(lambda: b",".join(l))


def str_replace():
    s = "ab" * 3_000_000
    forever(lambda: s.replace("a", "xyz"))


def str_split():
    s = "a " * 2_000_000
    forever(lambda: s.split())


def str_find():
    s = "a" * 2_000_000
    forever(lambda: s.find("a" * 1_000_000 + "b"))


def str_count():
    s = "ab" * 30_000_000
    forever(lambda: s.count("ba"))


def str_upper():
    s = "é" * 3_000_000
    forever(s.upper)


def str_encode():
    s = "é" * 4_000_000
    forever(lambda: s.encode().decode())


def str_translate():
    s = "ab" * 3_000_000
    forever(lambda: s.translate({97: "xy"}))


def str_format():
    forever(lambda: "%s" * 100_000 % tuple(range(100_000)))


def repr_list():
    l = list(range(2_000_000))
    forever(lambda: repr(l))


def int_pow():
    forever(lambda: 3 ** 5_000_000)


def int_multiply():
    a = (1 << 20_000_000) - 1
    b = (1 << 19_999_999) - 3
    forever(lambda: a * b)


def int_divide():
    a = (1 << 20_000_000) - 1
    b = (1 << 10_000_001) - 3
    forever(lambda: a // b)


def int_pow_mod():
    m = (1 << 40_000) - 1
    forever(lambda: pow(3, m - 2, m))


def int_to_str():
    n = (1 << 5_000_000) - 1
    forever(lambda: str(n))


def str_to_int():
    s = "9" * 1_500_000
    forever(lambda: int(s))


def int_shift():
    n = (1 << 200_000_000) - 1
    forever(lambda: n >> 3)


def int_and():
    n = (1 << 200_000_000) - 1
    forever(lambda: n & (n >> 1))


def int_to_hex():
    n = (1 << 30_000_000) - 1
    forever(lambda: hex(n))


def int_bytes():
    n = (1 << 200_000_000) - 1
    forever(lambda: int.from_bytes(n.to_bytes(30_000_000, "little"), "big"))


def factorial():
    import math

    forever(lambda: math.factorial(300_000))


def gcd():
    import math

    a, b = (1 << 2_000_000) - 1, (1 << 1_999_993) - 1
    forever(lambda: math.gcd(a, b))


def isqrt():
    import math

    n = (1 << 3_000_000) - 1
    forever(lambda: math.isqrt(n))


def comb():
    import math

    forever(lambda: math.comb(1_000_000, 400_000))


def dict_build():
    forever(lambda: dict.fromkeys(range(3_000_000)))


def dict_copy():
    d = dict.fromkeys(range(2_000_000))
    forever(lambda: dict(d))


def dict_update():
    d = dict.fromkeys(range(1_000_000))

    def f():
        e = {-1: 0}
        e.update(d)

    forever(f)


def dict_compare():
    d = dict.fromkeys(range(1_000_000))
    e = dict(d)
    forever(lambda: d == e)


def set_build():
    forever(lambda: set(range(3_000_000)))


def set_union():
    a, b = set(range(1_000_000)), set(range(500_000, 1_500_000))
    forever(lambda: a | b)


def set_difference():
    a, b = set(range(1_000_000)), set(range(500_000, 1_500_000))
    forever(lambda: a - b)


def frozen_hash():
    def f():
        hash(frozenset(range(1_000_000)))

    forever(f)


def tuple_hash():
    t = (1,) * 3_000_000
    forever(lambda: hash(t))


def str_hash():
    def f():
        hash("a" * 30_000_000)

    forever(f)


def sum_range():
    sum(range(10**12))


def sum_list():
    l = [1] * 3_000_000
    forever(lambda: sum(l))


def min_list():
    l = [1.5] * 3_000_000
    forever(lambda: min(l))


def any_list():
    l = [0] * 3_000_000
    forever(lambda: any(l))


def in_range():
    1.5 in range(10**12)


def zip_dict():
    forever(lambda: dict(zip(range(10**6), range(10**6))))


def map_list():
    forever(lambda: list(map(abs, range(10**6))))


def enumerate_list():
    forever(lambda: list(enumerate(range(10**6))))


def slices():
    l = [0] * 4_000_000
    forever(lambda: l[1:])


def extended_slices():
    l = [0] * 4_000_000
    forever(lambda: l[::-1])


def bytearrays():
    b = bytearray(30_000_000)
    forever(lambda: b.count(1))


def bytes_translate():
    b = bytes(20_000_000)
    table = bytes(range(256))
    forever(lambda: b.translate(table))


def bytes_hex():
    b = bytes(20_000_000)
    forever(b.hex)


def memoryviews():
    m = memoryview(bytes(3_000_000))
    forever(m.tolist)


def deque_extend():
    from _collections import deque

    forever(lambda: deque(range(10**6)))


def itertools_count():
    import itertools

    sum(itertools.count())


def itertools_product():
    import itertools

    forever(lambda: list(itertools.product(range(300), repeat=2)))


def string_io():
    import io

    def f():
        s = io.StringIO()
        s.write("abc" * 4_000_000)
        s.getvalue()

    forever(f)


def gc_collect():
    import gc

    l = [[] for _ in range(1_000_000)]
    forever(gc.collect)
    return l


def sleeping():
    import time

    time.sleep(1000)


def locked():
    import _thread

    l = _thread.allocate_lock()
    l.acquire()
    l.acquire()


def getattr_chain():
    class C:
        def __getattr__(self, name):
            return getattr(self, name + "x")

    while True:
        try:
            C().a
        except RecursionError:
            pass


def deep_compare():
    a = []
    b = []
    for _ in range(150):
        a, b = [a, a], [b, b]
    a == b


def format_wide():
    forever(lambda: format(1, "030000000d"))


def marshalled():
    import marshal

    l = list(range(1_000_000))
    forever(lambda: marshal.loads(marshal.dumps(l)))


ALL = [f.__name__ for f in list(globals().values()) if type(f).__name__ == "function" and f.__name__ not in ("fib", "forever")]
