# needs: stdlib
# Text files in encodings, and with error handlers, that are the program's own or the library's in Python: reading, writing, telling, seeking.
import codecs
import io


class Upper(codecs.IncrementalDecoder):
    def decode(self, data, final=False):
        return bytes(data).decode("latin-1").upper()


class Lower(codecs.IncrementalEncoder):
    def encode(self, text, final=False):
        return text.lower().encode("latin-1")


class Wrong(codecs.IncrementalDecoder):
    def decode(self, data, final=False):
        return bytes(data)


def find(name):
    if name in ("loud", "wrong"):
        return codecs.CodecInfo(
            lambda s, errors="strict": (s.lower().encode("latin-1"), len(s)),
            lambda b, errors="strict": (bytes(b).decode("latin-1").upper(), len(b)),
            incrementalencoder=Lower,
            incrementaldecoder=Upper if name == "loud" else Wrong,
            name=name,
        )


codecs.register(find)
codecs.register_error("mine", lambda e: ("<%d>" % e.start if isinstance(e, UnicodeDecodeError) else b"<!>", e.end))


def show(what, f):
    try:
        print(what, repr(f()))
    except Exception as e:
        print(what, type(e).__name__, e)


def wrapped(data=b"", **kw):
    return io.TextIOWrapper(io.BytesIO(data), **kw)


def written(text, **kw):
    raw = io.BytesIO()
    f = io.TextIOWrapper(raw, **kw)
    f.write(text)
    f.write("\n" + text)
    f.flush()
    return raw.getvalue()


for encoding in "utf-7", "unicode_escape", "raw_unicode_escape", "punycode", "loud", "wrong", "rot13", "undefined", "charmap", "cp1252", "no such":
    show(encoding, lambda: written("Hello, \xe9\n", encoding=encoding))
    show(encoding, lambda: wrapped(written("Hello, \xe9\n", encoding=encoding), encoding=encoding).readlines())

for encoding in "utf-8", "ascii", "latin-1", "cp1252", "gbk", "utf-7":
    show(encoding, lambda: wrapped(b"ab\xff\xe9\x81c\n+", encoding=encoding, errors="mine").read())
    show(encoding, lambda: written("ab\udcff\u20ac", encoding=encoding, errors="mine"))
    show(encoding, lambda: written("\u0142", encoding=encoding, errors="namereplace"))
show("no such handler", lambda: wrapped(b"ab\xff", errors="no such").read())

lines = "".join("line %d +\u20ac%s\r\n" % (i, "x" * 120) for i in range(80))
data = lines.encode("utf-7")
f = wrapped(data, encoding="utf-7")
all_lines = f.readlines()
print(len(all_lines), all_lines[0], end="")
f.seek(0)
places, again = [], []
for _ in range(80):
    places.append(f.tell())
    again.append(f.readline())
print(again == all_lines, places[:4], f.tell() == len(data), f.readline() == "")
for i in (5, 79, 40, 0):
    f.seek(places[i])
    print(i, f.readline() == all_lines[i], f.tell() == (places + [len(data)])[i + 1])
f.seek(0)
print(repr(f.read(3)), f.tell(), repr(f.read(9)), f.tell())
f.seek(0)
print([len(f.read(1000)) for _ in range(12)])

f = wrapped(b"a\xffb\n\xffc\n", errors="mine")
print([f.readline(), f.tell(), f.readline(), f.readline()])
f.seek(0)
f = wrapped(b"a\xe9b\n")
f.reconfigure(encoding="loud")
print(f.read())
f = wrapped(b"a\xffb\n")
f.reconfigure(errors="mine")
print(f.read())
raw = io.BytesIO()
f = io.TextIOWrapper(raw, encoding="utf-8-sig", errors="mine", write_through=True)
print("one", "\udc80", file=f)
f.seek(0, 2)
f.write("two")
f.flush()
print(raw.getvalue())
f.seek(0)
print(repr(f.read()))

for encoding in "utf-8", "utf-7", "latin-1", "utf-16", "unicode_escape":
    for text in "ab\rcd\r\nef\r\rg\r", "\r\r\n\n\r":
        for newline in None, "", "\n", "\r":
            f = wrapped(text.encode(encoding), encoding=encoding, newline=newline)
            places, chars = [f.tell()], []
            while c := f.read(1):
                chars.append(c)
                places.append(f.tell())
            print(encoding, newline, chars, f.newlines)
            for i, place in enumerate(places):
                f.seek(place)
                assert f.read() == "".join(chars[i:]), (encoding, text, newline, i)
            print(f.seek(0), f.newlines)
