# Files, buffers and text streams: what they do and what they say.
import io, sys
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print(repr(r))
        return r
    except Exception as e:
        print(type(e).__name__, e)
P = "b.txt"
f = open(P, "wb"); t(f.write, b"abc\r\ndef\rghi\n\xc3\xa9\xff\n"); t(f.write, "x"); t(f.read); t(f.readline); t(f.tell); t(f.seek, 2); t(f.write, b"Z"); t(f.truncate); t(f.close); t(f.write, b"a"); t(f.flush); t(f.tell)
print(f, f.closed, f.name, f.mode)
for nl in [None, "", "\n", "\r", "\r\n"]:
    with open(P, "wb") as f: f.write(b"abc\r\ndef\rghi\njkl")
    with open(P, newline=nl) as f:
        print(nl.__repr__(), f.readlines(), f.newlines)
    with open(P, newline=nl) as f:
        print(t(f.read, 2), t(f.readline), t(f.tell), t(f.read), t(f.tell))
    with open(P, "w", newline=nl) as f:
        t(f.write, "a\nb\r\nc")
    t(open(P, "rb").read)
t(open, P, newline="x"); t(open, P, encoding="nope"); t(open, P, "rb", encoding="utf8"); t(open, P, "rb", newline=""); t(open, P, "rb", errors="x"); t(open, P, errors="nope")
t(open, 1.5); t(open, None); t(open, "a\0b"); t(open, b"/nonexist"); t(open, P, 5); t(open, P, "r", "x"); t(open, 999); t(open, -1)
with open(P, "w", encoding="latin-1") as f: t(f.write, "é"); t(f.write, "€"); t(f.write, 3)
t(open(P, encoding="utf-8").read)
t(open(P, encoding="utf-8", errors="replace").read)
t(open(P, encoding="utf-8", errors="surrogateescape").read)
t(open(P, encoding="ascii").read); t(open(P, encoding="utf-8", errors="ignore").read); t(open(P, encoding="ascii", errors="backslashreplace").read)
t(open(P, encoding="utf-8", errors="nope").read)
for enc in ["utf-8", "utf-16", "utf-16-le", "utf-32-be", "utf-8-sig", "latin-1", "ascii"]:
    with open(P, "w", encoding=enc, errors="xmlcharrefreplace") as f: t(f.write, "aé€\n😀b\n"); print(f, f.encoding, f.errors)
    t(open(P, "rb").read)
    with open(P, encoding=enc) as f: t(f.readline); t(f.tell); t(f.read, 1); t(f.tell); t(f.seek, 0); t(f.read); t(f.seek, 0, 2)
with open(P, "a+") as f: t(f.tell); t(f.write, "end"); t(f.seek, 0); t(f.read)
with open(P, "w+") as f: t(f.write, "hello\nworld\n"); t(f.seek, 3); t(f.read, 2); t(f.write, "XY"); t(f.seek, 0); t(f.read); t(f.truncate, 4); t(f.seek, 0); t(f.read)
with open(P, "r+b") as f: t(f.read, 2); t(f.write, b"QQQQ"); t(f.tell); t(f.seek, 0); t(f.read); t(f.seek, -2, 2); t(f.read); t(f.seek, 1, 1); t(f.peek); t(f.readinto, bytearray(3)); t(f.seek, -100); t(f.seek, 0, 7)
with open(P, "rb", 0) as f: print(f); t(f.read, 2); t(f.readall); t(f.write, b"x"); t(f.readline); t(f.seek, 0); t(f.readlines); ba=bytearray(4); f.seek(0); t(f.readinto, ba); print(ba)
f = open(P); it = iter(f); t(next, it); t(f.tell); t(f.seek, 0, 1); t(f.seek, 1, 1); t(f.seek, 1, 2); t(f.seek, -1); t(f.close); t(next, it); t(f.read); t(f.readline); t(f.__enter__); t(f.fileno); t(f.isatty)
with open(P, "w") as f: t(f.writelines, ["a", "b", 3])
with open(P, "w") as f: print("x", "y", sep=None, end=None, file=f, flush=True); t(open(P).read); t(print, "a", sep=3); t(print, "a", end=b""); t(print, foo=1); t(print, "a", file=3)
class W:
    def write(self, s): L.append(s)
