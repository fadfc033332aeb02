# Uncaught exceptions of custom classes: qualified names, empty messages, a failing __str__.
import sys


class Outer:
    class Inner(Exception):
        pass


class BadStr(Exception):
    def __str__(self):
        raise RuntimeError("cannot print")


def hook(kind, value, tb):
    print("hook", kind.__name__, tb is not None, file=sys.stderr)
    sys.__excepthook__(kind, value, tb)


for make in (Outer.Inner, BadStr, lambda: Outer.Inner("with text")):
    try:
        raise make()
    except Exception as e:
        sys.__excepthook__(type(e), e, e.__traceback__)
sys.excepthook = hook
raise Outer.Inner
