# Encoding and decoding with every error handler; names of encodings.
def t(f):
    try: print(ascii(f()))
    except Exception as e: print(type(e).__name__, ascii(str(e)))
for e in ("utf-8","utf-16","utf-16-be","utf-32","utf-32-be","ascii","latin-1","utf-8-sig","UTF_8","foo", "utf 8", "utf--8", "UTF8", "", "é", "\x00", "iso-8859-1", "iso8859-1"):
    t(lambda: "aé\ud800\ud801b\U0001F600\udc80".encode(e)); t(lambda: "aéb\U0001F600".encode(e))
    t(lambda: "aé\ud800\udcfeb".encode(e, "surrogateescape")); t(lambda: "aé\ud800\udcfeb".encode(e, "surrogatepass"));t(lambda: "\udcfe\udc80b".encode(e, "surrogateescape"));
    for h in ("ignore","replace","backslashreplace","xmlcharrefreplace","bogus"): t(lambda: "a\ud800\udcfeb\U0001F600\xff".encode(e, h))
    for b in (b"\xff\xfea\0b", b"\0", b"a\0\0\xd8", b"a\0\0\xd8b\0", b"\xff\xfe\0\0a\0\0\0", b"a\xffb", b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"a\xc3", b"\xef\xbb\xbfabc", b"\0\0\x11\0", b"\0\xd8\0\0", b"abcde",b"\0\xdc", b"\0\xd8\0\xd8", b"\xff\xfe", b"\xfe\xff\0a\0",b"\xff\xff\xff\xff\0\0"):
        for h in ("strict","ignore","replace","backslashreplace","surrogateescape","surrogatepass","bogus","xmlcharrefreplace"): t(lambda: b.decode(e, h))
