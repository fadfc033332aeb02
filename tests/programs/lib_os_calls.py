# needs: stdlib
# needs: process
# Calls of the system in module os: descriptors, owners, nodes, limits, scheduling, terminals.
import os
import shutil
import signal
import subprocess
import tempfile

d = tempfile.mkdtemp()
os.chdir(d)


def t(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = type(e).__name__, str(e)
    print(f.__name__, r)
    return r


fd = os.open('a', os.O_RDWR | os.O_CREAT)
os.write(fd, b'hello world')
t(os.pread, fd, 5, 2)
t(os.pwrite, fd, b'XY', 3)
t(os.pread, fd, 50, 0)
t(os.pread, fd, -1, 0)
b = [bytearray(3), bytearray(4)]
t(os.preadv, fd, b, 1)
print(b)
t(os.pwritev, fd, [b'12', memoryview(b'34')], 2)
t(os.pread, fd, 50, 0)
os.lseek(fd, 0, 0)
t(os.readv, fd, b)
print(b, os.lseek(fd, 0, 1))
t(os.writev, fd, [b'zz', bytearray(b'y')])
t(os.readv, fd, 3)
t(os.readv, fd, [b'a'])
t(os.writev, fd, 'a')
for f in open('a', 'r+b'),:
    f.write(b'early')  # a call sees what a file holds back
    print(os.pread(fd, 5, 0) in (b'early', b'he123'))
    f.close()

t(os.chown, 'a', -1, -1)
t(os.chown, 'a', os.getuid(), os.getgid())
t(os.chown, 'missing', -1, -1)
t(os.chown, 'a', -5, 0)
t(os.chown, 'a', 'a', 0)
t(os.chown, 'a', 1 << 33, 0)
t(os.chown, 'a', 1 << 70, 0)
t(os.chown, 2.5, -1, -1)
t(os.chown, fd, -1, -1)
t(os.chown, fd, -1, -1, follow_symlinks=False)
t(os.lchown, 'a', -1, -1)
t(os.fchown, fd, -1, -1)
t(os.mkfifo, 'f')
t(os.mkfifo, 'f')
t(os.mknod, 'n', 0o600)
print(oct(os.stat('n').st_mode), oct(os.stat('f').st_mode & 0o170000))
s = os.statvfs(d)
print(type(s), len(s), s.f_bsize > 0, s.f_namemax, s[:2] == os.fstatvfs(fd)[:2])
t(os.statvfs, 'missing')
for how in os.F_LOCK, os.F_TEST, os.F_ULOCK, 99:
    t(os.lockf, fd, how, 0)
t(os.posix_fadvise, fd, 0, 0, os.POSIX_FADV_NORMAL)
t(os.posix_fallocate, fd, 0, 100)
print(os.fstat(fd).st_size)
t(os.get_blocking, fd)
t(os.set_blocking, fd, False)
t(os.get_blocking, fd)
t(os.get_blocking, 999)

print(os.getpgid(0) == os.getpgrp(), os.getsid(0) == os.getsid(os.getpid()), -20 <= os.getpriority(os.PRIO_PROCESS, 0) == os.nice(0) < 20)
print(os.getresuid() == (os.getuid(), os.geteuid(), os.geteuid()), len(os.getresgid()), isinstance(os.getgroups(), list))
cpus = os.sched_getaffinity(0)
print(type(cpus), len(cpus) >= 1, os.sched_getscheduler(0) == os.SCHED_OTHER, os.sched_get_priority_max(os.SCHED_FIFO))
t(os.sched_setaffinity, 0, cpus)
t(os.sched_setaffinity, 0, [-1])
p = t(os.sched_param, 5)
t(os.sched_param, sched_priority=6)
t(os.sched_param)
print(p.sched_priority, p.__reduce__(), p == (5,))
t(os.sched_getparam, 0)
t(os.sched_setparam, 0, 3)
t(os.sched_yield)
t(os.major, 2049)
t(os.minor, 2049)
t(os.makedev, 8, 1)
t(os.ctermid)
t(os.device_encoding, fd)
t(os.ttyname, fd)
for n in 'SC_CLK_TCK', 'SC_IOV_MAX', 'SC_FOO', 3.5, 5000:
    t(os.sysconf, n)
print(os.sysconf('SC_PAGE_SIZE') in (4096, 16384, 65536), os.sysconf('SC_NPROCESSORS_ONLN') >= 1, os.sysconf('SC_PHYS_PAGES') > 100,
      os.sysconf('SC_OPEN_MAX') > 2, len(os.sysconf_names) > 100, sorted(os.confstr_names)[:2])
t(os.confstr, 'CS_PATH')
t(os.confstr, 'X')
t(os.pathconf, d, 'PC_NAME_MAX')
t(os.fpathconf, fd, 'PC_PIPE_BUF')
t(os.pathconf, 'missing', 'PC_NAME_MAX')

e = os.eventfd(3)
t(os.eventfd_write, e, 4)
t(os.eventfd_read, e)
os.close(e)
m = os.memfd_create('x')
os.write(m, b'abc')
t(os.sendfile, fd, m, 0, 3)
t(os.copy_file_range, m, fd, -3, 0, 0)
r, w = os.pipe()
t(os.splice, m, w, 3, offset_src=0)
t(os.read, r, 10)
a, c = os.openpty()
print(os.isatty(c), os.ttyname(c) == os.ptsname(a), os.device_encoding(c).lower(), os.get_terminal_size(c))
os.closerange(a, c + 1)
t(os.isatty, c)
t(os.get_terminal_size, fd)
t(os.register_at_fork)
t(os.register_at_fork, before=3)
t(os.register_at_fork, before=print)
print(len(os.getrandom(5)), len(os.getloadavg()))
t(os.getrandom, -1)
t(os.wait3, os.WNOHANG)
t(os.waitid, os.P_ALL, 0, os.WEXITED)
print(os.WIFCONTINUED(0xffff), os.WCOREDUMP(0x80), os.WCOREDUMP(1))
child = subprocess.Popen(['sh', '-c', 'exit 3'])
r = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
print(r.si_pid == child.pid, r.si_signo == signal.SIGCHLD, r.si_status, r.si_code == os.CLD_EXITED)
pid, status, used = os.wait4(child.pid, 0)
print(pid == child.pid, status, len(used), used.ru_maxrss > 0)
child.returncode = 3
print(os.O_RDWR, os.EX_USAGE, os.P_ALL, os.SEEK_HOLE, os.XATTR_CREATE, os.RTLD_NOW, os.TMP_MAX)
os.chdir('/')
shutil.rmtree(d)

# All error numbers of Linux.
import errno
print(sorted(errno.errorcode.items()))
print(sorted((v, k) for k, v in vars(errno).items() if k[0] == "E"))

# A descriptor is no link.
fd = os.open("/", os.O_RDONLY)
for f, args in ((os.listxattr, ()), (os.getxattr, ("user.a",)), (os.removexattr, ("user.a",)), (os.setxattr, ("user.a", b""))):
    t(f, fd, *args, follow_symlinks=False)
os.close(fd)
