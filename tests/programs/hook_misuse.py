# sys.excepthook with what it does not expect, and tracebacklimit with numbers of any size.
import sys

sys.excepthook(1, "1", 1)
sys.excepthook(ValueError, ValueError("no traceback"), 1)
sys.excepthook(ValueError, None, None)
print(sys._is_interned("abc"), sys._is_interned(type("S", (str,), {})("abc")))


def inner():
    1 / 0


def outer():
    inner()


for limit in 1 << 100, -1 << 100, 2, 1, 0, -1, True, None:
    sys.tracebacklimit = limit
    try:
        outer()
    except ZeroDivisionError as e:
        print(limit, file=sys.stderr)
        sys.excepthook(type(e), e, e.__traceback__)
