# needs: stdlib
# Names of encodings with lone surrogates are no names, wherever they are looked up, and those with zeros neither.

import codecs
import io


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e)


for name in "\udcfe", "utf\udcff8", "a\0b", "no-such", "latin-1":
    print(ascii(name), tried(lambda: codecs.lookup(name).name), tried(lambda: "x".encode(name)), tried(lambda: b"x".decode(name)))
for kw in dict(encoding="\udcfe"), dict(encoding="utf-8\0"), dict(encoding="utf-8", errors="replace\0"):
    print(ascii(kw), tried(lambda: io.TextIOWrapper(io.BytesIO(), **kw)))
