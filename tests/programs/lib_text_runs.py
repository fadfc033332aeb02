# Text that goes in and out of UTF-8, CSV files and hexadecimal digits in runs: what lies at the ends of runs, and what breaks them.
# needs: stdlib

import binascii
import csv
import io
import json
import pickle
import zlib

state = 7


def pick(n):
    global state
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    return (state >> 8) % n


def text(chars, most=40):
    return "".join([chars[pick(len(chars))] if pick(3) else "abcdefgh"[pick(8)] for _ in range(pick(most))])


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


total = 0


def note(x):
    global total
    total = zlib.crc32(ascii(x).encode(), total)


for chars in ("az", "aé\xff\x80", "жЖ東\u07ff\u0800\ud7ff\ue000\uffff", "é東🙂\U00010000\U0010ffff", "a\ud800ж\udfff🙂"):
    for _ in range(150):
        s = text(chars)
        b = s.encode("utf-8", "surrogatepass")
        assert b.decode("utf-8", "surrogatepass") == s == pickle.loads(pickle.dumps(s)) == json.loads(json.dumps(s, ensure_ascii=False))
        assert b == b"".join([c.encode("utf-8", "surrogatepass") for c in s])
        f = io.StringIO()
        f.write(s)
        f.write("x")
        assert f.getvalue() == s + "x"
        f.seek(0)
        assert f.read() == s + "x"
        note(attempt(s.encode))
        raw = io.BytesIO()
        w = io.TextIOWrapper(raw, "utf-8", "backslashreplace", newline="\r\n")
        w.write(s + "\n")
        w.flush()
        note(raw.getvalue())
        broken = bytearray(b + b"12345678")
        broken[pick(len(broken))] = pick(256)
        for errors in ("strict", "replace", "surrogateescape", "surrogatepass"):
            note(attempt(bytes(broken).decode, "utf-8", errors))
        note(attempt(pickle.loads, b"X" + len(broken).to_bytes(4, "little") + bytes(broken) + b"."))
long = "abcж" * 50000 + "🙂"
assert long.encode().decode() == long == pickle.loads(pickle.dumps(long))
print("UTF-8", hex(total))

CHARS = ["a", "b", ",", ";", '"', "'", "\n", "\r", " ", "\\", "é", "ж", "1", "🙂", "hello"]
for _ in range(1500):
    options = {}
    for name, values in {"delimiter": ",;ж1", "quotechar": ['"', "'", None], "escapechar": ["\\", "ж", None], "quoting": range(6), "doublequote": [False],
                         "skipinitialspace": [True], "strict": [True], "lineterminator": ["\n", "a", "!é"]}.items():
        if not pick(3):
            options[name] = values[pick(len(values))]
    rows = [[[text(CHARS, 6), pick(1000), None, pick(100) / 8][pick(4)] for _ in range(pick(4))] for _ in range(3)]
    f = io.StringIO(newline="")
    note(attempt(lambda: csv.writer(f, **options).writerows(rows)))
    note(f.getvalue())
    options.pop("lineterminator", None)
    lines = f.getvalue().splitlines(True) if pick(2) else [text(CHARS, 12) for _ in range(3)]
    csv.field_size_limit(5 if pick(4) == 0 else 1000)
    note(attempt(lambda: list(csv.reader(lines, **options))))
csv.field_size_limit(1 << 20)
assert list(csv.reader(["é" * 200000 + ",b\n"])) == [["é" * 200000, "b"]]
assert list(csv.reader(['"' + 'x""y' * 30000 + "\n", 'z",1'])) == [['x"y' * 30000 + "\nz", "1"]]
print("CSV", hex(total))

for _ in range(300):
    b = bytes([pick(256) for _ in range(pick(40))])
    assert bytes.fromhex(b.hex()) == b == binascii.unhexlify(binascii.hexlify(b)) == bytearray.fromhex(b.hex().upper())
    table = bytes([(7 * c + 3) & 255 for c in range(256)])
    assert b.translate(table) == bytes([table[c] for c in b]) and b.translate(table, b"\x00ab") == bytes([table[c] for c in b if c not in b"\x00ab"])
    digits = text("0 9fF\té", 12)
    note([attempt(bytes.fromhex, digits), attempt(binascii.unhexlify, digits)])
    data = (b + digits.encode()) * [1, 50, 2000][pick(3)]
    note([len(zlib.compress(data, level, bits)) for level, bits in ((0, 15), (1, -15), (6, 31), (9, 9), (6, 15))])
print("digits and compressed texts", hex(total))
