# Building, transforming and comprehending lists.
def run(n):
    total = 0
    for r in range(1, n):
        a = []
        for i in range(300):
            a.append(i * r)
        b = [x * 2 for x in a if x % 7 < 5]
        c = [y for x in zip(a, b) for y in x]
        c.extend(b[10:50])
        c.insert(0, r)
        c.reverse()
        d = c[::2] + [r] * 5
        total += len(d) + d[7] + sum(d[:20]) + c.pop() + (a[-1] in d)
    return total


print(run(17000))
