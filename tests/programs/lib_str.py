# str: every kind (1, 2 and 4 bytes, surrogates) through every method.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


strings = ["", "a", "Hello World", "ÄÖÜß é", "\u20acuro \u0416\u03a3\u03c3\u03c2", "\U0001f600 smile \U00010400", "tab\tnew\nline\r\n", "  spaces  ", "123", "\u0663\u00b2\u2162", "\ud800x", "MiXeD cAsE", "\u01c5 \ufb01 \u0130 \u0149", "a,b,,c", "\x00\x7f\x80\xa0", "\u3000\u2028x"]
for s in strings:
    print(ascii(s), len(s), ascii(s.upper()), ascii(s.lower()), ascii(s.title()), ascii(s.capitalize()), ascii(s.swapcase()), ascii(s.casefold()))
    print("   ", s.isalpha(), s.isdigit(), s.isdecimal(), s.isnumeric(), s.isalnum(), s.isspace(), s.isupper(), s.islower(), s.istitle(), s.isidentifier(), s.isprintable(), s.isascii())
    print("   ", ascii(s[::-1]), ascii(s[1:3]), ascii(s[-2:]), ascii(s[::2]), ascii(s * 2), ascii(s.strip()), ascii(s.split()), ascii(s.splitlines()), ascii(s.splitlines(True)), [hex(ord(c)) for c in s][:4], ascii(s.expandtabs(4)))
    print("   ", ascii(repr(s)), ascii(s.center(14, "*")), ascii(s.ljust(6) + "|"), ascii(s.rjust(6, "\u20ac")), ascii(s.zfill(5)), attempt(s.encode), attempt(s.encode, "latin-1", "replace"), attempt(s.encode, "ascii", "backslashreplace"))
s = "abracadabra"
print(s.find("a", 1), s.rfind("a"), s.index("bra", 2), attempt(s.index, "z"), s.count("a"), s.count(""), s.count("abra"), s.find("", 20), s.find("", 11), s.rindex("b"), s.startswith("abra"), s.startswith(("x", "ab")), s.endswith("bra", 3, -1), s.endswith(()), s.replace("a", "A", 2), s.replace("", "-"), s.replace("bra", ""), s.partition("ca"), s.rpartition("a"), s.partition("zz"), s.rpartition("zz"), s.removeprefix("abra"), s.removesuffix("bra"), s.split("a"), s.split("a", 2), s.rsplit("a", 2), attempt(s.split, ""), attempt(s.partition, ""), s.translate({97: "4", 98: None, 99: 0x20AC}), "x".join("123"), attempt("".join, [1]), attempt("".join, 5), "-".join(["a"]), ascii("\u20ac".join(["a", "\U0001f600"])))
print(" a b  c ".split(), " a b  c ".split(" "), " a b  c ".split(None, 1), " a b  c ".rsplit(None, 1), "a\x1cb\u2003c".split(), "xxhixx".strip("x"), "xyhiyx".lstrip("yx"), "hi".rstrip("ih"), "\u20achi\u20ac".strip("\u20ac"), attempt("x".strip, 5))
print("{} {}".format(1, "a"), "{1} {0} {1}".format("x", "y"), "{a.real} {b[0]} {b[k]}".format(a=5, b={0: "zero", "k": "v"}) , "{:>5}|{:<5}|{:^5}|{:*^9}".format(1, 2, 3, "mid"), "{!r} {!s} {!a}".format("é", "é", "é"), "{:{}}".format("x", 5), "{:{w}.{p}f}".format(3.14159, w=10, p=2), "{{}} {}".format(0))
for bad in ("{", "}", "{} {0}", "{1}", "{x}", "{!x}", "{:q}", "{0.nope}", "{0[9]}", "{!}", "{:{}", "{a b}"):
    print(bad, attempt(bad.format, "v"))
