# Strings and bytes that grow piece by piece in attributes, items, globals and cells, past the size from which they have memory of their own; who
# else has one of them keeps what it had. Their memory is not cleared before it is written.


class Page:
    pass


class Slotted:
    __slots__ = ("text",)


def check(name, text, want):
    assert text == want and len(text) == len(want) and hash(text) == hash(want), name
    print(name, len(text), text[-5:], {text: 1}[want])


def attribute(o, n, piece):
    o.text = piece[:0]
    seen = []
    for i in range(n):
        o.text += piece
        if i % 700 == 0:
            seen.append((i, o.text))
    for i, text in seen:
        assert text == piece * (i + 1)
    check(type(o).__name__, o.text, piece * n)


for piece in "0123456789", "\0", "\u20ac12345678", "\U0001f600", b"0123456789", b"\0\1":
    attribute(Page(), 2000, piece)
    attribute(Slotted(), 2000, piece)


def items(n):
    d, l = {"k": ""}, [b""]
    for i in range(n):
        d["k"] += "abcdefghij"
        l[0] += b"klmnopqrst"
    check("item", d["k"], "abcdefghij" * n)
    check("bytes", l[0], b"klmnopqrst" * n)


items(2000)
text = ""


def glob(n):
    global text
    for i in range(n):
        text += "xyz\xe9"
    check("global", text, "xyz\xe9" * n)


glob(5000)


def cells(n):
    text = ""

    def add(x):
        nonlocal text
        text += x

    for i in range(n):
        add("0123")
        if i == n // 2:
            half = text
    add("\u1234")
    check("cell", text, "0123" * n + "\u1234")
    check("half", half, "0123" * (n // 2 + 1))


cells(5000)

# What has held something else before is written whole.
for n in 20000, 40000, 32000, 100000:
    for unit in "a", "\0", "ab", "\0\0", "\u1234", "\U0001f600", b"a", b"\0", b"ab":
        x = unit * n
        assert x.count(unit) == n and x[:len(unit)] == unit == x[-len(unit):]
        y = x + unit
        assert y[:-len(unit)] == x and len(y) == len(x) + len(unit)
        assert y[1:] == (unit * (n + 1))[1:]
        del x, y
    assert bytes(n) == b"\0" * n and bytearray(n) == b"\0" * n
    assert ",".join(["ab"] * n).count("ab,") == n - 1
print("done")
