# Texts of one, two and four bytes a character: case, replacing, steps, and encodings there and back, with wrong parts.
# needs: stdlib

import codecs
import zlib

seed = 7


def pick(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
    return (seed >> 8) % n


sum_ = 0


def note(*values):
    global sum_
    sum_ = zlib.crc32(repr(values).encode("utf-8", "surrogatepass"), sum_)


def outcome(f, *args):
    try:
        return f(*args)
    except UnicodeError as e:
        return type(e).__name__, str(e), e.start, e.end, len(e.object)


codecs.register_error("tell", lambda e: (f"<{e.start}-{e.end}>", e.end))

LETTERS = "éßÿµàÉ×÷ Ă ʼnDžDždžǰΐΣσςЯяẞᾀᾳfiﬗꭰ𐐀𐐨🙂İı\u0300ſK\0"


def text(kind, n):
    letters = LETTERS[:kind]
    return "".join([letters[pick(len(letters))] if pick(3) else "abS z"[pick(5)] for _ in range(n)])


for kind in 7, 24, len(LETTERS):
    for n in 1, 2, 9, 40:
        s = text(kind, n)
        note(s.upper(), s.lower(), s.title(), s.casefold(), s.swapcase(), s.capitalize(), s[::-1], s[1::3], list(s))
        note(s.replace("é", "ee"), s.replace("Σ", "x"), s.replace("a", "🙂"), s.replace("Я", "", 2), s.count("Σ"), s.count("é"), s.replace("b", "é"))
        for encoding in "utf-8", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "ascii", "cp1251":
            for errors in "strict", "replace", "ignore", "xmlcharrefreplace", "backslashreplace", "tell":
                b = outcome(s.encode, encoding, errors)
                note(b)
                if errors == "strict" and type(b) is bytes:
                    assert b.decode(encoding) == s
    print(kind, sum_)

for s in "\ud800", "é\ud800", "я" * 30 + "\udc80", "🙂\udfff" * 9:
    for encoding in "utf-8", "utf-16", "utf-16-le", "utf-32":
        for errors in "strict", "surrogatepass", "surrogateescape", "replace":
            note(outcome(s.encode, encoding, errors))
print(sum_)

PIECES = [p.encode() for p in ("é", "€", "🙂", "a", "abcdefgh")] + [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82", b"\xf0\x9f", b"\x80", b"\xf4\x90\x80\x80", b"\x98", b"\x81\x8d", b"\0"]
for i in range(16):
    b = b"".join([PIECES[pick(len(PIECES) if i % 3 else 5)] for _ in range(1 + pick(99 if i % 9 == 0 else 20))])
    for encoding in "utf-8", "utf-8-sig", "utf-16-be", "utf-32-le", "ascii", "cp1252", "unicode_escape":
        for errors in "strict", "replace", "ignore", "backslashreplace", "surrogateescape", "tell":
            note(outcome(b.decode, encoding, errors), outcome(codecs.getincrementaldecoder(encoding)(errors).decode, b, i % 2 == 0))
    if i % 8 == 7:
        print(i, sum_)

# Many errors in a long text.
for encoding in "cp1251", "ascii":
    print(len(("é€" * 700).encode(encoding, "replace")), len((b"\x98\xff" * 700).decode(encoding, "ignore")))
print(len(codecs.getincrementaldecoder("utf-8")("replace").decode(b"a\xff" * 700)))
