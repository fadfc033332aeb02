# Runs generated programs, each in a namespace of its own, and prints what they show. Standard input: lines "SEED LENGTH", each followed by a source,
# or by code that was compiled before. With the argument "full" everything that a program shows is printed, else the ends and a digest of it.
# An argument "code=FILE" has the compiled code written there, in the form of the standard input.
import marshal
import sys

FULL = "full" in sys.argv
lines = []
depth = 0


def cut(text):
    at = text.find(" at 0x")
    return text if at < 0 else text[:at] + " at ..."


def R(v):
    """R shows a value without addresses. One that has no end is not shown until the recursion limit: where that lies depends on how calls are
    specialized, in CPython too."""
    global depth
    if isinstance(v, int) and not isinstance(v, bool) and v.bit_length() > 900:
        return "int:%d:%d" % (v.bit_length(), v % 1000003)
    if depth == 20:
        return "deep"
    depth += 1
    try:
        s = cut(repr(v))
    except Exception as e:
        s = "repr: " + E(e)
    finally:
        depth -= 1
    return s if len(s) < 400 else s[:200] + "..." + s[-60:] + str(len(s))


def E(e):
    """E shows an exception, and the one before it."""
    c = e.__cause__ or e.__context__
    text = cut(str(e))
    if text.startswith("descriptor '"):  # the rest depends on how the instruction is specialized, in CPython too
        text = "descriptor"
    return type(e).__name__ + ": " + text + (" <- " + type(c).__name__ if c is not None else "")


def T(e):
    """T shows an exception with the lines that it came through."""
    at = []
    tb = e.__traceback__
    while tb is not None and len(at) < 8:
        at.append((tb.tb_frame.f_code.co_name, tb.tb_lineno))
        tb = tb.tb_next
    return E(e) + " " + repr(at)


def W(v):
    """W makes of anything a number that is not too large."""
    if isinstance(v, int):
        return v if v.bit_length() < 130 else v % 1000000007
    if v is None or isinstance(v, float) or type(v).__name__ == "V":
        return v
    return 5


def S(name, out, *rest):
    """S prints what a scene has shown."""
    shown = [R(v) for v in out]
    digest = 0
    for s in shown:
        digest = (digest * 31 + hash(s)) & 0xFFFFFFFFFFFF
    if not FULL and len(shown) > 6:
        shown = shown[:3] + ["..."] + shown[-3:]
    lines.append("%s %d %x %s" % (name, len(out), digest, [R(v) for v in rest]))
    for n, s in enumerate(shown):
        lines.append("  %d %s" % (n, s))


def main():
    stream = sys.stdin.buffer
    saved = [open(a[5:], "wb") for a in sys.argv if a.startswith("code=")]
    while True:
        head = stream.readline().split()
        if not head:
            break
        source = stream.read(int(head[1]))
        lines.clear()
        sys.stdout.write("=== %s\n" % head[0].decode())
        sys.stdout.flush()
        space = {"__name__": "t", "R": R, "E": E, "T": T, "W": W, "S": S}
        try:
            if source.startswith(b"import "):
                code = compile(source.decode(), "t.py", "exec")
                for f in saved:
                    data = marshal.dumps(code)
                    f.write(b"%s %d\n%s" % (head[0], len(data), data))
            else:
                code = marshal.loads(source)
            exec(code, space)
        except Exception as e:
            lines.append("module " + T(e))
        sys.settrace(None)
        sys.setprofile(None)
        text = "\n".join(lines)
        sys.stdout.write(text.encode("ascii", "backslashreplace").decode() + "\n")
    for f in saved:
        f.close()
    sys.stdout.write("=== end\n")
    sys.stdout.flush()


main()
