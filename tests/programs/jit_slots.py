# Variables that lie in the slots of the stack they came from, while a short function with fewer slots is inlined.


def same(v):
    for _ in range(1):
        pass
    return v


def plus(x):
    return x + 1


def many(n, v):
    t = 0
    for k in range(n):
        a, b, c, d, e, f = same(k), same(k + 0.5), same(str(k)), same(k + 3), same([k]), [q for q in v]
        t += plus(a)
        t += plus(b)
        x = [same(1), same(2), same(3), same(4), same(5), same(6), same(7)]
        if (a, b, c, d, e, f, x) != (k, k + 0.5, str(k), k + 3, [k], v, [1, 2, 3, 4, 5, 6, 7]):
            print('wrong', k, a, b, c, d, e, f, x)
    return t


print(many(100, [1, 2]))
print(many(100, [1, 'b']))
