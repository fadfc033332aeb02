# needs: stdlib
# needs: process
# Users, groups, limits, control of descriptors and terminals: pwd, grp, resource, fcntl, termios, tty, pty; and where a program is: faulthandler.
import faulthandler
import fcntl
import grp
import os
import pty
import pwd
import resource
import signal
import struct
import sys
import tempfile
import termios
import time
import tty


def t(f,*a):
    try: r=f(*a)
    except Exception as e: r=(type(e).__module__, type(e).__name__, e.args)
    print(f.__name__, r); return r
for a in ('x',-1,1<<33,1<<70,99999,-7): t(pwd.getpwuid,a); t(grp.getgrgid,a)
print(pwd.getpwuid(0)[:4] == pwd.getpwnam('root')[:4], grp.getgrgid(0).gr_name == grp.getgrnam('root').gr_name, pwd.getpwuid(0).pw_dir)
for a in ('zzz',3,'a\0b'): t(pwd.getpwnam,a); t(grp.getgrnam,a)
print(len(pwd.getpwall()) > 1, len(grp.getgrall()) > 1, pwd.getpwall()[0].pw_name)
t(resource.getrlimit,99); t(resource.setrlimit,resource.RLIMIT_CORE,(0,resource.getrlimit(resource.RLIMIT_CORE)[1])); t(resource.setrlimit,resource.RLIMIT_NOFILE,(5,3)); t(resource.setrlimit,resource.RLIMIT_NOFILE,(5,)); print(resource.prlimit(0, resource.RLIMIT_CORE) == resource.getrlimit(resource.RLIMIT_CORE), resource.getpagesize() >= 4096); t(resource.getrusage,99)
r=resource.getrusage(resource.RUSAGE_SELF); print(type(r),len(r),r.ru_maxrss>0, type(r.ru_utime))
f=tempfile.TemporaryFile('w+')
t(fcntl.flock,f,fcntl.LOCK_EX); t(fcntl.lockf,f,fcntl.LOCK_EX|fcntl.LOCK_NB); t(fcntl.lockf,f,fcntl.LOCK_UN); t(fcntl.lockf,f,0); t(fcntl.fcntl,f,fcntl.F_GETFD); t(lambda: fcntl.fcntl(f,fcntl.F_GETFL)&os.O_ACCMODE); t(fcntl.fcntl,99,fcntl.F_GETFL); t(fcntl.fcntl,-1,1); t(fcntl.fcntl,f,fcntl.F_SETFD,fcntl.FD_CLOEXEC); t(fcntl.fcntl,'a',1); t(fcntl.fcntl,f,1,2.5)
t(fcntl.ioctl,f,termios.TIOCGWINSZ,b'12345678'); t(fcntl.fcntl,f,fcntl.F_GETLK,struct.pack('hhllhh',fcntl.F_WRLCK,0,0,0,0,0))
a,b=os.openpty()
t(fcntl.ioctl,b,termios.TIOCSWINSZ,struct.pack('HHHH',24,80,0,0)); x=bytearray(8); t(fcntl.ioctl,b,termios.TIOCGWINSZ,x,True); print(x); t(fcntl.ioctl,b,termios.TIOCGWINSZ,b'\0'*8); t(fcntl.ioctl,b,termios.TIOCGWINSZ,x,False)
m=termios.tcgetattr(b); tty.setraw(b); print(termios.tcgetattr(b)[3] & termios.ECHO, termios.tcgetattr(b)[6][termios.VMIN], len(m), len(m[6])); t(termios.tcsetattr,b,termios.TCSANOW,m); print(termios.tcgetattr(b)==m); t(termios.tcgetwinsize,b); t(termios.tcsetwinsize,b,(3,4)); t(termios.tcgetwinsize,b); t(termios.tcgetattr,f); t(termios.tcsetattr,b,9,m); t(termios.tcsetattr,b,0,[1]); t(termios.tcflush,b,termios.TCIFLUSH); t(termios.tcsetwinsize,b,(3,)); print(os.get_terminal_size(b))
t(termios.tcdrain,b); t(termios.tcflow,b,termios.TCOON); t(termios.tcsendbreak,b,0); tty.setcbreak(a)
print(termios.error.__mro__, termios.error.__module__, resource.error is OSError)


def call(f, *a, **k):
    try:
        r = f(*a, **k)
    except BaseException as e:
        r = type(e).__name__, str(e)
    print(f.__name__, r)


call(faulthandler.enable)
call(faulthandler.is_enabled)
call(faulthandler.disable)
call(faulthandler.disable)
call(faulthandler.dump_traceback, 'x')
call(faulthandler.enable, -1)
call(faulthandler.dump_traceback_later, 0)
call(faulthandler.dump_traceback_later, -1)
call(faulthandler.dump_traceback_later, 'a')
call(faulthandler.cancel_dump_traceback_later)
call(faulthandler.register, 11)
call(faulthandler.register, 999)
call(faulthandler.unregister, 12)
out = tempfile.TemporaryFile('w+')


def shown():
    out.seek(0)
    for line in out.read().splitlines():
        print('   ', line[:line.index('0x')] if '0x' in line else line)
    out.seek(0)
    out.truncate()


def deep(n):
    if n:
        return deep(n - 1)
    faulthandler.dump_traceback(out)
    faulthandler.dump_traceback(out, all_threads=False)


class A:
    def mä(self):
        deep(2)


A().mä()
shown()
deep(120)
shown()


def waits():
    while not out.tell():
        time.sleep(0.01)
        out.seek(0, 2)


faulthandler.dump_traceback_later(0.05, file=out)
waits()
out.seek(0)
print(out.readline().rstrip())
out.seek(0)
out.truncate()
faulthandler.dump_traceback_later(0.02, file=out)
faulthandler.cancel_dump_traceback_later()
time.sleep(0.05)
shown()
faulthandler.register(signal.SIGUSR1, out)
os.kill(os.getpid(), signal.SIGUSR1)
waits()
out.seek(0)
print(out.readline()[:14])
call(faulthandler.unregister, signal.SIGUSR1)
call(faulthandler.unregister, signal.SIGUSR1)
