# needs: stdlib
# Text files ask a buffer of the program's once whether it reads and writes, and each time whether it is closed. Lines end at each of ten characters.

import io


class Raw(io.RawIOBase):
    def __init__(self, reads, writes):
        self.asked = []
        self.is_reading, self.is_writing = reads, writes
        self.data = b"one\ntwo\nthree\n"

    def readable(self):
        self.asked.append("readable")
        return self.is_reading

    def writable(self):
        self.asked.append("writable")
        return self.is_writing

    def seekable(self):
        self.asked.append("seekable")
        return False

    def readinto(self, b):
        n = min(len(b), 5, len(self.data))
        b[:n], self.data = self.data[:n], self.data[n:]
        return n

    def write(self, b):
        return len(b)


class Plain(Raw):
    """A buffer that is no BufferedReader."""

    def read1(self, n=-1):
        piece, self.data = self.data[:5], self.data[5:]
        return piece

    read = read1


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)


for reads in True, False, 1, 0, "yes":
    for writes in True, False:
        raw = Plain(reads, writes)
        text = io.TextIOWrapper(raw, "ascii")
        raw.asked.clear()
        print(reads, writes, tried(text.readline), tried(text.write, "x"), tried(text.read, 3), tried(text.readlines))
        raw.is_reading, raw.is_writing = not reads, not writes
        print(tried(text.readline), tried(text.write, "y"), raw.asked)

for make in io.BufferedReader, io.BufferedWriter:
    raw = Raw(True, True)
    buffer = make(raw)
    text = io.TextIOWrapper(buffer, "ascii")
    print(make.__name__, tried(text.readline), tried(text.write, "x"), text.closed)
    raw.close()
    print(text.closed, buffer.closed, tried(text.readline), tried(text.write, "x"), tried(text.flush))


class Odd(Plain):
    closed = property(lambda self: self.state)
    state = False


raw = Odd(True, True)
text = io.TextIOWrapper(raw, "ascii")
print(text.closed, text.readline())
for raw.state in 0, "", [], None, 1, "x":
    print(repr(raw.state), repr(text.closed), tried(text.readline))
raw.state = False
text.detach()
print(tried(lambda: text.closed), tried(text.readline), tried(text.write, "x"))

for wide in "", "é", "東", "🙂":
    for end in "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029\x1b\x1f\x84\x86\u2027\u202a":
        parts = (wide + "ab" + end + "c" * 9 + end + end + wide).splitlines(True)
        print(ascii(end), len(parts), ascii(parts), len((end + wide).splitlines()))
print("a\r\nb\n\rc\r".splitlines(), "a\r\nb\n\rc\r".splitlines(True), "".splitlines(), "\n".splitlines())
