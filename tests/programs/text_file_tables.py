# Text files in encodings of one byte a character: what they write is what str.encode gives, wherever the
# characters beyond the first few hundred stand: at the end, alone, between others.
# needs: stdlib
import io

ENCODINGS = (
    "iso8859_2 iso8859_3 iso8859_4 iso8859_5 iso8859_6 iso8859_7 iso8859_8 iso8859_9 iso8859_10 iso8859_11 iso8859_13"
    " iso8859_14 iso8859_15 iso8859_16 cp037 cp437 cp850 cp866 cp874 cp1125 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255"
    " cp1256 cp1257 cp1258 koi8_r koi8_u koi8_t kz1048 mac_roman mac_cyrillic mac_greek ptcp154 tis_620 hp_roman8"
).split()
BEYOND = "\u05d0\u0639\u20ac\u2013\u2550\u0e01\u0411\u03b1\u0161"


def texts(ch):
    yield ch
    yield ch * 40
    for n in 1, 7, 8, 15, 16, 17, 64:
        yield "a" * n + ch
        yield ch + "a" * n
        yield "a" * n + ch + "\xe9"[:n % 2] + ch
        yield ch + "a" * n + "\u20ac"
        yield "\n" * n + ch + "\n"


def written(text, encoding, errors="strict", newline=""):
    raw = io.BytesIO()
    f = io.TextIOWrapper(raw, encoding=encoding, errors=errors, newline=newline)
    f.write("<")
    f.write(text)
    f.flush()
    f.write(text)
    f.flush()
    return raw.getvalue()


for encoding in ENCODINGS:
    seen = wrong = 0
    for ch in BEYOND:
        for text in texts(ch):
            for errors in "strict", "replace", "ignore", "xmlcharrefreplace", "backslashreplace":
                try:
                    want = text.encode(encoding, errors)
                except UnicodeEncodeError as e:
                    want = e.reason, e.start, e.end
                try:
                    got = written(text, encoding, errors)
                except UnicodeEncodeError as e:
                    got = e.reason, e.start, e.end
                else:
                    want = "<".encode(encoding) + want * 2
                seen += 1
                wrong += got != want
    print(encoding, seen, wrong)

for encoding in "iso8859_6", "cp1252", "mac_roman", "shift_jis", "utf-7", "utf-16", "utf-8":
    text = "\u0639\u0644\u064a \u0628\u0627" if encoding == "iso8859_6" else "\u3042" if encoding == "shift_jis" else "x\u20ac"
    print(encoding, written(text, encoding))
