# Which attributes of built-in types are members and which are computed, and what it says to change them.
import sys


def fn():
    pass


async def co():
    pass


async def ag():
    yield


try:
    1 / 0
except ZeroDivisionError as e:
    exc = e
c = co()
things = [1, 1.5, 1j, "a", range(3), slice(1, 2), memoryview(b"ab"), fn, fn.__code__, sys._getframe(), exc.__traceback__, exc, (i for i in []), c, ag(),
          print, str.join, int.__add__, (1).__add__, int.real, type(fn).__code__, float.fromhex, property(), staticmethod(fn), super(int, 1), list[int],
          UnicodeDecodeError("a", b"a", 0, 1, "x"), dict.__dict__["fromkeys"], sys.version_info]
left_out = {"__dict__", "__weakref__", "f_lineno", "f_trace", "f_trace_opcodes", "f_generator", "tb_next", "tb_lineno", "__vectorcalloffset__", "gil"}
for x in things:
    for k in type(x).__mro__[:-1]:
        for name, d in sorted(k.__dict__.items()):
            kind = type(d).__name__
            if kind not in ("getset_descriptor", "member_descriptor") or name in left_out:
                continue
            said = []
            for v in 5, "x", None:
                try:
                    old = getattr(x, name, None)
                    setattr(x, name, v)
                    said.append("set")
                    setattr(x, name, old)
                except (AttributeError, TypeError, ValueError) as e:
                    said.append(type(e).__name__ + ": " + str(e))
            if len(set(said)) == 1:
                said = said[:1]
            print(k.__name__, name, kind, *said, sep=" | ")
c.close()
for name in "__flags__", "__basicsize__", "__itemsize__", "__name__":
    print(name, type(type.__dict__[name]).__name__)
for x, name in (1j, "real"), (fn.__code__, "co_flags"), (fn.__code__, "co_code"), (exc.__traceback__, "tb_lasti"):
    try:
        delattr(x, name)
    except (AttributeError, TypeError) as e:
        print(name, type(e).__name__, e)
print(complex.real, complex.real.__get__(3 + 4j), complex.__dict__["imag"].__name__, type(fn.__code__).co_flags.__get__(fn.__code__) == fn.__code__.co_flags)
