# stdin: first line\nsecond\n\nlast without newline
# needs: process
# Streams: standard input and output, StringIO, BytesIO, print to them, files in text and binary mode.
import sys
import _io


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


print(repr(input()), repr(sys.stdin.readline()), [line for line in sys.stdin])
print(attempt(input), repr(sys.stdin.read()))
n = sys.stdout.write("written\n")
print(n, attempt(sys.stdout.write, 5), attempt(sys.stdout.write, b"x"))
print("to stderr", file=sys.stderr)
sys.stderr.write("more é\n")
s = _io.StringIO()
print("a", 1, file=s)
s.write("two\nthree")
print(repr(s.getvalue()), s.tell(), s.seek(0), repr(s.readline()), s.readlines(), repr(s.read()), s.seek(2), repr(s.read(3)), s.truncate(4), repr(s.getvalue()))
b = _io.BytesIO(b"line1\nline2\n\nend")
print(b.readline(), b.read(3), b.tell(), list(b), b.getvalue(), b.seek(-3, 2), b.read(), b.write(b"!!"), b.getvalue(), attempt(b.write, "x"), b.readable(), b.seekable())
b.close()
print(attempt(b.read), b.closed)
with _io.StringIO("x\ny") as f:
    print([line.strip() for line in f], f.closed)
print(f.closed, attempt(f.read), attempt(open, "/no/such/file"), attempt(open, "", "r"), attempt(open, "x", "q"), attempt(open, "x", "rw"))
try:
    open("/no/such/file")
except FileNotFoundError as e:
    print(e.errno, e.strerror, e.filename)
print(sys.stdout.name, sys.stdin.name, sys.stdout.mode, sys.stdout.writable(), sys.stdout.readable(), sys.stdout.isatty(), sys.stdout.closed, sys.stdout.fileno(), attempt(sys.stdout.read))
for i in range(120):
    sys.stdout.write(chr(97 + i % 26))
print()
sys.stdout.buffer.flush()
old, sys.stdout = sys.stdout, _io.StringIO()
print("captured", 1)
text, sys.stdout = sys.stdout.getvalue(), old
print(repr(text))


class Writer:
    def __init__(self):
        self.parts = []

    def write(self, s):
        self.parts.append(s)


w = Writer()
print("a", "b", sep="-", end="#", file=w)
print(w.parts)
