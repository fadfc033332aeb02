# Floating point: logistic map and a numerical integral.
def run(n):
    x, area, h = 0.5, 0.0, 1.0 / n
    for i in range(n):
        x = 3.9 * x * (1.0 - x)
        t = (i + 0.5) * h
        area += 4.0 / (1.0 + t * t) * h
    return x, area


print(run(6000000))
