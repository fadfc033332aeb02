# Text files that are put over the buffers of the standard streams close them when nobody has them any more, and are flushed at the end.
# needs: stdlib
# needs: process
import subprocess
import sys

programs = {
    "a wrapper over stdin in a loop": """
def read():
    w = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
    return w.buffer.raw.readall().decode("utf-8")
parts = []
while not sys.stdin.closed:
    parts.append(read())
print(parts, sys.stdin.closed)
""",
    "one that is kept": """
w = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8")
print(sys.stdin.closed, sys.stdin.closed, w.read(), sys.stdin.closed)
""",
    "replaced": """
sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", newline="\\r\\n")
print("é")
sys.stderr = io.TextIOWrapper(sys.stderr.buffer, encoding="utf-8")
print("err", file=sys.stderr)
""",
    "dropped": """
def f():
    w = io.TextIOWrapper(sys.stdout.buffer)
    w.write("one\\n")
f()
""",
    "never flushed": """
w = io.TextIOWrapper(sys.stdout.buffer)
w.write("one\\n")
""",
    "after text of the stream's own": """
print("a")
sys.stdout.flush()
sys.stdout = io.TextIOWrapper(sys.stdout.buffer)
print("b")
""",
    "detached twice": """
sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="latin-1")
print("e")
sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="utf-8")
print("é")
""",
    "detached and gone": """
print("lost or not")
sys.stdout.detach()
""",
    "a class of the program's": """
class Upper(io.TextIOWrapper):
    def write(self, s):
        return super().write(s.upper())
sys.stdout = Upper(sys.stdout.buffer)
print("hi")
import atexit
atexit.register(lambda: print("bye"))
""",
    "redirected": """
out = io.TextIOWrapper(sys.stdout.buffer, line_buffering=True)
import contextlib
with contextlib.redirect_stdout(out):
    print("in")
print("after", sys.stdout.closed)
""",
}
for name, text in programs.items():
    p = subprocess.run([sys.executable, "-c", "import io, sys\n" + text], input="one\ntwo\n".encode(), capture_output=True, timeout=60)
    print(name, p.returncode, p.stdout, p.stderr.splitlines()[-1:])
