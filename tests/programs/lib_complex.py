# complex numbers.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


z = 3 + 4j
print(z, -z, abs(z), z.real, z.imag, z.conjugate(), z + 1, 1 - z, z * 2.5, z / (1 - 1j), z**2, z**0.5, z == 3 + 4j, z != 3, 1 == 1 + 0j, hash(1 + 0j) == hash(1), bool(0j), complex(1, 2), complex("1+2j"), complex(" -3j "), complex("nan+infj"), complex(), repr(-0j), 1j * 1j, 1e20j, 0.1j, complex(1.5, -0.0))
for bad in (lambda: z < 1, lambda: int(z), lambda: float(z), lambda: z // 2, lambda: z % 2, lambda: complex("x"), lambda: 1j / 0, lambda: 0j**-1, lambda: complex("1", 2), lambda: complex(None), lambda: divmod(z, 1), lambda: round(z)):
    print(attempt(bad))
print([attempt(format, z, s) for s in ("", ".2f", ">15", "e", "+.1f", "d", "=10")], f"{z!r:^12}", "%s" % z, [z], {z: 1}[3 + 4j])


def mandel(c, n=50):
    z = 0j
    for i in range(n):
        if abs(z) > 2:
            return i
        z = z * z + c
    return n


for y in range(-8, 9, 2):
    print("".join(" .:-=+*#%@"[min(mandel(complex(x / 14, y / 8)) // 6, 9)] for x in range(-28, 14)))


def fft(a):
    n = len(a)
    if n == 1:
        return a
    even, odd = fft(a[::2]), fft(a[1::2])
    w = [1, 1, 1j, 0.7071067811865476 + 0.7071067811865476j]
    root = {2: -1, 4: -1j, 8: 0.7071067811865476 - 0.7071067811865476j}[n]
    t, out = 1, [0] * n
    for k in range(n // 2):
        out[k] = even[k] + t * odd[k]
        out[k + n // 2] = even[k] - t * odd[k]
        t *= root
    return out


print([f"{v:.3f}" for v in fft([1, 2, 3, 4, 0, 0, 0, 0])])
