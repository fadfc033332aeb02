# Other processes: subprocess, pipes, waiting, signals, descriptors that children have.
# needs: stdlib
# needs: process
import os
import select
import subprocess
import sys

print(subprocess.run(["echo", "hi"], capture_output=True))
print(subprocess.run("cat; echo err >&2; exit 3", shell=True, input=b"x" * 200000, capture_output=True).returncode)
p = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
print(p.communicate("hello\n"), p.poll(), p.wait())
p = subprocess.Popen(["sh", "-c", "read a; echo $a$a; echo other >&2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
print(p.communicate(b"twice\n"))


def fails(*args, **kw):
    try:
        print(subprocess.run(*args, **kw))
    except Exception as e:
        print(repr(e), getattr(e, "filename", None))


fails(["/nonexistent"])
fails(["nonexistent"])
fails(["echo"], cwd="/nonexistent")
fails(["echo"], cwd="/etc/passwd")
fails(["/etc/passwd"])
fails(["a\0b"])
fails(["false"], check=True)
fails([1])
fails([])
fails(["echo"], env={"a=b": "c"})
try:
    subprocess.run(["sleep", "5"], timeout=0.05)
except subprocess.TimeoutExpired as e:
    print("too long", e.cmd)
p = subprocess.Popen(["sleep", "5"])
p.kill()
print(p.wait())
print(subprocess.check_output(["sh", "-c", "echo $A; pwd; umask"], env={"A": "b"}, cwd="/", umask=0o77))
r, w = os.pipe()
print(os.get_inheritable(r), os.set_inheritable(r, True), os.get_inheritable(r), os.set_inheritable(r, False))
subprocess.run(["sh", "-c", f"echo kept >&{w}"], pass_fds=[w])
print(os.read(r, 100))
print(subprocess.run(["sh", "-c", f"echo gone >&{w}"], stderr=subprocess.DEVNULL).returncode != 0)
os.set_inheritable(w, True)
print(subprocess.run(["sh", "-c", f"echo hidden >&{w}"], stderr=subprocess.DEVNULL).returncode != 0, os.get_inheritable(w))
subprocess.run(["sh", "-c", f"echo inherited >&{w}"], close_fds=False)
print(select.select([r], [w], [], 1) == ([r], [w], []), os.read(r, 100), select.select([r], [w], [], 0) == ([], [w], []))
os.close(w)
print(select.select([r], [], [], 1) == ([r], [], []), os.read(r, 100))
os.close(r)
for bad in [r, -1, 10**6]:
    try:
        select.select([bad], [], [], 0)
    except (OSError, ValueError) as e:
        print(type(e).__name__)
print(os.waitstatus_to_exitcode(os.system("exit 4")), os.system("kill -9 $$"))
for wait in [lambda: os.waitpid(-1, 0), lambda: os.wait(), lambda: os.waitpid(-1, os.WNOHANG), lambda: os.kill(2**22 + 1, 0), lambda: os.execv("x", []),
             lambda: os.execv("/nonexistent", ["x"]), lambda: os.execve("/nonexistent", ["x"], {"a": "b"}), lambda: os.set_inheritable(10**6, True)]:
    try:
        print(wait())
    except (OSError, ValueError) as e:
        print(repr(e))
p = subprocess.Popen(["sh", "-c", "exit 5"])
print(os.waitpid(p.pid, 0) == (p.pid, 5 << 8), p.wait())
old = os.umask(0o22)
print(oct(os.umask(old)))
print(subprocess.run(["sh", "-c", "exit 0"], start_new_session=True, process_group=None).returncode, subprocess.getstatusoutput("echo a; exit 2"))
os.kill(os.getpid(), 0)
sys.stdout.flush()
os.execve("/bin/sh", ["sh", "-c", "echo replaced $X"], {"X": "y"})
