# needs: stdlib
# A StringIO that still has its initial value, until something else than reading happens.
import copy
import io
import pickle

TEXTS = ["", "\n", "one", "one\ntwo\n", "a\r\nb\rc\nd", "é\nü\n\n", "日本\n\u010a\u0a0a\n\ud800\nend", "\U0001f600\n\U0000010a\n" * 3, "x" * 5000 + "\n" + "y" * 10]


class Text(str):
    pass


class Lines(io.StringIO):
    def readline(self, size=-1):
        return super().readline(size).upper()


for text in TEXTS:
    for newline in "\n", "", None, "\r", "\r\n":
        f = io.StringIO(text, newline)
        lines = list(f)
        print(ascii(lines)[:90], f.tell(), f.newlines, end=" ")
        print(f.seek(0), len(f.read(3)), f.tell(), ascii(f.readline(2)), ascii(f.readline())[:20], ascii(f.read())[:20], ascii(f.read()), ascii(f.readline()))
    f = io.StringIO(text)
    print(f.getvalue() == text, f.tell(), f.seek(0, 2), f.seek(0, 1), ascii(f.readline()), end=" ")
    f.seek(len(text) + 3)
    print(ascii(f.read()), f.tell(), f.getvalue() == text, f.write("!"), ascii(f.getvalue()[-5:]))
    f = io.StringIO(text)
    f.readline()
    at = f.tell()
    print(f.write("W\n"), ascii(f.readline()), f.tell() - at, ascii(f.getvalue())[:60])
    f = io.StringIO(text)
    f.read(2)
    print(f.truncate(), ascii(f.getvalue()), f.tell(), end=" ")
    f = io.StringIO(text)
    f.readline()
    g = pickle.loads(pickle.dumps(f))
    print(g.tell() == f.tell(), g.getvalue() == text, ascii(g.readline())[:20] == ascii(f.readline())[:20], f.__getstate__()[1:3])
    print(ascii(list(Lines(text)))[:60], ascii(list(io.StringIO(Text(text))))[:60], type(io.StringIO(Text(text)).getvalue()).__name__)

f = io.StringIO("text\nmore\n")
print(f.readlines(), f.readlines(), f.seek(0), f.readlines(3), f.readable(), f.isatty(), f.line_buffering, f.newlines)
f.__init__("other")
print(f.read(), f.closed)
f.__init__()
print(repr(f.read()), f.write("now"), f.getvalue())
f = io.StringIO("gone")
f.close()
for name in "read", "readline", "getvalue", "tell", "__next__", "__getstate__":
    try:
        print(getattr(f, name)())
    except ValueError as e:
        print(name, e)
f = io.StringIO("a\nb\n")
for line in f:
    print(repr(line), f.tell())
    f.write("+")
    if f.tell() > 8:
        break
print(repr(f.getvalue()))
