# StopIteration leaking out of a generator becomes RuntimeError.
def leaky():
    yield 1
    next(iter(()))


for x in leaky():
    print(x)
