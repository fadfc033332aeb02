# Bytearrays as queues: bytes come in at the end and leave at the front, while everything else is done to what remains.


def numbers(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % 2**31
        yield seed >> 8


def play(size, steps, seed):
    n = numbers(seed)
    a, b = bytearray(), []
    for _ in range(steps):
        op, k = next(n) % 16, next(n) % size
        if op < 5:
            more = bytes((k + i * i) % 256 for i in range(k % 97 + 1)) * (k // 97 + 1)
            a.extend(more)
            b.extend(more)
        elif op < 9:
            del a[:k]
            del b[:k]
        elif op == 9:
            del a[k : k + 9]
            del b[k : k + 9]
        elif op == 10:
            a[:k] = b"abc"
            b[:k] = b"abc"
        elif op == 11:
            if b:
                assert a.pop(0) == b.pop(0)
        elif op == 12:
            a.insert(k, 200)
            b.insert(k, 200)
        elif op == 13:
            a.append(k % 256)
            b.append(k % 256)
            a[-1] -= a[-1] // 2
            b[-1] -= b[-1] // 2
        elif op == 14:
            a[::3] = b""
            del b[::3]
        else:
            with memoryview(a) as m:
                assert m.tolist()[:40] == b[:40]
        assert len(a) == len(b) and bytes(a) == bytes(b), op
        for i in (0, len(b) // 2, len(b) - 1):
            if b:
                assert a[i] == b[i]
                a[i] = b[i] = i % 256
    return len(a), sum(a)


for size, steps in (20, 300), (700, 120), (90000, 14):
    print(play(size, steps, size), play(size, steps, size + 1))

# Bytes that were there before are not seen again.
b = bytearray(b"\0xyz")
del b[1:]
b *= 4
print(b)
b = bytearray(b"abcdef")
del b[:2]
b.extend(b)
print(b)
b += b[1:3]
print(b, b.find(b"f"), b[::-1])

# Much that comes and goes; two of them at a time.
a, b = bytearray(), bytearray()
total = 0
for i in range(12):
    a.extend(bytes([i]) * 70000)
    b += bytes([i + 100]) * 70000
    if i % 3 == 2:
        total += sum(a[::7000]) + sum(b[::7000])
        del a[:]
        del b[: len(b) - 5]
        print(len(a), bytes(b))
        b.clear()
print(total)
b = bytearray(5)
with memoryview(b):
    try:
        del b[:1]
    except BufferError as e:
        print(e)
b.__init__(3)
print(b)
