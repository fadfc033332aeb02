# Programs started after a function of the caller's has run in the child, and children on terminals of their own.
# needs: stdlib
# needs: process
# needs: fork
import os, pty, subprocess, sys

def run(*args, **keywords):
    try:
        p = subprocess.run(*args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **keywords)
        print(p.returncode, p.stdout, p.stderr)
    except Exception as e:
        print(type(e).__name__, e)

def wrong():
    raise ValueError

run(["sh", "-c", "pwd; umask; echo err >&2"], preexec_fn=lambda: os.umask(0o77), cwd="/")
run(["true"], preexec_fn=wrong)
run(["/nonexistent"], preexec_fn=os.setsid)
run(["true"], preexec_fn=os.setsid, cwd="/nonexistent")
run(["sh", "-c", "read x; echo got $x"], preexec_fn=lambda: None, input=b"line\n")
r, w = os.pipe()
run(["sh", "-c", f"echo kept >&{w}"], preexec_fn=lambda: None, pass_fds=[w])
print(os.read(r, 100))
run(["sh", "-c", "kill -TERM $$"], preexec_fn=lambda: None)
print(subprocess.getstatusoutput("exit 3"))

pid, fd = pty.fork()
if pid == 0:
    print("in the child", os.isatty(0), os.isatty(1))
    sys.stdout.flush()
    os._exit(5)
said = b""
try:
    while part := os.read(fd, 100):
        said += part
except OSError:
    pass
print(said, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
