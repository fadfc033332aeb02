# Generator pipelines, yield from, send.
def numbers(n):
    for i in range(n):
        yield i


def evens(it):
    for x in it:
        if not x & 1:
            yield x


def scaled(it, k):
    return (x * k for x in it)


def tree(depth):
    if depth:
        yield from tree(depth - 1)
        yield depth
        yield from tree(depth - 1)


def averager():
    total = n = 0
    mean = 0
    while True:
        x = yield mean
        total += x
        n += 1
        mean = total // n


def run(n):
    total = sum(scaled(evens(numbers(n)), 3))
    total += sum(tree(17))
    a = averager()
    next(a)
    for i in range(n // 2):
        last = a.send(i)
    return total, last


print(run(5000000))
