# the iterators of code.co_lines and co_positions, and what they are
def f(a):
    b = [x
         for x in a]
    return b


for it in (f.__code__.co_lines(), f.__code__.co_positions()):
    cls = type(it)
    print(cls, iter(it) is it, hasattr(it, "__length_hint__"), hasattr(it, "__reduce_ex__"), sorted(n for n in vars(cls)))
    try:
        cls()
    except TypeError as e:
        print(e)
    try:
        class Sub(cls):
            pass
    except TypeError as e:
        print(e)
    print(len(next(it)), all(len(x) in (3, 4) for x in it), list(it), next(it, "end"))

for _ in range(300):
    lines = {line for start, end, line in f.__code__.co_lines() if line}
print(sorted(lines), len(list(f.__code__.co_positions())) == len(f.__code__.co_code) // 2)


class Sub(type(f.__code__.co_lines())):
    def __init__(self):
        pass


try:
    Sub()
except TypeError as e:
    print(e)
