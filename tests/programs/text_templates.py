# The % operator and str.format: conversions, flags, malformed templates.
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
class I:
    def __index__(s): return 65
    __repr__ = lambda s: "I!"
class F:
    def __float__(s): return 1.5
    __repr__ = lambda s: "F!"
class N:
    __repr__ = lambda s: "N!"
for x in ["a", 1.5, None, I(), F(), N(), b"a", True, 2**70]:
    for f in "diuoxXeEgGcsra":
        t(lambda: "%"+f+" %s" % f and ("%"+f) % (x,))
t(lambda: "%u" % "a"); t(lambda: "%.0c|" % "a"); t(lambda: "%.0d|" % 0); t(lambda: "%5c|" % "a"); t(lambda: "%-5c|" % "a"); t(lambda:"%.1c" % 300)
t(lambda: "%c" % "ab"); t(lambda: "%c" % 0x110000); t(lambda: "%c" % -1); t(lambda: "%c" % 2**80)
t(lambda: "%z" % 1); t(lambda: "%\u20ac" % 1); t(lambda: "abc%" % 1); t(lambda: "%(a" % {}); t(lambda: "%(a)s" % 1); t(lambda: "%(a)s" % (1,)); t(lambda: "%(a)s" % "x")
t(lambda: "%(a)s %s" % {"a":1}); t(lambda: "%*d" % ("a",1)); t(lambda: "%*d" % (-5,1)); t(lambda: "%.*f" % (-5,1.0)); t(lambda: "%*d" % (2**70,1)); t(lambda: "%.*d" % (2**70,1)); t(lambda: "%.*d" % (2**40,1))
t(lambda: "%99999999999999999999d" % 1); t(lambda: "%.99999999999999999999d" % 1); t(lambda: "%.9999999999d" % 1);t(lambda: "%9999999999999d" % 1)
t(lambda: "abc" % []); t(lambda: "abc" % 1); t(lambda: "abc" % "a"); t(lambda:"abc" % ()); t(lambda:"abc" % {}); t(lambda: "abc" % {"a":1}); t(lambda: "%s" % []); t(lambda: "%d %d" % (1,)); t(lambda: "%%%s" % 1); t(lambda: "%5%|" % ())
t(lambda: "%(a(b))s" % {"a(b)": 3}); t(lambda: "%(é)s" % {"é": 3}); t(lambda: "%5.2s|" % "abc"); t(lambda:"%-8r|" % "é"); t(lambda:"%a" % "é"); t(lambda: "%lld" % 3); t(lambda: "%ld" % 3); t(lambda: "%hd" % 3); t(lambda: "%+s" % 3)
t(lambda: "%e" % "a"); t(lambda: "%e" % (2**5000)); t(lambda: "%d" % float("nan")); t(lambda: "%d" % float("inf")); t(lambda: "%x" % 1.5); t(lambda: "%d" % 1e20)
class B:
    def __int__(s): raise ValueError("q")
    def __index__(s): raise TypeError("w")
t(lambda: "%d" % B()); t(lambda: "%x" % B()); t(lambda: "%c" % B())
print("bytes")
t(lambda: b"%s" % "a"); t(lambda: b"%b" % 1); t(lambda: b"%s" % b"x"); t(lambda: b"%c" % "a"); t(lambda: b"%c" % b"ab"); t(lambda:b"%c" % 256); t(lambda: b"%c" % bytearray(b"a")); t(lambda: b"%c" % 1.5)
t(lambda: b"%d" % "a"); t(lambda: b"%d" % b"a"); t(lambda: b"%e" % "a"); t(lambda: b"%r" % "\xe9"); t(lambda: b"%a" % "\xe9"); t(lambda: b"%(a)s" % {b"a": b"q"}); t(lambda: b"%(a)s" % {"a": b"q"}); t(lambda: b"a" % 1); t(lambda: b"%z" % 1); t(lambda: b"%" % 1); t(lambda: b"%s" % memoryview(b"ab")); t(lambda: b"%5.1s|" % b"abc"); t(lambda: b"%05d" % -3); t(lambda: b"%x" % 1.5); t(lambda: bytearray(b"%s") % b"q"); t(lambda: b"%d" % 1.7); t(lambda: b"%*d" % (5,3)); t(lambda: b"%.2f" % 3)
t(lambda: b"%u" % "a"); t(lambda: b"%c" % 2**80); t(lambda: b"%c" % -1); t(lambda: b"%s" % None); t(lambda: b"%d %d" % (1,)); t(lambda:b"%(a" % {}); t(lambda: b"%(a)d" % 3); t(lambda: b"%\xe9" % 3); t(lambda: b"%.0c|" % b"a"); t(lambda: b"%.1c|" % 97); t(lambda: b"%*d" % ("a",1))
print("fmt")
for s in ["{", "}", "{}{0}", "{0}{}", "{a", "{a!", "{a!r", "{a!rx}", "{a!x}", "{a!\x01}", "{a:{", "{a:{}", "{[}", "{[]}", "{0[}", "{0.}", "{0[a]b}", "{0..x}", "{{}}", "{5}", "{99999999999999999999999}", "{0[99999999999999999999999]}", "{:{:{}}}", "{0:{1:{2}}}", "{0!s:>5}", "{a{", "{0!}", "{!r}", "{:>{}}", "{0[a]}", "{0[0]}", "{-1}", "{ 0}", "{0 }", "{a.b[c].d}", "{:é>5}", "{é}", "{0!é}", "{!}", "{!}}", "{:}}", "}}{{", "{}}", "a}b", "a{b", "{a:}","{a!r:}", "{:%}"]:
    t(lambda: s.format("x","y")); t(lambda: s.format(a=1, é=3)); t(lambda: s.format([1,2],5)); t(lambda: s.format_map({"a":1}))
t(lambda: "{.x}".format(1)); t(lambda: "{[a]}".format({"a":7})); t(lambda: "{[0]}".format({0:7})); t(lambda: "{٣}".format(1,2,3,4)); t(lambda: "{0.real} {0.imag:>3}".format(3)); t(lambda: "{:5}{:<5}|".format(1,"a")); t(lambda: "{!a}".format("é"))
