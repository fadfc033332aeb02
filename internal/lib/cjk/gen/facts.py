# Prints what CPython 3.13's Asian codecs do, for the tests of package cjk: a line "codec what checksum" for what is decoded behind each prefix of
# bytes (all single bytes, all pairs by the first byte), and for the encoded characters by blocks of 4096. Arguments "codec what" print it in full.
import sys
import zlib

CODECS = """gb2312 gbk gb18030 hz big5hkscs iso2022_kr iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext
shift_jis cp932 euc_jp shift_jis_2004 euc_jis_2004 euc_jisx0213 shift_jisx0213 euc_kr cp949 johab big5 cp950""".split()
ISO = [b"", b"\x1b$B", b"\x1b$@", b"\x1b$(D", b"\x1b$(O", b"\x1b$(Q", b"\x1b$(P", b"\x1b$A", b"\x1b$(C", b"\x1b$)C\x0e", b"\x1b(J", b"\x1b(I",
       b"\x1b.A\x1bN", b"\x1b.F\x1bN", b"\x1bN", b"\x1b", b"\x1b$(", b"\x1b&@\x1b$B", b"\x0e", b"\x1b(J\x0e"]
PREFIXES = {"hz": [b"", b"~{", b"~", b"~{~"], "gb18030": [b"", b"\x810", b"\x82\x39", b"\x8431", b"\x90\x30", b"\xe31", b"\xe3\x32"],
            "euc_kr": [b"", b"\xa4\xd4\xa4", b"\xa4\xd4\xa4\xa1\xa4\xbf\xa4"], "big5hkscs": [b"", b"\x88"]}


def prefixes(codec):
    if codec.startswith("iso"):
        return ISO
    if codec.startswith("euc_j"):
        return [b"", b"\x8f"]
    return PREFIXES.get(codec, [b""])


def decode(codec, b):
    try:
        return b.decode(codec)
    except UnicodeDecodeError as e:
        return "!%d-%d %s" % (e.start, e.end, e.reason)
    except RuntimeError:
        return "!internal"


def encode(codec, c):
    try:
        return c.encode(codec).hex()
    except UnicodeEncodeError as e:
        return "!%d-%d %s" % (e.start, e.end, e.reason)


def encoded(codec, first):
    for cp in range(first, first + 4096):
        yield encode(codec, chr(cp))


def pairs(codec):
    "Characters that may be one with what follows."
    for c in "\u00ca\u00ea\u304b\u304d\u304f\u3051\u3053\u30ab\u30ad\u30af\u30b1\u30b3\u30bb\u30c4\u30c8\u31f7\u00e6\u0254\u028c\u0259\u025a\u02e9\u02e5\u3042a":
        for d in ["", "\u309a", "\u0304", "\u030c", "\u0300", "\u0301", "\u02e5", "\u02e9", "\u4e00", "\U00020000", "a"]:
            yield encode(codec, "\u3042" + c + d) + " " + encode(codec, c + d + c)


def parts(codec):
    for p in prefixes(codec):
        yield p.hex() + "=", (decode(codec, p + bytes([a])) for a in range(256))
        for a in range(256):
            yield p.hex() + "%02x*" % a, (decode(codec, p + bytes([a, b])) for b in range(256))
    for first in [*range(0, 0x30000, 4096), 0xe0000, 0x10f000]:
        yield "%06x" % first, encoded(codec, first)
    yield "pairs", pairs(codec)


def main(codec="", what=""):
    for c in CODECS:
        if codec in ("", c):
            for name, lines in parts(c):
                if what in ("", name):
                    data = "\n".join(lines).encode("utf-8", "surrogatepass")
                    if what:
                        sys.stdout.buffer.write(data)
                    else:
                        print(c, name, "%08x" % zlib.crc32(data))


main(*sys.argv[1:])
