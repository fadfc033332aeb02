# Writes cjk/tables.bin: what CPython 3.13's codecs of two bytes a character make of every byte, every pair of bytes and every character.
# Run by CPython 3.13 (go generate ./internal/lib/cjk). Deflated; numbers are varints, texts "length utf-8". For each table:
#   name parent conversion    the table that this one differs from, and how its codes become codes of this one (see convert)
#   singles                   count, then "byte character" for bytes that are characters, but for those of ASCII; bytes that are never: count, then the bytes
#   removed                   count, then "distance" from the code before
#   added                     count, then all distances from the code before less 1, then all characters (zigzag distances from the character before;
#                             0 and two characters for a pair), the low bytes and what is left of them apart
#   one way                   count, then "distance code" for characters that encoding treats otherwise than turning the table round says; 0: not encoded
# and at last the sequences of four bytes of GB 18030: count, then "distance distance length": runs of sequences, by number, and of characters.
import sys
import zlib

if sys.version_info[:2] != (3, 13):
    sys.exit("tables.py needs CPython 3.13, not " + sys.version.split()[0])

NONE, LEAD = "none", "lead"
PLANE2 = {1, 3, 4, 5, 8, 12, 13, 14, 15, *range(78, 95)}  # the rows that the second plane of JIS X 0213 has


def sjis(code):
    "The code in Shift JIS of a code of two planes of 94 by 94; those of the second plane have the upper bit of the low byte set."
    row, cell, second = (code >> 8) - 0x21, (code & 0x7f) - 0x21, code & 0x80
    if second:  # the rows that there are, by two and two for a lead byte
        row = 94 + ([0, 7, 2, 3, 4, 11, 12, 13, 14].index(row) if row < 15 else row - 77 + 9)
    lead = row // 2 + (0x81 if row < 62 else 0xc1)
    cell += 94 * (row % 2)
    return lead << 8 | cell + (0x40 if cell < 63 else 0x41)


def johab(code):
    "The code in Johab of a code of KS X 1001; 0 for one that is not in the same order there."
    row, cell = (code >> 8) - 0x21, (code & 0xff) - 0x21
    if 12 <= row < 41:
        return 0
    lead = 0xd9
    if row >= 41:
        row, lead = row - 41, 0xe0
    lead += row // 2
    cell += 94 * (row % 2)
    return lead << 8 | cell + (0x31 if cell < 78 else 0x43)


def convert(how, code):
    return {"same": lambda c: c, "high": lambda c: c | 0x8080, "sjis": sjis, "johab": johab}[how](code)


def decoded(codec, data):
    try:
        return data.decode(codec)
    except UnicodeDecodeError as e:
        return LEAD if e.reason.startswith("incomplete") else NONE


class Table:
    def __init__(self, name, parent, how, codec, before=b"", high=True):
        self.name, self.parent, self.how, self.codec = name, parent, how, codec
        self.singles, self.codes = {}, {}
        for lead in range(0x100):
            self.singles[lead] = decoded(codec, bytes([lead]))
        mask = 0 if high else 0x8080
        for lead in range(0x80, 0x100):
            if self.singles[lead] != LEAD:
                continue
            for trail in range(0x100):
                if not high and (lead < 0xa1 or trail < 0xa1 or name.startswith("jisx0213b") and lead - 0xa0 not in PLANE2):
                    continue
                s = decoded(codec, before + bytes([lead, trail]))
                if s not in (NONE, LEAD):
                    self.codes[(lead << 8 | trail) & ~mask] = s
        back = {}
        for code in sorted(self.codes):
            back.setdefault(self.codes[code], code)
        self.oneway = {}
        for cp in range(0x110000):
            c = chr(cp)
            if 0xd800 <= cp < 0xe000:
                continue
            try:
                b = c.encode(codec)
            except UnicodeEncodeError:
                b = b""
            code = 0
            if len(b) == len(before) + 2 and b.startswith(before) and (high or min(b[-2:]) >= 0xa1):
                code = (b[-2] << 8 | b[-1]) & ~mask
            elif len(b) == 1 and not before and self.singles.get(b[0]) != c:
                code = b[0]
            if code and code not in self.codes and not high:
                code = 0  # of the other plane
            if code != back.get(c, 0) or not b and self.singles.get(cp) == c:
                self.oneway[cp] = code
        if not high:  # a plane: its bytes are those of EUC
            self.singles = {}


def varint(out, n):
    while n >= 0x80:
        out.append(n & 0x7f | 0x80)
        n >>= 7
    out.append(n)