L = []; print(1, "two", 3.0, sep="<>", file=W()); print(L)
b = io.BytesIO(b"line1\nline2\nline3"); t(b.readline); t(b.readlines); t(b.getvalue); t(b.seek, -3, 2); t(b.read); t(b.read); t(b.write, b"xyz"); t(b.getvalue); t(b.seek, 30); t(b.write, b"!"); t(b.getvalue); t(b.truncate, 3); t(b.getvalue); t(b.seek, -1); t(b.write, "s"); t(b.tell); t(b.close); t(b.read); print(b.closed)
s = io.StringIO("one\ntwo\nthree"); t(s.readline); t(s.read, 2); t(s.write, "XXX"); t(s.getvalue); t(s.seek, 0, 2); t(s.write, "é€😀\n"); t(s.getvalue); t(s.truncate, 5); t(s.getvalue); t(s.seek, 20); t(s.write, "z"); t(s.getvalue); t(s.seek, -1); t(s.seek, 1, 1); t(s.write, 5); t(s.close); t(s.getvalue); t(s.readline)
s = io.StringIO("a\r\nb\rc\n", newline=None); t(s.getvalue); t(s.readlines); print(s.newlines)
s = io.StringIO("a\r\nb\rc\n", newline=""); t(s.readlines)
s = io.StringIO("a\nb", newline="\r\n"); t(s.getvalue); t(s.readlines)
t(io.StringIO, 3); t(io.StringIO, "a", "q"); t(io.BytesIO, "x")
tw = io.TextIOWrapper(io.BytesIO(b"ab\ncd\n"), "utf-8"); t(tw.readline); t(tw.tell); t(tw.read); print(tw); t(lambda: type(tw.detach())); t(tw.read)
bb = io.BytesIO(); tw = io.TextIOWrapper(bb, encoding="ascii", errors="strict", newline="\r\n", write_through=True); t(tw.write, "x\ny"); t(bb.getvalue); t(tw.write, "é"); t(tw.reconfigure, errors="replace"); t(tw.write, "é\n"); tw.flush(); t(bb.getvalue)
br = io.BufferedReader(io.BytesIO(b"0123456789"*3), 8); t(br.read, 3); t(br.peek); t(br.read1); t(br.read1, 2); t(br.tell); t(br.seek, 1); t(br.read); t(br.read); t(br.write if hasattr(br, "write") else len, b"x"); print(br.raw.__class__)
bw = io.BufferedWriter(io.BytesIO(), 4); t(bw.write, b"abc"); t(bw.raw.getvalue); t(bw.write, b"defg"); t(bw.raw.getvalue); t(bw.flush); t(bw.raw.getvalue); t(bw.read); r=bw.detach(); t(bw.write, b"")
class R(io.RawIOBase):
    def __init__(self): self.d = [b"ab", b"c\nd", b""]
    def readable(self): return True
    def readinto(self, buf):
        x = self.d.pop(0); buf[:len(x)] = x; return len(x)
t(io.BufferedReader(R()).read); t(io.BufferedReader(R()).readline); t(R().read); t(R().readline); t(list, R()); t(R().write, b"x") ; t(R().fileno); t(R().seek, 0); t(R().tell); x=R(); x.close(); t(x.readline); print(x.closed)
t(io.TextIOWrapper(R()).readlines)
class S(io.StringIO):
    def write(self, s): return super().write(s.upper())
x = S(); print("hi", 5, file=x); t(x.getvalue); x.attr = 3; print(x.attr)
print(isinstance(sys.stdout, io.TextIOBase), isinstance(x, io.IOBase), issubclass(io.BytesIO, io.BufferedIOBase), io.DEFAULT_BUFFER_SIZE, io.SEEK_END)
t(io.UnsupportedOperation, "x"); t(io.FileIO, P, "rw"); t(io.FileIO, P, "z"); t(io.FileIO, "/nonexist/x"); t(io.open_code, P)
t(sys.stdout.fileno); t(sys.stdin.readable); t(sys.stdout.readable); t(sys.stdout.read); t(sys.stdin.write, "x"); t(sys.stdout.seekable)
sys.stdout.buffer.write(b"raw\n"); sys.stdout.flush()
print("\ud800é".encode("utf-8", "replace"))
try: print("\ud800")
except Exception as e: print(repr(e))
print("a", "\udc80", file=sys.stderr)
t(io.IncrementalNewlineDecoder(None, True).decode, "a\r\nb\rc\r"); 
print(f"{sys.stdout.encoding} {sys.stdout.errors} {sys.stdin.errors} {sys.stderr.errors} {sys.stdout.line_buffering}")
t(input); t(input, "prompt> "); t(sys.stdin.readline); t(sys.stdin.read); t(input)
