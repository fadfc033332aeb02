# needs: stdlib
# What error handlers may give to the UTFs, and what a charmap has for a replacement; surrogates that are cut.
import codecs


def t(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


given = None
codecs.register_error("give", lambda e: (given, e.end))
for given in ("abc", "\xe9", "\U0001f40d", b"1", b"12", b"1234", b"", ""):
    for name in ("utf-8", "utf-16", "utf-16-le", "utf-32-be", "ascii", "latin-1"):
        t(lambda: "[\udc80]\u20ac".encode(name, "give"))
t(lambda: codecs.charmap_encode("abc\u1234", "replace", {97: "b", 98: b"c", 99: 100, ord("?"): "XYZ"}))
t(lambda: codecs.charmap_encode("b\u1234", "replace", {98: b"c", ord("?"): b"!!"}))
t(lambda: codecs.charmap_encode("b\u1234", "replace", {98: b"c"}))
data = "a\ud901b".encode("utf-8", "surrogatepass")
for name in ("strict", "surrogatepass", "replace"):
    for n in range(len(data) + 1):
        d = codecs.getincrementaldecoder("utf-8")(name)
        t(lambda: (d.decode(data[:n]), d.decode(data[n:], True)))

# Names of characters that are none: what of them is replaced.
for text in (r'\N', r'\Nx', r'\N{', r'\N{}', r'\N{}}', r'\N{1}', r'\N{SPACE', r'\N{SPACE}'):
    print(text, [text.encode().decode('unicode_escape', h) for h in ('replace', 'ignore', 'backslashreplace')])
    try:
        print(repr(eval(f"'{text}'")))
    except SyntaxError as e:
        print(e)
