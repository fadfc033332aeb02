# Lists that change while a hot loop runs over them; index errors at the end of loops; negative indices and slices.
def grow(n):
    items, total = [1], 0
    for x in items:
        total += x
        if len(items) < n:
            items.append(x + 1)
    return total, len(items)


def shrink(n):
    items, seen = list(range(n)), 0
    for x in items:
        seen += x
        items.pop()
    return seen, len(items)


def clear_midway(n):
    items = list(range(n))
    count = 0
    for x in items:
        count += 1
        if x == n // 2:
            items.clear()
    items.append(5)
    return count, items


def replace(n):
    """Stores of other types into a list that was all ints."""
    items, out = list(range(n)), 0
    for i, x in enumerate(items):
        if i + 1 < n:
            items[i + 1] = (i, i + 0.5, str(i), None, True)[i % 5] if i > n // 2 else i * 2
        if isinstance(x, str):
            out += len(x)
        elif x is None:
            out -= 1
        else:
            out += x
    return out


def run_off(n):
    items, i, total = list(range(n)), 0, 0
    try:
        while True:
            total += items[i]
            i += 1
    except IndexError as e:
        return i, total, str(e), e.__traceback__.tb_lineno
    return None


def store_off(n):
    items, i = [0] * n, 0
    try:
        while True:
            items[i] = i * i
            i += 1
    except IndexError as e:
        return i, items[-1], str(e)


def negative(n):
    items, acc = [3, 1, 4, 1.5, 9], 0
    for i in range(n):
        acc += items[-(i % 5) - 1] * items[i % 5]
        items[-1 - i % 5] += 1
        if i % 50 == 49:
            try:
                items[-6]
            except IndexError:
                acc += 0.25
            try:
                items[2**64]
            except IndexError as e:
                acc += len(str(e))
    return acc, items


def swap_sort(items):
    n = len(items)
    for i in range(n):
        for j in range(n - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return items


def aliased(n):
    a = [0.0] * 10
    b = a
    for i in range(n):
        a[i % 10] = i * 0.5
        b[(i + 1) % 10] += a[i % 10]
    return a is b, a


def slices(n):
    items = list(range(20))
    acc = 0
    for i in range(n):
        part = items[i % 5 : 15 : 1 + i % 3]
        acc += sum(part) + len(items[: -(i % 7) or None])
        items[2:4] = [i, i + 1, i + 2][: 2 + (i % 100 == 0)]
        if i % 150 == 149:
            del items[5:8]
    return acc, items


def wrong_types(n):
    items, text = [1, 2, 3], ""
    for i in range(n):
        key = (0, 1.0, "a", None, True, slice(1))[i // 60 % 6]
        try:
            items[key]
        except TypeError as e:
            text = str(e)
        if i % 60 == 59:
            print(i, key, text)


def nested(n):
    grid = [[0] * 8 for _ in range(8)]
    for k in range(n):
        grid[k % 8][k * 3 % 8] += k
        grid[-1 - k % 8][0] ^= k
    return grid[3], sum(map(sum, grid))


print(grow(1500), shrink(1500), clear_midway(1000), replace(1000))
print(run_off(1500), store_off(1500), negative(1000))
print(swap_sort([(i * 7919) % 101 for i in range(60)])[:10], swap_sort([(i * 31 % 47) / 4 for i in range(50)])[:5])
print(swap_sort(["b", "a", "d", "c"] * 10)[::10], aliased(1000))
print(slices(900))
wrong_types(360)
print(nested(1000))
