# Lists that change while they are sorted, and iterables whose length hints are wrong.
# needs: stdlib
import sys
from functools import cmp_to_key


def grows(x, y):
    numbers.append(3)
    numbers.pop()
    return (x > y) - (x < y)


def grows_and_is_cleared(x, y):
    numbers.append(3)
    del numbers[:]
    return (x > y) - (x < y)


def looks(x, y):
    numbers.clear()
    return len(numbers) + numbers.__sizeof__() * 0


for compare in (grows, grows_and_is_cleared, looks):
    numbers = [2, 1]
    try:
        numbers.sort(key=cmp_to_key(compare))
        print(numbers)
    except ValueError as e:
        print(e, numbers)
    numbers.append(5)
    print(numbers)


class Hint:
    def __init__(self, hint):
        self.hint = hint

    def __iter__(self):
        return iter((1, 2))

    def __length_hint__(self):
        if self.hint is None:
            raise RuntimeError("no hint")
        return self.hint


numbers = [0]
numbers.extend(Hint(sys.maxsize))
print(numbers)
for make in (bytearray, list):
    try:
        make(b"a").extend(Hint(None))
    except RuntimeError as e:
        print(e)
print(range(sys.maxsize).__len__() == sys.maxsize, range(2**60).__len__())
