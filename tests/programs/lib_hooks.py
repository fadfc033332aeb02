# needs: stdlib
# Exit functions that fail are reported by sys.unraisablehook; os.fspath encodes nothing; how a ContextVar is made.
import atexit
import contextvars
import os
import pathlib
import sys


def fails():
    1 / 0


def leaves():
    raise SystemExit(3)


sys.unraisablehook = lambda u: print(u.exc_type.__name__, u.err_msg.split("<")[0], u.object, u.exc_traceback is not None)
atexit.register(fails)
atexit.register(leaves)
atexit._run_exitfuncs()
print(atexit._ncallbacks())
atexit.register(fails)

for path in pathlib.Path("x\udfff"), pathlib.Path("a\0b"), pathlib.Path("plain"):
    print(ascii(os.fspath(path)), path.is_junction(), path.exists())

for args, kw in ((), {}), ((1,), {}), (("a", 1), {}), ((), {"name": "a"}), (("a",), {"x": 1}):
    try:
        contextvars.ContextVar(*args, **kw)
    except TypeError as e:
        print(str(e).replace("at most 1", "exactly 1"))
