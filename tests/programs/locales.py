# needs: stdlib
# The module _locale in the locales that every machine has: names, errors, what they say of numbers, money and times, comparing, messages.
# needs: stdlib process
import _locale
import decimal
import locale
import time


def show(f, *args):
    try:
        print(f.__name__, *map(ascii, args), "->", ascii(f(*args)))
    except Exception as e:
        print(f.__name__, *map(ascii, args), "->", type(e).__name__, ascii(str(e)))


show(_locale.setlocale, _locale.LC_ALL, "C")
for name in ("POSIX", "C.UTF-8", "C.utf8", "C.UTF-8@x", "c", "C.UTF-7", "C@x", "C/x", "..", "nowhere", "a\0b", b"C", 1,
             "LC_CTYPE=C;LC_NUMERIC=C", "LC_CTYPE=C.UTF-8;LC_NUMERIC=C;LC_TIME=POSIX;LC_COLLATE=C;LC_MONETARY=C;LC_MESSAGES=C;LC_PAPER=C;"
             "LC_NAME=C;LC_ADDRESS=C;LC_TELEPHONE=C;LC_MEASUREMENT=C;LC_IDENTIFICATION=C"):
    show(_locale.setlocale, _locale.LC_ALL, name)
    show(_locale.setlocale, _locale.LC_ALL)
for category in (0, 7, 12, 13, -1, "0", 1 << 40):
    show(_locale.setlocale, category)
    show(_locale.setlocale, category, "C")
show(_locale.setlocale)
show(_locale.setlocale, 1, "C", 3)

for name in ("C", "C.UTF-8"):
    _locale.setlocale(_locale.LC_ALL, name)
    print(_locale.getencoding(), _locale.localeconv())
    for key, n in sorted(vars(_locale).items()):
        if isinstance(n, int) and not key.startswith("LC_"):
            print(key, n, end=" ")
            show(_locale.nl_langinfo, n)
    print(time.strftime("%a %A %b %B|%c|%x|%X|%p|%P|%r|%Ec|%Od|%10B|%^a", (2024, 3, 5, 14, 8, 9, 1, 65, 0)))
    print(f"{1234567:n} {1234567.5:n} {-1234567:012n} {3+1e5j:n} {10**20:n} {decimal.Decimal('12345.50'):n}")
    show(_locale.gettext, "caf\xe9")
    show(_locale.strcoll, "a", "b")
    show(_locale.strcoll, "b", "a")
    show(_locale.strcoll, "\xe9", "\xe9")
    show(_locale.strcoll, "z", "\U00010000")
    show(_locale.strxfrm, "z\xe9\U00010000")
    with open(__file__) as f:
        print(f.encoding.lower().replace("utf-8", "ANSI_X3.4-1968".lower()))
show(_locale.strcoll, "a\0b", "a")
show(_locale.strcoll, 1, "a")
show(_locale.strcoll, "a", None)
show(_locale.strxfrm, "a\0b")
show(_locale.strxfrm, None)
for n in (0, 1, 99999999, "14", 1 << 40):
    show(_locale.nl_langinfo, n)

for args in ((None,), ("foo",), (None,), ("",), (None,), (3,), ("a\0b",)):
    show(_locale.textdomain, *args)
for args in (("foo", None), ("foo", "/tmp"), ("foo", None), ("foo", b"/x"), ("foo", 3), ("", "/tmp"), (None, None), ("foo", "a\0b")):
    show(_locale.bindtextdomain, *args)
for args in (("foo", None), ("foo", "UTF-8"), ("foo", None), ("bar", "x"), ("", "x"), ("", None), (None, None), ("foo", 3)):
    show(_locale.bind_textdomain_codeset, *args)
show(_locale.bindtextdomain, "foo", None)
show(_locale.gettext, "hello")
show(_locale.gettext, None)
show(_locale.dgettext, None, "hello")
show(_locale.dgettext, 3, "hello")
show(_locale.dgettext, "foo", 3)
show(_locale.dcgettext, "foo", "hello", 5)
show(_locale.dcgettext, "foo", "hello", "5")
print(_locale.Error is locale.Error, _locale.Error.__mro__, _locale.Error.__qualname__)
print(locale.getlocale(), locale.str(1.5), locale.format_string("%d", 1234567, grouping=True), locale.atof("1.5"))
