# How programs end: statuses, and standard output that cannot be written.
import atexit, sys
def bye(*a, **k): print("bye", a, k)
n, how = int(sys.argv[1]), sys.argv[2]
for i in range(n):
    print("line", i)
if how == "error": 1 / 0
if how == "exit": sys.exit(3)
if how == "message": sys.exit("message")
if how == "big": sys.exit(263)
if how == "negative": sys.exit(-1)
if how == "none": sys.exit(None)
if how == "close": sys.stdout.close()
if how == "unended": sys.stdout.write("no newline")
if how == "stderr": print("x", end="", file=sys.stderr); print("y", end="")
if how == "atexit":
    atexit.register(bye, 1, a=2)
    atexit.register(bye)
    class Boom:
        def __call__(self): raise ValueError("in exit function")
        def __repr__(self): return "<Boom>"
    atexit.register(Boom())
    @atexit.register
    def last(): print("last"); sys.stdout.flush()
    atexit.register(print, "removed"); atexit.unregister(print)
if how == "file":
    f = open("left_open.txt", "w"); f.write("kept")
    atexit.register(lambda: print(f.closed))
if how == "nostdout": sys.stdout = None; print("nowhere")
if how == "delstdout": del sys.stdout; print("nowhere")
if how == "interrupt": raise KeyboardInterrupt
if how == "hook":
    sys.excepthook = lambda *a: print("hook", a[0].__name__, a[1])
    raise ValueError("x")
