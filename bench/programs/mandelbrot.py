# The Mandelbrot set with plain floats.
def run(size, limit):
    inside = 0
    for py in range(size):
        y0 = 2.0 * py / size - 1.0
        for px in range(size):
            x0 = 3.0 * px / size - 2.0
            x = y = 0.0
            i = 0
            while i < limit and x * x + y * y <= 4.0:
                x, y = x * x - y * y + x0, 2.0 * x * y + y0
                i += 1
            if i == limit:
                inside += 1
    return inside


print(run(420, 100))
