"""What can be seen of the world?"""

import io
import sys
import time


def kind(f):
    try:
        return str(f())
    except SystemExit:
        raise
    except BaseException as e:
        return type(e).__name__


def probe():
    import posix
    import psyco

    def write():
        with io.open("made.txt", "w") as f:
            f.write("made")
        return "written"

    def slept():
        start = time.monotonic()
        time.sleep(2 if posix.getpid() and not posix.environ else 0)
        return time.monotonic() - start

    if sys.stdout is not None:
        print("printed")
        print("no newline", end="")
    return {
        "open": kind(lambda: io.open("hello.txt").read()),
        "write": kind(write),
        "passwd": kind(lambda: io.open("/etc/passwd").read()),
        "escape": kind(lambda: io.open("../../../../etc/passwd").read()),
        "listdir": kind(lambda: ",".join(posix.listdir("/"))),
        "stat": kind(lambda: posix.stat("/hello.txt").st_size),
        "environ": kind(lambda: len(posix.environ)),
        "argv": kind(lambda: sys.argv),
        "path": kind(lambda: sys.path),
        "time": kind(time.time),
        "slept": kind(slept),
        "urandom": kind(lambda: len(posix.urandom(4))),
        "stdout": kind(lambda: sys.stdout),
        "stdin": kind(lambda: sys.stdin and sys.stdin.readline().strip()),
        "fd": kind(lambda: io.FileIO(2, "w")),
        "fd_read": kind(lambda: posix.read(0, 1)),
        "getcwd": kind(posix.getcwd),
        "chdir": kind(lambda: posix.chdir("/etc")),
        "exit": kind(lambda: posix._exit(3)),
        "mkdir": kind(lambda: posix.mkdir("/d/e/f")),
        "remove": kind(lambda: posix.remove("/hello.txt")),
        "import": kind(lambda: __import__("basics").__name__),
        "pid": kind(posix.getpid),
        "hostname": kind(lambda: posix.uname()[1]),
        "log": kind(lambda: psyco.log("/tmp/x")),
    }


def say():
    print("x")
    sys.stdin.readline()


def deep_calls():
    sys.setrecursionlimit(10**9)

    def f():
        return f()

    f()


def deep_keys():
    sys.setrecursionlimit(10**9)

    def f(x):
        return sorted([1, 2], key=f)

    f(1)


def deep_repr():
    sys.setrecursionlimit(10**9)

    class C:
        def __repr__(self):
            return repr([self])

    class D:
        def __repr__(self):
            return "%r" % (D(),)

    return repr(D())