def text(out, s):
    b = s.encode()
    varint(out, len(b))
    out += b


def zigzag(n):
    return n << 1 if n >= 0 else (-n << 1) - 1


def write(out, t, tables):
    parents = [tables[p] for p in t.parent.split("+")] if t.parent else []
    inherited = {}
    for n, p in enumerate(parents):
        for code, s in p.codes.items():
            if code := convert(t.how, code | (0x80 if n else 0)):
                inherited[code] = s
    text(out, t.name), text(out, t.parent), text(out, t.how)
    single = {b: s for b, s in t.singles.items() if s not in (NONE, LEAD) and (b >= 0x80 or s != chr(b))}
    varint(out, len(single))
    for b, s in single.items():
        varint(out, b), varint(out, ord(s))
    bad = [b for b, s in t.singles.items() if s == NONE]
    varint(out, len(bad))
    out += bytes(bad)
    removed = sorted(inherited.keys() - t.codes.keys())
    added = sorted(c for c, s in t.codes.items() if inherited.get(c) != s)
    varint(out, len(removed))
    last = 0
    for c in removed:
        varint(out, c - last)
        last = c
    varint(out, len(added))
    last = 0
    for c in added:
        varint(out, c - last - 1)
        last = c
    low, high, last = bytearray(), bytearray(), 0
    for c in added:
        s = t.codes[c]
        if len(s) == 1:
            n = zigzag(ord(s) - last)
            assert n != 0
            last = ord(s)
            low.append(n & 0xff), varint(high, n >> 8)
        else:
            low.append(0), varint(high, 0)
            for x in s:
                low.append(ord(x) & 0xff), varint(high, ord(x) >> 8)
    varint(out, len(low))
    out += low + high
    varint(out, len(t.oneway))
    last = 0
    for cp, code in sorted(t.oneway.items()):
        varint(out, cp - last), varint(out, code)
        last = cp
    print(t.name, len(t.codes), "codes,", len(added), "added,", len(removed), "removed,", len(t.oneway), "one way")


def main(path):
    out, tables = bytearray(), {}
    for args in [
        ("gb2312", "", "same", "gb2312", b"", False),
        ("gbk", "gb2312", "high", "gbk"),
        ("gb18030", "gbk", "same", "gb18030"),
        ("ksx1001", "", "same", "cp949", b"", False),
        ("cp949", "ksx1001", "high", "cp949"),
        ("johab", "ksx1001", "johab", "johab"),
        ("big5", "", "same", "big5"),
        ("cp950", "big5", "same", "cp950"),
        ("big5hkscs", "big5", "same", "big5hkscs"),
        ("jisx0208", "", "same", "euc_jp", b"", False),
        ("jisx0212", "", "same", "euc_jp", b"\x8f", False),
        ("jisx0213a", "jisx0208", "same", "euc_jis_2004", b"", False),
        ("jisx0213b", "", "same", "euc_jis_2004", b"\x8f", False),
        ("jisx0213a2000", "jisx0213a", "same", "euc_jisx0213", b"", False),
        ("jisx0213b2000", "jisx0213b", "same", "euc_jisx0213", b"\x8f", False),
        ("shift_jis", "jisx0208", "sjis", "shift_jis"),
        ("cp932", "jisx0208", "sjis", "cp932"),
        ("shift_jis_2004", "jisx0213a+jisx0213b", "sjis", "shift_jis_2004"),
        ("shift_jisx0213", "jisx0213a2000+jisx0213b2000", "sjis", "shift_jisx0213"),
    ]:
        t = tables[args[0]] = Table(*args)
        write(out, t, tables)
    text(out, "")
    runs = []
    for cp in range(0x80, 0x10000):
        if 0xd800 <= cp < 0xe000:
            continue
        b = chr(cp).encode("gb18030")
        if len(b) == 4:
            n = ((b[0] - 0x81) * 10 + b[1] - 0x30) * 1260 + (b[2] - 0x81) * 10 + b[3] - 0x30
            if runs and runs[-1][0] + runs[-1][2] == n and runs[-1][1] + runs[-1][2] == cp:
                runs[-1][2] += 1
            else:
                runs.append([n, cp, 1])
    varint(out, len(runs))
    at = [0, 0]
    for n, cp, length in runs:
        varint(out, zigzag(n - at[0])), varint(out, zigzag(cp - at[1])), varint(out, length)
        at = [n + length, cp + length]
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path, "wb") as f:
        f.write(deflate.compress(bytes(out)) + deflate.flush())


main(sys.argv[1])
