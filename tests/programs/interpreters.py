# Interpreters within a program: making and ending them, what runs in them, what crosses.
# needs: stdlib
import _interpreters as I
import sys
import threading


def create(*args, **kwargs):
    i = I.create(*args, **kwargs)
    I.exec(i, "import sys\nsys.stdout.reconfigure(line_buffering=True)\ndel sys")
    return i


def told(f, *args, **kwargs):
    try:
        print(f.__name__, repr(f(*args, **kwargs)))
    except Exception as e:
        print(f.__name__, type(e).__name__, e, "|", repr(e.__context__))


sys.stdout.reconfigure(line_buffering=True)
print(I.list_all(), I.get_main(), I.get_current(), I.is_running(0), I.get_config(0))
a, b = create(), create("legacy")
print(a, b, I.list_all(), I.is_running(a), I.whence(b))

# What runs there, and how it ends.
told(I.exec, a, "print('in', __name__, sorted(vars()))")
told(I.exec, a, "x = 5")
told(I.exec, a, "print(x)")
told(I.exec, b, "print(x)")
for code in [
    "1/0", "raise ValueError", "raise ValueError(' a')", "1 +", "raise SystemExit(3)", "import sys; sys.exit()", "raise KeyboardInterrupt",
    "class E(Exception):\n  class F(Exception): pass\nraise E.F(1)", "raise ExceptionGroup('g', [ValueError(1)])",
    "try:\n  1/0\nexcept Exception as e:\n  raise ValueError('a') from e", "e = ValueError(1)\ne.add_note('hi')\nraise e",
]:
    e = I.exec(a, code)
    print(e.type, "|", e.msg, "|", e.formatted, "|", e.errdisplay)


def plain():
    global y
    y = 7
    print("plain", y)


def fails():
    raise LookupError("no")


def generates():
    yield


def around():
    n = 1
    def closure():
        return n
    return closure


told(I.exec, a, plain)
told(I.run_func, a, plain.__code__)
told(I.run_string, a, "print(y)")
told(I.call, a, plain)
print(I.call(a, fails).formatted)
told(I.exec, a, generates)
told(I.exec, a, around())
told(I.exec, a, around)
told(I.exec, a, lambda *args: 0)
told(I.call, a, lambda n=1: 0)
told(I.call, a, plain, (1,))
for wrong in (10, b"pass", len, None):
    told(I.exec, a, wrong)
    told(I.run_string, a, wrong)
    told(I.run_func, a, wrong)
    told(I.call, a, wrong)
told(I.exec, a, "a\0b")
told(I.exec, 0, "pass")
told(I.exec, 99, "pass")
told(I.exec, -1, "pass")
told(I.exec, "1", "pass")
told(I.exec, 0, "pass", restrict=True)
told(I.exec)
told(I.exec, a, "1", {}, True)
told(I.is_running, a, 1)
told(I.list_all, 1)

# What crosses.
values = [None, True, 5, -1, 2**62, 1.5, "", "a\u1234\U00012345", b"\0x", (), (1, ("two", (b"3", None)))]
for v in values:
    I.set___main___attrs(a, {"v": v})
    told(I.exec, a, f"print(v == {v!r}, type(v).__name__)")
for v in [[], {}, object, ..., 1j, 2**64, (1, [2]), bytearray(b"x"), range(3), plain]:
    name = repr(v).partition(" at ")[0]
    print(name, I.is_shareable(v))
    try:
        I.set___main___attrs(a, {"v": v})
    except Exception as e:
        print(type(e).__name__, str(e).partition(" at ")[0])
told(I.exec, a, "print(v, w)", {"v": 1, "w": (2, 3)})
told(I.set___main___attrs, a, {})
told(I.set___main___attrs, a, {1: 1})
told(I.set___main___attrs, a, [("v", 1)])
told(I.set___main___attrs, a, 5)
told(I.set___main___attrs, 0, {"v": 1})
I.exec(a, "import _interpreters")
data = bytearray(b"abcd")
I.set___main___attrs(a, {"m": memoryview(data), "n": memoryview(b"abcdef").cast("H"), "o": memoryview(b"abcdef")[::2]})
told(I.exec, a, "print(bytes(m), m.readonly, n.tolist(), n.format, n.readonly, o.tolist()); del m, n, o")

# Configurations.
for name in ("", "default", "isolated", "legacy", "empty"):
    print(I.new_config(name))
told(I.new_config, "isolated", gil="shared", allow_fork=True)
told(I.new_config, "other")
told(I.new_config, "a\0b")
told(I.new_config, gil="x")
told(I.new_config, gil=1)
told(I.new_config, allow_exec=1)
told(I.new_config, spam=1, eggs=2)
told(I.create, "empty")
told(I.create, "other")
told(I.create, 5)
c = I.new_config()
c.spam = 1
told(I.create, c)
del c.spam, c.gil
told(I.create, c)
c.gil = "shared"
c.allow_threads = False
d = create(c)
print(I.get_config(d))
for i in (a, b, d):
    e = I.exec(i, "import _thread\n_thread.start_joinable_thread(lambda: print('thread'), daemon=False).join()")
    print(e and e.formatted)
    e = I.exec(i, "import _thread\nprint(_thread.daemon_threads_allowed(), _thread._is_main_interpreter())")
e = I.exec(a, "import _signal\n_signal.signal(2, 0)")
print(e.formatted)
e = I.exec(a, "import os\nos.execv('/bin/true', ['true'])")
print(e.formatted)

# Interpreters within interpreters, from threads, and while they run.
told(I.exec, a, "import _interpreters as I\nn = I.create()\nprint(n, I.get_current(), I.is_running(I.get_current()[0]))\nI.exec(n, 'print(\"deep\", flush=True)')")
told(I.exec, a, "try:\n  I.destroy(I.get_current()[0])\nexcept I.InterpreterError as e:\n  print(e)\nI.destroy(n)")
threads = [threading.Thread(target=I.exec, args=(i, "n = sum(range(20000))")) for i in (a, b, d)]
for t in threads:
    t.start()
for t in threads:
    t.join()
for i in (a, b, d):
    told(I.exec, i, "print(n)")

# Counting who needs them.
n = create(reqrefs=True)
I.incref(n)
I.incref(n)
I.decref(n)
told(I.whence, n)
I.exec(n, "import atexit\natexit.register(print, 'ends')")
I.decref(n)
told(I.whence, n)
I.incref(b, implieslink=True)
I.decref(b)
told(I.whence, b)

print(I.capture_exception(), I.capture_exception(ValueError(3)))
told(I.capture_exception, 5)
print([c.__mro__ for c in (I.InterpreterError, I.InterpreterNotFoundError, I.NotShareableError)])
told(I.destroy, 0)
told(I.destroy, 99)
I.exec(a, "import atexit\natexit.register(print, 'ends too')\nclass D:\n  def __del__(self): print('finalized')\nd = D()")
I.destroy(a)
told(I.destroy, a)
I.exec(d, "import atexit\natexit.register(print, 'left')")
print([i for i, _ in I.list_all()] == [0, d])
