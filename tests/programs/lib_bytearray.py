# bytearray and memoryview.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


a = bytearray(b"hello")
a[0] = 72
a.append(33)
a.extend(b" you")
a += b"?"
a[1:3] = b"EEE"
del a[-1]
a.insert(0, 42)
print(a, len(a), a.pop(), a.pop(0), a.find(b"E"), a.count(b"E"), a.upper(), a.split(b" "), bytes(a), a == bytes(a), a.replace(b"E", b"e"), a[::2], a.index(b"o"), a.startswith(b"H"), a * 2, a + b"x", b"x" + a, type(b"x" + a).__name__, type(a + b"x").__name__)
for bad in (lambda: a.append(256), lambda: a.append("x"), lambda: a.__setitem__(99, 1), lambda: a.__setitem__(0, -1), lambda: a.remove(1), lambda: hash(a), lambda: bytearray("x"), lambda: bytearray([300]), lambda: bytearray().pop()):
    print(attempt(bad))
a[::2] = bytes(len(a[::2]))
print(a, bytearray(3), bytearray("é", "utf-8"), bytearray([1, 2]), a.hex(), list(a)[:3])
a.reverse()
a.clear()
print(a, bool(a), a.copy())
a[:] = b"abcdef"
m = memoryview(a)
print(m[0], bytes(m[1:3]), len(m), m.tolist(), m.nbytes, m.format, m.readonly, m.itemsize, m == b"abcdef", m.tobytes(), memoryview(b"x").readonly)
m[0] = 90
m[1:3] = b"YX"
print(a, attempt(a.append, 1), attempt(lambda: memoryview(b"x").__setitem__(0, 1)), attempt(memoryview, "x"))
m.release()
a.append(1)
print(a, attempt(lambda: m[0]))
sieve = bytearray([1]) * 200
for i in range(2, 15):
    if sieve[i]:
        sieve[i * i :: i] = bytes(len(range(i * i, 200, i)))
print([i for i in range(2, 200) if sieve[i]])
