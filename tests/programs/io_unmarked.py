# A text file in UTF-16 or UTF-32 has to begin with a byte order mark when it is read.
# needs: stdlib
import codecs
import io


def show(f):
    try:
        print(ascii(f()))
    except UnicodeError as e:
        print(type(e).__name__, e)


for name in "utf-16", "utf16", "utf_32", "U32":
    for data in (b"# coding: utf16\nx = 1\n", b"ab", b"a", b"", b"abcd", b"abc", b"\x00\xd8", b"\x00\xd8ab", "a\nb\n".encode(name),
                 codecs.BOM_UTF16_BE + "ab\n".encode("utf-16-be"), codecs.BOM_UTF32_BE + "ab\n".encode("utf-32-be"), codecs.BOM_UTF16_LE):
        print(name, data)
        for way in (lambda f: f.read(), lambda f: f.readlines(), lambda f: f.read(1), lambda f: f.readline()):
            show(lambda: way(io.TextIOWrapper(io.BytesIO(data), name)))
            show(lambda: way(io.TextIOWrapper(io.BufferedReader(io.BytesIO(data), 2), name)))
        show(lambda: io.TextIOWrapper(io.BytesIO(data), name, errors="replace").read())
    f = io.TextIOWrapper(io.BytesIO(), name)
    f.write("ab")
    f.write("c\n")
    f.seek(0)
    show(f.read)
    f.seek(0)
    print(ascii(f.readline()), f.seek(0), ascii(f.read(1)), ascii(f.read()))
    f = io.TextIOWrapper(io.BytesIO(b"xyzxyzxy"), name)
    for _ in range(2):
        f.seek(0)
        show(f.read)
