# needs: stdlib
# needs: process
# truncate, fchmod and fchdir.
import os
import shutil
import tempfile

folder = os.path.realpath(tempfile.mkdtemp())
before = os.getcwd()
name = os.path.join(folder, "a")
with open(name, "wb") as f:
    f.write(b"0123456789")


def show(f, *a):
    try:
        print(f.__name__, f(*a))
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).replace(folder, "DIR"))


show(os.truncate, name, 7)
print(os.path.getsize(name))
fd = os.open(name, os.O_RDWR)
show(os.truncate, fd, 12)
print(os.read(fd, 20))
show(os.fchmod, fd, 0o600)
print(oct(os.stat(name).st_mode & 0o777))
show(os.fchdir, fd)
os.close(fd)
d = os.open(folder, os.O_RDONLY)
show(os.fchdir, d)
print(os.getcwd() == folder, os.listdir())
os.close(d)
show(os.truncate, os.path.join(folder, "none"), 1)
show(os.truncate, name, -1)
show(os.truncate, name, "x")
show(os.fchmod, 999999, 0o600)
show(os.fchdir, 999999)
show(os.fchdir, "x")
os.chdir(before)
shutil.rmtree(folder)
