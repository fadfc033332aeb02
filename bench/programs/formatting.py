# Formatting numbers and text: f-strings, % and str.format.
def run(n):
    check = 0
    for i in range(n):
        a = f"{i}:{i * 7:06d} {i / 3:.3f} {'x' * (i % 5):>6}"
        b = "%d-%s-%5.1f-%x" % (i, "abc", i * 0.5, i)
        c = "{:<8}|{:>8}|{}".format(i, b[:4], a[-3:])
        d = str(i) + repr(i * 0.25) + str((i, "t"))
        check += len(a) + len(b) + len(c) + len(d) + int(a[: a.index(":")])
    return check


print(run(300000))
