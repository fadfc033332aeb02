# needs: stdlib
# StringIO: lines, pieces, seeks and writes in any order, with every newline mode; csv over texts of every width; hex digits.
import binascii
import csv
import io

state = 7


def pick(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % n


PIECES = ["a", "bc", "\n", "\r", "\r\n", "é", "日本", "🙂", "", "x\ny", "\ud800", "long line " * 20, "\n\n", "\r\r\n"]


def text(n):
    return "".join([PIECES[pick(len(PIECES))] for _ in range(n)])


def run(newline):
    f = io.StringIO(text(12), newline=newline)
    out = []
    for _ in range(14):
        match pick(9):
            case 0 | 1:
                out.append(f.readline())
            case 2:
                out.append(f.read(pick(6)))
            case 3:
                out.append(f.readline(pick(5)))
            case 4:
                f.seek(pick(30))
            case 5:
                out.append(f.write(text(2)))
            case 6:
                out.append(f.truncate() if pick(4) == 0 else f.seek(0, 2))
            case 7:
                out.append(next(f, None))
            case 8:
                f.seek(0)
        out.append(f.tell())
    out.append((f.read(), f.getvalue(), f.newlines, f.readline(), f.tell()))
    g = io.StringIO()
    g.__setstate__(f.__getstate__())
    g.seek(0)
    out.append(list(g))
    return out


total = 0
for n in range(300):
    r = run([None, "", "\n", "\r", "\r\n"][n % 5])
    for c in ascii(r):
        total = (total * 31 + ord(c)) % 1000000007
    if n < 10:
        print(ascii(r[-1]))
print(total)

f = io.StringIO()
print(f.read(), f.readline(), f.write("a\nb"), f.read(), f.seek(0), f.readline(), f.write("XY"), f.getvalue(), f.seek(1), list(f))
f.close()
try:
    f.readline()
except ValueError as e:
    print(e)

for delimiter in ",;§→🙂":
    for quote in "\"'«🙃":
        rows = [["plain", "é", "日本", "🙂"], ["with " + delimiter, "two " + quote + quote, "line\nend", ""], ["ab" * 300 + "→", "x" * 300]]
        s = io.StringIO(newline="")
        csv.writer(s, delimiter=delimiter, quotechar=quote).writerows(rows)
        s.seek(0)
        back = list(csv.reader(s, delimiter=delimiter, quotechar=quote))
        print(back == rows, len(s.getvalue()))

for n in range(20):
    b = bytes([(i * 37 + n) & 255 for i in range(n)])
    h = b.hex()
    print(h, binascii.hexlify(b).decode() == h, bytes.fromhex(h.upper()) == b, binascii.unhexlify(h) == b)
for bad in ["0g", "00112233g4556677", "0011223344556\x00", "001122334455667/", "é0", "12 34", "0:", "/0", "@0", "`0"]:
    try:
        print(binascii.unhexlify(bad))
    except (binascii.Error, ValueError) as e:
        print(type(e).__name__, e)
    try:
        print(bytes.fromhex(bad))
    except ValueError as e:
        print(e)
