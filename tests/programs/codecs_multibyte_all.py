# The encodings of Chinese, Japanese and Korean: every character, pairs and errors where pieces of 1,024 characters meet, states.
# needs: stdlib
import codecs
import zlib

NAMES = ("gb2312 gbk gb18030 hz big5hkscs iso2022_kr iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext "
         "shift_jis cp932 euc_jp shift_jis_2004 euc_jis_2004 euc_jisx0213 shift_jisx0213 euc_kr cp949 johab big5 cp950").split()

codecs.register_error("text", lambda e: ("<%d>" % e.start, e.end))
codecs.register_error("raw", lambda e: (b"\xff%d;" % e.start, e.end))
codecs.register_error("pair", lambda e: ("か\u309a", e.end))
codecs.register_error("back", lambda e: ("か", e.end) if e.start % 2 else ("", e.start + 1))
HANDLERS = "ignore", "replace", "xmlcharrefreplace", "text", "raw", "pair", "back"


def show(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e)[:60], getattr(e, "start", None), getattr(e, "end", None), getattr(e, "reason", None)


def crc(x, old=0):
    return zlib.crc32(x if isinstance(x, bytes) else ascii(x).encode(), old)


# Every character of the first plane and of the third, in blocks of 256; what cannot be encoded is left out, replaced and reported.
PLANES = [range(at, at + 256) for at in (*range(0, 0x10000, 256), *range(0x20000, 0x30000, 256), 0x1F600, 0x10FF00)]
BLOCKS = ["".join(map(chr, block)) for block in PLANES]
for name in NAMES:
    encoded = decoded = bad = 0
    for i, block in enumerate(BLOCKS):
        data = block.encode(name, "ignore")
        encoded = crc(data, encoded)
        decoded = crc(show(data.decode, name), decoded)
        if i % 32 == 3:
            bad = crc(block.encode(name, "xmlcharrefreplace"), bad)
    print(name, encoded, decoded, bad)

# Each pair of bytes, and three and four of those that have them.
for name in NAMES:
    hash = 0
    for a in range(0x80, 0x100):
        data = bytes(x for b in range(0x30, 0x100) for x in (a, b, 0x20))
        hash = crc(data.decode(name, "replace"), hash)
    print(name, "pairs of bytes", hash)

# What stands at the borders of pieces: pairs of characters, what is between lines, what is missing.
ODD = ["か\u309a", "か", "Ê\u0304", "Ê\u030c", "ê", "æ\u0300", "ə\u0301", "˩˥", "˥˩", "セ\u309a", "ㇷ\u309a", "가", "똠", "ｱ", "~", "\\", "¥", "\n", "か\0", "Ê\0",
       "か\U0001309a", "\U0002000b", "\ud800", "\u0300", "か\u309aか\u309a"]
for name in NAMES:
    hash = 0
    for fill in "a", "中":
        for odd in ODD:
            for at in 0, 1023, 1024:
                text = fill * at + odd + fill * 3
                hash = crc(show(text.encode, name), hash)
                hash = crc(show(text[:at + len(odd)].encode, name), hash)
                if at == 1023:
                    for handler in HANDLERS:
                        hash = crc(show(text.encode, name, handler), hash)
    print(name, "borders", hash)

# Encoders and decoders that are given pieces, their states between the pieces.
TEXT = "aä~\n愛か\u309aÊ\u0304한글똠がカ゚ｱ中文鎮\U0002000b€㐀z\\か"
for name in NAMES:
    hash = 0
    for size in 1, 3:
        for handler in HANDLERS[:2]:
            e = codecs.getincrementalencoder(name)(handler)
            out = []
            for i in range(0, len(TEXT), size):
                out.append(e.encode(TEXT[i:i + size]))
                state = e.getstate()
                out.append(str(state).encode())
                e = codecs.getincrementalencoder(name)(handler)
                e.setstate(state)
            out.append(e.encode("", True))
            out.append(str(e.getstate()).encode())
            hash = crc(b"|".join(out), hash)
    e = codecs.getincrementalencoder(name)("ignore")
    for text in "中", "か", "한", "か\u309aか", "Ê":
        out = [e.encode(text), e.getstate(), e.reset(), e.getstate(), e.encode("a"), e.encode(text, True), e.getstate()]
        hash = crc(out, hash)
    e.encode(TEXT * 100)
    hash = crc((e.encode(TEXT * 100), e.getstate(), e.encode("か"), e.encode("\u309a"), e.encode("", True)), hash)
    data = (TEXT * 3).encode(name, "ignore")
    for size in 1, 2, 5:
        d = codecs.getincrementaldecoder(name)("replace")
        out = []
        for i in range(0, len(data), size):
            out.append(d.decode(data[i:i + size]))
            state = d.getstate()
            out.append(state)
            d = codecs.getincrementaldecoder(name)("replace")
            d.setstate(state)
        out.append(d.decode(b"", True))
        hash = crc(out, hash)
    long = (TEXT * 150).encode(name, "ignore")
    hash = crc(long.decode(name), hash)
    hash = crc([show((long[:cut] + b"\xff" + long[cut:]).decode, name, handler) for cut in range(4094, 4098) for handler in ("strict", "text")], hash)
    print(name, "pieces", hash)
