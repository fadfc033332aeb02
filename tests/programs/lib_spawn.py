# posix_spawn, os.spawn*, timerfd, descriptors that never wait.
# needs: stdlib
# needs: process
import os, select, signal, sys, tempfile, threading

def tell(f, *a, **k):
    try:
        print(f(*a, **k))
    except Exception as e:
        print(type(e).__name__, e)

def end(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

sys.stdout.flush()
with tempfile.TemporaryDirectory() as folder:
    out = os.path.join(folder, "out")
    write = [(os.POSIX_SPAWN_OPEN, 1, out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)]
    def text():
        with open(out) as f:
            return f.read()
    print(end(os.posix_spawn("/bin/sh", ["sh", "-c", "echo hello $X; exit 3"], {"X": "psy"}, file_actions=write)), text())
    print(end(os.posix_spawnp("echo", ("echo", "found"), os.environ, file_actions=write + [(os.POSIX_SPAWN_DUP2, 1, 7)])), text())
    r, w = os.pipe()
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", "echo through a pipe >&9; for n in 0 9 %d %d; do test -e /proc/self/fd/$n; echo $?; done >&9" % (r, w)], os.environ,
                         file_actions=[(os.POSIX_SPAWN_DUP2, w, 9), (os.POSIX_SPAWN_CLOSE, 0), (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)])
    os.close(w)
    print(end(pid), os.read(r, 100))
    os.close(r)
    r, w = os.pipe()
    os.set_inheritable(w, True)
    for action in [], [(os.POSIX_SPAWN_CLOSEFROM, 3)]:
        print(end(os.posix_spawn("/bin/sh", ["sh", "-c", "test -e /proc/self/fd/%d" % w], os.environ, file_actions=action)))
    os.close(r)
    os.close(w)
    status = lambda: [l.split()[1][-4:] for l in text().splitlines() if l.startswith(("SigBlk", "SigIgn"))]
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    cat = ["cat", "/proc/self/status"]
    os.waitpid(os.posix_spawnp("cat", cat, os.environ, file_actions=write, setsigmask=[signal.SIGUSR2, signal.SIGINT]), 0)
    print(status()[0], int(status()[1], 16) >> 9 & 1)
    os.waitpid(os.posix_spawnp("cat", cat, os.environ, file_actions=write, setsigdef=[signal.SIGUSR1]), 0)
    print(status()[0], int(status()[1], 16) >> 9 & 1, signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN)
    pid = os.posix_spawnp("sleep", ["sleep", "60"], os.environ, setpgroup=0)
    print(os.getpgid(pid) == pid, os.kill(pid, signal.SIGTERM), end(pid))
    pid = os.posix_spawnp("sleep", ["sleep", "60"], None, setsid=True, resetids=True, scheduler=(os.SCHED_OTHER, os.sched_param(0)))
    print(os.getsid(pid) == pid, os.sched_getscheduler(pid) == os.SCHED_OTHER, os.kill(pid, signal.SIGKILL), end(pid))
for args, kw in [(("/", ["x"], {}), {}), (("/none", ["x"], {}), {}), (("/bin/true", "true", {}), {}), (("/bin/true", [], {}), {}), (("/bin/true", [""], {}), {}),
                 (("/bin/true", ["x"], 5), {}), (("/bin/true", ["x"], {"a=b": "c"}), {}), (("/bin/true", ["x"], {}), dict(file_actions=5)),
                 (("/bin/true", ["x"], {}), dict(file_actions=[()])), (("/bin/true", ["x"], {}), dict(file_actions=[(9, 1)])),
                 (("/bin/true", ["x"], {}), dict(file_actions=[(os.POSIX_SPAWN_CLOSE,)])), (("/bin/true", ["x"], {}), dict(file_actions=[(os.POSIX_SPAWN_DUP2, 1)])),
                 (("/bin/true", ["x"], {}), dict(file_actions=[(os.POSIX_SPAWN_DUP2, 900, 5)])), (("/bin/true", ["x"], {}), dict(scheduler=(3, os.sched_param(0)))),
                 (("/bin/true", ["x"], {}), dict(setsigmask=[900])), (("a\0b", ["x"], {}), {})]:
    tell(os.posix_spawn, *args, **kw)
print(os.spawnv(os.P_WAIT, "/bin/sh", ["sh", "-c", "exit 5"]), os.spawnlp(os.P_WAIT, "sh", "sh", "-c", "kill -9 $$"), os.spawnl(os.P_WAIT, "/none/x", "x"))
print(end(os.spawnvpe(os.P_NOWAIT, "sh", ("sh", "-c", "exit $N"), {"N": "4", "PATH": os.environ["PATH"]})), end(os.spawnl(os.P_NOWAIT, "/none/x", "x")))
for bad in [("a", "b"), ("a", []), ("a", [""])]:
    tell(os.spawnv, os.P_WAIT, *bad)

fd = os.timerfd_create(1, flags=os.TFD_NONBLOCK)
print(os.timerfd_settime(fd, initial=0.01, interval=0.5), os.get_inheritable(fd))
print(select.select([fd], [], [], 30)[0] == [fd], os.read(fd, 8), os.timerfd_gettime_ns(fd)[1])
tell(os.read, fd, 8)
print(os.timerfd_settime_ns(fd, initial=10 ** 12)[1], 999 < os.timerfd_gettime(fd)[0] <= 1000)
for k in dict(initial=-1), dict(interval=-1.0), dict(flags=99), dict(initial="a"):
    tell(os.timerfd_settime, fd, **k)
os.close(fd)
r, w = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
tell(os.read, r, 1)
n = 0
try:
    while True: n += os.write(w, b"x" * 1000)
except BlockingIOError as e:
    print(n > 60000, e)
with open(r, "rb", buffering=0) as f, open(w, "wb", buffering=0) as g:
    print(g.write(b"x" * 1000), len(f.read(10)))
    while f.read(1000): pass
    print(f.read(10), f.readall(), f.readinto(bytearray(3)), g.write(b"ab"), f.read(5))
r, w = os.pipe()
got = []
def drain():
    while data := os.read(r, 1 << 16): got.append(len(data))
t = threading.Thread(target=drain)
t.start()
print(os.write(w, bytes(1 << 20)))
os.close(w)
t.join()
print(sum(got))
for f in os.fsync, os.fchdir, os.ftruncate:
    tell(f, 999, *[1] * (f is os.ftruncate))
import warnings
warnings.simplefilter("error")
tell(os.fsync, True)
tell(open, False)
print(os.major(-1), os.makedev(8, 1), os.minor(os.makedev(8, 300)))
tell(os.major, -2)
tell(os.unsetenv, "a=b")
tell(os.fspath, type("Foo", (), {"__fspath__": None})())
tell(open, type("Foo", (), {"__fspath__": None})())
