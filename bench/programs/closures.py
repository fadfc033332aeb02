# Closures, nonlocal counters, functions made and passed around.
def counter():
    n = 0

    def step(k):
        nonlocal n
        n += k
        return n

    return step


def compose(f, g):
    return lambda x: f(g(x))


def run(n):
    steps = [counter() for _ in range(10)]
    inc = lambda x: x + 1
    double = lambda x: x * 2 & 0xFFFF
    both = compose(inc, compose(double, inc))
    x = 0
    for i in range(n):
        x = both(x)
        for s in (steps[i % 10], steps[(i + 3) % 10]):
            s(x & 7)
        if i % 1000 == 0:
            add = lambda y, k=i: y + k
            x = add(x) & 0xFFFF
    return x, [s(0) for s in steps]


print(run(1200000))
