# Encoding and decoding text: the codecs that every Python has, and their error handlers.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


for codec in ("utf-8", "ascii", "latin-1", "utf-16", "utf-16-be", "utf-32-le"):
    for text in ("abc", "é", "\u20ac", "\U0001f600", "\ud83d"):
        for errors in ("strict", "ignore", "replace", "xmlcharrefreplace", "surrogatepass"):
            if errors == "strict" or codec == "ascii" and errors != "surrogatepass" or errors == "surrogatepass" and codec == "utf-8":
                print(codec, ascii(text), errors, attempt(text.encode, codec, errors))
for raw in (b"abc", b"\xc3\xa9", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x98\x80", b"\x80x", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"a\xffb\xfe"):
    print(raw, [ascii(attempt(raw.decode, c, e)) for c, e in (("utf-8", "strict"), ("utf-8", "replace"), ("utf-8", "ignore"), ("utf-8", "backslashreplace"), ("utf-8", "surrogateescape"), ("latin-1", "strict"), ("ascii", "strict"), ("utf-16-le", "replace"))])
print("aé\u20ac\U0001f600".encode("utf-16-le"), "\U0001f600".encode("utf-32-be"), b"\xff\xfea\x00".decode("utf-16"), "x".encode("UTF_8"), "x".encode("Latin-1"), "é".encode("iso-8859-1"), attempt("x".encode, "no-such"), attempt("x".encode, "utf-8", "no-such"), attempt("\ud800".encode, "utf-8", "no-such"), "\udcff".encode("utf-8", "surrogateescape"))
