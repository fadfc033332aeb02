"""A stand-in for CPython's module in C: limits of C's types, and exceptions raised as C programs do."""

CHAR_MAX, CHAR_MIN, UCHAR_MAX = 127, -128, 255
SHRT_MAX, SHRT_MIN, USHRT_MAX = 2**15 - 1, -(2**15), 2**16 - 1
INT_MAX, INT_MIN, UINT_MAX = 2**31 - 1, -(2**31), 2**32 - 1
LONG_MAX, LONG_MIN, ULONG_MAX = 2**63 - 1, -(2**63), 2**64 - 1
LLONG_MAX, LLONG_MIN, ULLONG_MAX = LONG_MAX, LONG_MIN, ULONG_MAX
PY_SSIZE_T_MAX, PY_SSIZE_T_MIN, SIZE_MAX = LONG_MAX, LONG_MIN, ULONG_MAX


def raise_exception(kind, count):
    raise kind(*range(count))


def raise_memoryerror():
    raise MemoryError


def make_exception_with_doc(name, doc=None, base=None, dict=None):
    module, dot, short = name.rpartition(".")
    if not dot:
        raise SystemError("PyErr_NewException: name must be module.class")
    bases = base if isinstance(base, tuple) else (base or Exception,)
    body = {"__module__": module} | (dict or {})
    if doc is not None:
        body["__doc__"] = doc
    return type(short, bases, body)


class RecursingInfinitelyError(Exception):
    def __init__(self, *args):
        raise RecursingInfinitelyError


def run_in_subinterp(code):
    import _interpreters
    import sys

    interpreter = _interpreters.create("legacy")
    try:
        failure = _interpreters.exec(interpreter, code)
    finally:
        _interpreters.destroy(interpreter)
    if failure is not None:
        print(failure.errdisplay, file=sys.stderr)
    return 0 if failure is None else -1
