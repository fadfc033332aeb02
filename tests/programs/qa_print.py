# print, f-strings, %, str.format and display.
import sys
def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"
print(); print(""); print(1, 2, sep=""); print(1, 2, sep=None, end=None); print(1, end=""); print(); print("a", "b", sep="\n"); print(*[]); print(*"abc", sep="-"); print(attempt(print, 1, sep=5), attempt(print, 1, end=5), attempt(print, 1, file=5), attempt(print, 1, foo=1), print(None, flush=True))
class W:
    def __init__(s): s.out = []
    def write(s, x): s.out.append(x); return None
w = W(); print(1, "x", None, file=w, sep="|", end="E"); print(w.out); print(attempt(print, 1, file=w, flush=True))
class BadW:
    def write(s, x): raise ValueError("bw")
print(attempt(print, 1, file=BadW()))
class R:
    def __repr__(s): return "R()"
    def __str__(s): return "str R"
print(R(), [R()], (R(),), {R(): R()}, {1: R()}, f"{R()} {R()!r} {R()!s:>8} {R()=}", "%s %r" % (R(), R()), str(R()), repr(R()))
class BadRepr:
    def __repr__(s): raise ValueError("br")
print(attempt(lambda: [BadRepr()]) is not None, attempt(repr, [BadRepr()]), attempt(print, [BadRepr()]), attempt(lambda: f"{BadRepr()}"), attempt(lambda: {1: BadRepr()}.__repr__()))
print("é ü 漢字 🐍 \x00 \t|", ascii("é漢🐍\n'\""), repr("a'b"), repr('a"b'), repr("a'b\"c"), repr("\x7f\x80\xa0\xad\u200b\u2028\ue000\U0001f40d\U000e0001\udc80"), repr("\\ \r\n\t\0"))
print(attempt(print, "\udc80"))
sys.stdout.write("direct\n"); print(sys.stdout.write("abc\n")); sys.stdout.flush(); print(file=None); print("to err", file=sys.stderr)
old = sys.stdout; sys.stdout = w; print("captured"); sys.stdout = old; print(w.out[-2:])
sys.stdout = None; print("nothing"); sys.stdout = old
del w.out[:]; print("a\nb", file=w); print(w.out)
print(1.0, -0.0, 1e100, 1e-100, 123456789012345680.0, float("nan"), 1j, True, None, ..., NotImplemented, int, print, type, sys, [1, [2, (3, {4: {5}})]], (1,), (), [], {}, set(), frozenset([1]), range(3), range(1, 10, 2), slice(1, 2), b"bytes\xff'", bytearray(b"x"), "x".join, sep="\n") if False else print(1.0, -0.0, 1e100, 1e-100, 123456789012345680.0, float("nan"), 1j, True, None, ..., NotImplemented, int, print, type, [1, [2, (3, {4: {5}})]], (1,), (), [], {}, set(), frozenset([1]), range(3), range(1, 10, 2), slice(1, 2), b"bytes\xff'", bytearray(b"x"), sep="\n")
print(f"{1:>{5}}|{'x':^{3}}|{3.14159:.{2}f}|{{}}|{'a' 'b'}|{[1, 2][0]}|{ {1: 2}[1] }|{(lambda x: x * 2)(4)}|{1 if True else 2}|{'nested ' + f'{1 + 1}'}|{None}|{1,2}|{'%s' % 5}|{1!r:>4}|{'é'!a}|{1000000:,}|{0.5:%}|{255:#x}")
x = 5; y = "s"; print(f"{x=} {y=} {x + 1 = } {x=:>4} {y=!s} {x:{'>'}{4}} {x!r:^{x}}")
print(attempt(lambda: f"{x:s}"), attempt(lambda: f"{y:d}"), attempt(lambda: f"{[]:5}"), attempt(lambda: f"{None:5}"), attempt(lambda: f"{y:>>5}"), f"{y:a>5}", attempt(lambda: f"{y:=5}"), f"{y:5}|{y:<5}|{y:^5}|{y:>5}|{y:.0}|{y:05}", attempt(lambda: f"{y:,}"), attempt(lambda: f"{y:+}"), attempt(lambda: f"{x:{y}}"))
print("%d %i %u %5d|%-5d|%05d|%+d|% d|%x %X %#x %o %#o %c %c %s %r %a %%|%5s|%-5s|%.2s|%*d|%-*d|%.*f|%e %E %g %G %f %.0f %#.0f %5.1f|%s" % (1, 2, 3, 4, 5, 6, 7, 8, 255, 255, 255, 8, 8, 65, "z", "s", "r", "é", "ab", "ab", "abc", 5, 6, 5, 7, 2, 3.14159, 1.5, 1.5, 1.5, 1e20, 1.5, 2.5, 2.5, 2.25, (1, 2)))
print("%(a)s %(b)5d %(a)r" % {"a": 1, "b": 2}, "%s" % [1], "%s" % {"a": 1}, "%%" % (), "%s %s" % ("a", ("b",)), attempt(lambda: "%s" % ()), attempt(lambda: "%s %s" % "a"), attempt(lambda: "%d" % "a"), attempt(lambda: "%d" % 1.9), attempt(lambda: "%x" % 1.5), attempt(lambda: "%c" % 300000000), attempt(lambda: "%c" % "ab"), attempt(lambda: "%z" % 1), attempt(lambda: "%" % ()), attempt(lambda: "%(a)s" % 5), attempt(lambda: "%(a)s" % {}), attempt(lambda: "%s" % (1, 2)), attempt(lambda: "a" % 5), attempt(lambda: "%(a" % {}), attempt(lambda: "%*d" % ("a", 5)), attempt(lambda: "%.f" % 2.5), "%5.2s|" % "abc", attempt(lambda: "%i" % None), "%s" % None, "%d" % True, "%.3d" % 5, "%#5x" % 10, "%-08d|" % 5, "%+.1e" % 12345, "%ld" % 5)
print("{} {} {0}".format(1, 2) if False else "{0} {1} {0}".format(1, 2), "{a} {b[0]} {c.real} {d[k]}".format(a=1, b=[2], c=3, d={"k": 4}), "{:>5}|{:<5}|{:^5}".format(1, 2, 3), "{0!r:>6} {0!s} {0!a}".format("é"), "{:{}}".format(5, 8), "{:{w}.{p}f}".format(3.14159, w=10, p=2), "{{}}".format(), attempt("{} {1}".format, 1, 2), attempt("{0} {}".format, 1, 2), attempt("{}".format), attempt("{a}".format), attempt("{".format), attempt("}".format), attempt("{!z}".format, 1), attempt("{0.nope}".format, 1), attempt("{0[0]}".format, 1), attempt("{0[a]}".format, [1]), attempt("{:d}".format, "a"), "{0[0]} {1[-1]}".format([7], {"-1": 8}), attempt("{0[}".format, 1), attempt("{0!}".format, 1), attempt("{!r".format, 1), attempt("{0.}".format, 1), "{:}".format(1), "{0:}{0!s:}".format(2), attempt("{:{:{}}}".format, 1, 2, 3), "{x}".format_map({"x": 1}), attempt("{x}".format_map, {}), attempt("{x}".format_map, 5))
sys.displayhook(5); sys.displayhook(None); sys.displayhook("é"); print(__builtins__._ if not isinstance(__builtins__, dict) else "")
