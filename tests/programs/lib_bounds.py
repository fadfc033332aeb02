# needs: stdlib
# Bounds of arguments: years and times, nesting of marshal data, BLAKE2's parameters; escapes that are none; what cannot be a path or a base class.
import codecs
import hashlib
import marshal
import os
import time
import typing
import warnings


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


lowest = -(2**31) + 1900
for year in lowest, lowest - 1, -(2**31) - 1, 2**31 - 1, 2**31, -(2**63), -(2**64):
    show(time.asctime, (year, 6, 1) + (0,) * 6)
    show(time.strftime, "%Y", (year, 6, 1) + (0,) * 6)
show(time.strftime, "%S\0", time.gmtime(0))
for t in 2**60, -(2**60), 1e18, 2**70, 1e30, float("nan"):
    show(time.localtime, t)
    show(time.gmtime, t)
    show(time.ctime, t)

for depth in 1998, 1999, 2000, 2001:
    nested = []
    for _ in range(depth):
        nested = [nested]
    show(lambda: len(marshal.dumps(nested)))
    nested = 0
    for _ in range(depth):
        nested = (nested,)
    show(lambda: len(marshal.dumps(nested)))

for make in hashlib.blake2b, hashlib.blake2s:
    for name, n in (
        ("leaf_size", -1),
        ("leaf_size", 2**32 - 1),
        ("leaf_size", 2**32),
        ("leaf_size", 2**70),
        ("node_offset", -1),
        ("node_offset", 2**48),
        ("node_offset", 2**64),
        ("fanout", -1),
        ("depth", 0),
        ("inner_size", -1),
    ):
        show(lambda: make(**{name: n}).hexdigest()[:8])

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    show(codecs.escape_decode, rb"\8 \z \400")
    show(codecs.escape_decode, rb"\777 \8")
    show(codecs.escape_decode, b"\\\xfa")
    show(codecs.unicode_escape_decode, rb"\477 \z")
    show(codecs.unicode_escape_decode, rb"\z \477")
    show(codecs.raw_unicode_escape_decode, b"\\z \\u0041\\")
    show(codecs.raw_unicode_escape_decode, b"\\z \\u0041\\", "strict", False)
    for w in caught:
        print(w.category.__name__, w.message)
decoder = codecs.getincrementaldecoder("raw-unicode-escape")()
print([decoder.decode(b"%c" % b) for b in rb"a\u0042\\z"], repr(decoder.decode(b"\\")), repr(decoder.decode(b"", True)))


class NoPath:
    __fspath__ = None


for f in os.fspath, os.stat, os.listdir, os.open:
    show(f, NoPath(), *[0] * (f is os.open))

P = typing.ParamSpec("P")
for base in P, P.args, P.kwargs:
    show(lambda: type(base).__name__ and __builtins__.__build_class__(lambda: None, "C", base))
