# Loops that run until they are interrupted: how soon do they let Go's collector stop the world?

def int_loop():
    n = 0
    while True:
        for i in range(1000000):
            n = (n * 3 + i) & 0xFFFFFFF


def float_loop():
    x = 0.5
    while True:
        for i in range(1000000):
            x = 3.7 * x * (1.0 - x)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def calls():
    while True:
        fib(20)


numbers = list(range(3000000))
floats = [float(n) for n in numbers]
text = "x" * 50000000
data = bytes(50000000)


def list_loop():
    n = 0
    while True:
        for x in numbers:
            n = n + x & 0xFFFFFFF


def list_sum():
    while True:
        sum(numbers)
        sum(floats)


def list_search():
    while True:
        -1 in numbers
        numbers.index(2999999)
        min(floats)


def slices():
    while True:
        a = numbers[:]
        a[10:20] = ()
        del a[5:1000000]
        a = numbers + a
        a[::-1]


def sorts():
    while True:
        sorted(numbers, reverse=True)


def texts():
    while True:
        "y" in text
        text + text
        data.find(b"\1")
        data + data


def containers():
    while True:
        d = dict.fromkeys(range(300000))
        set(d)
        tuple(d)
        [None] * 10000000


def big_ints():
    n = 7 ** 60000
    while True:
        n * n
        n % (n >> 40000)


def generators():
    def g():
        while True:
            yield 1

    n = 0
    for x in g():
        n += x
