# Truth, conditional expressions, is, in, not and chains of and / or in hot loops, over values of every type.
VALUES = [0, 1, -1, 2**60, 0.0, -0.0, 0.5, float("nan"), True, False, None, "", "x", b"", b"y", (), (0,), [], [0], {}, {1: 2}, set(), {0}, range(0), range(3), ..., int, len]


class Truth:
    def __init__(self, v):
        self.v = v
        self.asked = 0

    def __bool__(self):
        self.asked += 1
        return self.v


class Sized:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Broken:
    def __bool__(self):
        return 1  # not a bool


def truths(n):
    counts = [0] * 8
    for i in range(n):
        v = VALUES[i % len(VALUES)]
        if v:
            counts[0] += 1
        if not v:
            counts[1] += 1
        counts[2] += bool(v)
        counts[3] += 1 if v else 2
        w = v or i
        counts[4] += w is i
        w = v and i
        counts[5] += w is not i
        while v:
            counts[6] += 1
            break
        counts[7] += not not v
    return counts


def logic(n):
    t = 0
    for i in range(n):
        a, b, c = i & 1, i & 2, i % 5 == 0
        t += a and b or c and 3 or 4
        t += 1 if (a or b) and not (b and c) else 2
        x = (a or b) and (b or c)
        t += bool(x) + (not a) + (not not c)
        if a and (b or c) or not a and not c:
            t += 5
        elif a or b:
            t += 7
        else:
            t -= 1
        t += (i < 500 <= i + 100) + (0 <= i < n != 7) + (i == i is not None)
        y = i * 0.5
        t += (y < 100.0 or y > 200) and (y != 250) and 1 or 0
    return t


def identity(n):
    t, none, one = 0, None, [1]
    for i in range(n):
        x = none if i % 3 == 0 else one if i % 3 == 1 else True
        t += (x is None) + 2 * (x is not None) + 4 * (x is one) + 8 * (x is True) + 16 * (x is not True)
        t += (x == None) + (x != True)  # noqa
        y = i > 5
        t += (y is True) + (y is False) * 2 + (y == 1)
        z = i if x is None else None
        if z is None:
            t += 3
        elif z is not None and z > 10:
            t += 1
        t += int is int and type(i) is int
    return t


def membership(n):
    t = 0
    names, table, text = {"a", "b", 3}, {1: 2, "k": 0, 0.5: 1}, "abcdef"
    for i in range(n):
        t += i in (1, 2, 3, 500) or i % 7 in [0, 2]
        t += (i % 5 in names) + (i % 3 in table) * 2 + (i / 2 in table) + ("k" in table)
        t += (text[i % 6] in "face") + (chr(97 + i % 9) not in text)
        t += i in range(0, 1000, 3)
        t += None not in (i, t)
    return t


def objects(n):
    yes, no, empty, full = Truth(True), Truth(False), Sized(0), Sized(2)
    t = 0
    for i in range(n):
        o = (yes, no, empty, full)[i % 4]
        if o:
            t += 1
        t += 10 if not o else 20
        t += (o and 1 or 2) if i % 2 else (o or 3) == 3
    return t, yes.asked, no.asked


def broken(n):
    bad = 0
    for i in range(n):
        v = i if i % 50 else Broken()
        try:
            if v:
                bad += 1
        except TypeError as e:
            bad += len(str(e)) * 1000
        try:
            bad += not (v if i % 50 else Sized(-1))
        except ValueError as e:
            bad += len(str(e)) * 100000
    return bad


def compare_all(n):
    t, bad = 0, 0
    for i in range(n):
        a, b = VALUES[i % len(VALUES)], VALUES[i // len(VALUES) % len(VALUES)]
        t += (a == b) + 2 * (a != b)
        try:
            t += (a < b) + 2 * (a >= b)
        except TypeError:
            bad += 1
    return t, bad


def early(n):
    for i in range(n):
        if i * i > 10 * n and not i % 17:
            return i
    return None


print(truths(1400), logic(1000), identity(900), membership(900))
print(objects(800), broken(400), compare_all(2352), early(700), early(5))
