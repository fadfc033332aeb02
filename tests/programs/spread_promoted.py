# f(*args) with a tuple from elsewhere: what a built-in function asks of an argument (its class, a number) may stop the compiler, and the argument is
# still there when it goes on.


def caught(f, *args):
    return f(*args)


def put(p, v):
    return v


def each(values):
    out = []
    for v in values:
        out.append(caught(put, 1, v))
        out.append(caught(type, v).__name__)
        out.append(caught(isinstance, v, int))
        out.append(caught(len, (v, v)))
        out.append(caught(str, v))
        for f in abs, float, bool, max:
            try:
                out.append(caught(f, *((v, v) if f is max else (v,))))
            except (TypeError, ValueError) as e:
                out.append(str(e))
    return out


def held(args, f, n):
    return [f(*args) for _ in range(n)]


for _ in range(30):
    r = each([0, 1, 2.5, -3, True, 10**30, 'x'])
print(r)
for f in type, abs, float, repr:
    for args in (1,), (2.5,), (10**20,):
        print(f.__name__, set(held(args, f, 40)))
