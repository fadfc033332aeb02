# Locals that are deleted, unbound or bound late in hot loops; hot loops in module and class bodies.
def late_binding(n):
    bad = 0
    for i in range(n):
        try:
            bad += x
        except UnboundLocalError as e:
            bad += len(str(e))
        if i == n // 2:
            x = 1
    return bad, x


def deleting(n):
    x, log = 0, 0
    for i in range(n):
        x = i
        if i % 3 == 0:
            del x
        try:
            log += x
        except UnboundLocalError:
            log -= 1
            x = 0.5
        try:
            del x
            del x
        except UnboundLocalError as e:
            log += str(e).count("x")
    return log


def loop_variable(n):
    for i in range(n):
        if i % 100 == 99:
            del i
            try:
                i
            except NameError:
                pass
        elif i > n - 2:
            del i
    return "i" in locals(), sorted(locals())


def conditional(n, flag):
    t = 0
    for i in range(n):
        if i % 400 >= flag:
            y = i
        try:
            t += y
        except NameError:
            t += 1
        if i % 400 == 399:
            del y
    return t


def handler_name(n):
    e, t = 5, 0
    for i in range(n):
        e = i
        try:
            if i % 4 == 0:
                raise ValueError
            t += e
        except ValueError as e:
            t += 1
        try:
            t += e
        except NameError:
            t += 2
    return t


def comprehension_scope(n):
    t, x = 0, "kept"
    for i in range(n):
        t += sum([x for x in range(i % 5)]) + len([y for y in "abc" if y != x])
    return t, x


print(late_binding(1000), deleting(900), loop_variable(500), conditional(1200, 100), handler_name(800), comprehension_scope(500))

# The module's own variables.
total, k = 0, 0
for k in range(1500):
    total += k & 7
    if k % 500 == 499:
        kind = k
        del kind
    try:
        kind
    except NameError as e:
        total += len(str(e))
    if k == 700:
        total = total * 0.5
    if k == 1000:
        globals()["total"] = 3
print(total, k)
while k:
    k -= 1
    if k == 600:
        sum = lambda *a: "shadow"  # noqa
    if k == 300:
        del sum
    if k % 299 == 0:
        print(k, sum([k]))


class Body:
    t, names = 0, []
    for i in range(900):
        t += i
        if i % 300 == 10:
            k = i  # shadows the module's
        if i % 300 == 20:
            del k
        names.append(k) if i % 100 == 15 else None
    squares = [v * v for v in range(10)]
    del i


print(Body.t, Body.names, Body.squares, hasattr(Body, "i"), k)


def big_variables(n):
    """Loop variables and bounds outside of every machine word."""
    out = []
    for start, stop, step in ((2**64, 2**64 + n, 1), (-(2**70), -(2**70) + 3 * n, 3), (2**48 - n // 2, 2**48 + n // 2, 1), (2**63 + n // 2, 2**63 - n // 2, -1), (10**40, 10**40 - n * 10**38, -(10**38))):
        t = c = 0
        for i in range(start, stop, step):
            t += i % 1009
            c += i > 2**48
            last = i
        out.append((t, c, last))
    i = 2**100
    while i > 2**40:
        i = i * 9 // 10
    out.append(i)
    i, steps = 1, 0
    while i < 10**60:
        i += i // 3 + 1
        steps += 1
    out.append((steps, i % 10**9))
    return out


print(big_variables(700))
