# Something long, named by the argument; Ctrl-C must end each.
import _collections
import _functools
import itertools
import math
import sys
import time


def spin():
    while True:
        pass


def generate():
    while True:
        yield 1


def loop():
    for _ in generate():
        pass


def deep(n):
    if n:
        deep(n - 1)
        deep(n - 1)


def caught():
    try:
        spin()
    except KeyboardInterrupt:
        print("caught")
        sys.exit(3)


def cleanup():
    try:
        spin()
    finally:
        print("cleanup", flush=True)


forever = itertools.repeat(0)
tasks = {
    "spin": spin,
    "loop": loop,
    "deep": lambda: deep(60),
    "caught": caught,
    "cleanup": cleanup,
    "sleep": lambda: time.sleep(100),
    "sum": lambda: sum(range(10**12)),
    "pow": lambda: 10**10**9,
    "modpow": lambda: pow(7**10**5, 7**10**5, 3**10**5),
    "any": lambda: any(forever),
    "in": lambda: 1 in forever,
    "in_range": lambda: 5.5 in range(10**15),
    "max": lambda: max(forever),
    "dict": lambda: dict(zip(forever, forever)),
    "deque": lambda: _collections.deque(forever, maxlen=0),
    "chain": lambda: next(itertools.chain.from_iterable(itertools.repeat(()))),
    "filter": lambda: next(filter(None, forever)),
    "reduce": lambda: _functools.reduce(max, forever),
    "fsum": lambda: math.fsum(forever),
    "comb": lambda: math.comb(10**7, 5 * 10**6),
    "factorial": lambda: math.factorial(10**7),
    "sort": lambda: [sorted(range(10**6), key=math.sin) for _ in forever],
    "list": lambda: list(itertools.count()),
    "join": lambda: "".join(itertools.repeat("a")),
    "stdin": lambda: sys.stdin.readline(),
}
print("ready", flush=True)
tasks[sys.argv[1]]()