print(attempt("{} {}".format, 1), "{0[a]}".format({"a": 1}), "{x[1][0]}".format(x=[0, "yz"]), "%{}%".format(5), "{:,}".format(1234567), "{:%}".format(0.5), "{:x}".format(255), "{0!s:>4}".format(1), "a{0}b{0}c".format("-"), "{}".format(None), "{:s}".format("x"), attempt("{:d}".format, "x"), attempt("{:5}".format, None), attempt("{:5}".format, [1]), "{:}".format([1]))
print("abc" < "abd", "abc" < "ab", "Z" < "a", "é" > "z", "\U0001f600" > "\uffff", "a" == "a", "a" != "á", "a" in "cat", "" in "", "xx" in "x", "\u20ac" in "a\u20ac", max("hello"), min("héllo"), sorted("hello"), attempt(lambda: "a" < 1), attempt(lambda: 1 in "a"))
print(ord("a"), ord("\U0001f600"), attempt(ord, "ab"), attempt(ord, ""), chr(97), ascii(chr(0x10FFFF)), attempt(chr, -1), attempt(chr, 0x110000), attempt(ord, 5), attempt(chr, "a"), chr(0xD800).isprintable())
print(str(b"x"), str(b"\xc3\xa9", "utf-8"), attempt(str, b"\xff", "utf-8"), str(b"\xff", "utf-8", "replace") == "\ufffd", attempt(str, 5, "utf-8"), str(), str(None), attempt(str, b"x", "no-such"), str(object=5))
print("'", '"', "'\"", repr("'"), repr('"'), repr("'\""), repr("\\"), repr("\t\n\r\x00\x1b\x7f\x80\xad\u0378\u2028\U000e0001"), ascii("é\u20ac\U0001f600"))
print("a" "b" 'c' """d
e""", r"\n\t", "\x41\u0042\U00000043\103\N{BULLET}", len("\
joined"))
t = str.maketrans({"a": "1", "b": None, 99: "see"})
print("abcabc".translate(t), "abc".translate(str.maketrans("abc", "xyz")), "abc".translate(str.maketrans("a", "b", "c")), attempt(str.maketrans, "ab", "c"), attempt(str.maketrans, 5), attempt(str.maketrans, {"ab": 1}))


class Up:
    def __getitem__(self, k):
        if k == 98:
            raise LookupError
        return chr(k).upper() if k != 99 else 5 + 60


print("abcé".translate(Up()))


class S(str):
    def __str__(self):
        return "S.__str__"

    def __repr__(self):
        return "S.__repr__"

    def __format__(self, spec):
        return f"S.__format__({spec})"

    def __add__(self, o):
        return "S.add " + str.__str__(self) + o

    def __radd__(self, o):
        return o + "S.radd"


s = S("val")
print(s, [s], f"{s} {s!r} {s!s} {s:>5}", "%s %r" % (s, s), str(s), s + "x", "x" + s, s.upper(), type(s[0:2]).__name__, s == "val", hash(s) == hash("val"), {"val": 1}[s], "".join([s, s]), len(s), "{}".format(s), s.join(["a", "b"]), s * 2)
a = "x"
for i in range(10):
    a = a + "é\u20ac\U0001f600"[i % 3]
print(a, len(a), a.encode())
n = 0
for i in range(300):
    t = "".join([chr(97 + (i * j) % 26) for j in range(20)])
    n += t.count("a") + len(t.split("b")) + t.find("c") + (t.upper().lower() == t) + len(set(t))
print(n)
print("a-b_c d".replace("-", " ").replace("_", " ").title().replace(" ", ""), "CamelCaseName".swapcase(), "".join(("_" + c.lower()) if c.isupper() else c for c in "CamelCaseName").lstrip("_"))
print("%s" % "x", "%5s|%-5s|%.2s|%05d|%x|%X|%#o|%c|%c|%%|%r|%a" % ("a", "b", "xyz", 42, 255, 255, 8, 65, "B", "é", "é"), "%(k)s %(n)03d" % {"k": "v", "n": 5}, "%*d|%-*d|%.*f" % (5, 1, 5, 2, 2, 3.14159), "%s %s" % (1, (2, 3)), "%s" % (None,), "%d" % 3.7, "%i" % True, "%e" % 12345, "%+d % d" % (5, 5))
for fmt, arg in (("%d", "x"), ("%s %s", 1), ("%s", (1, 2)), ("%", 1), ("%z", 1), ("%(a)s", {}), ("%(a)s", 5), ("%c", 300000000), ("%c", "ab"), ("%x", 1.5), ("%*d", ("a", 1)), ("%d", None), ("%.2f", "x"), ("x", 5), ("x", {}), ("%(a", {"a": 1}), ("%s", ()), ("%d %d", (1,)), ("%o", 10**20), ("%x", -255), ("%5%", ()), ("%b", 1)):
    print(fmt, arg, attempt(lambda: fmt % arg))
