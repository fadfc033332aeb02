# needs: stdlib
# needs: process
# Files named from open folders, descriptors in place of paths, and what stat tells.
import os
import shutil
import stat
import tempfile


def attempt(what, f, *args, **kw):
    try:
        r = f(*args, **kw)
    except Exception as e:
        r = f"{type(e).__name__}: {e}"
    print(what, r)
    return r


top = tempfile.mkdtemp()
here = os.getcwd()
os.mkdir(top + "/a")
os.mkdir(top + "/b", 0o750)
a, b = os.open(top + "/a", os.O_RDONLY), os.open(top + "/b", os.O_RDONLY | os.O_DIRECTORY)

# Everything happens in the folders, whatever the current one is.
f = os.open("f", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640, dir_fd=a)
os.write(f, b"hello")
os.close(f)
os.mkdir("sub", dir_fd=a)
os.symlink("f", "l", dir_fd=a)
os.link("f", "hard", src_dir_fd=a, dst_dir_fd=b)
print(sorted(os.listdir(top + "/a")), sorted(os.listdir(a)), os.listdir(b), os.path.exists("f"))
print(os.readlink("l", dir_fd=a), os.readlink(b"l", dir_fd=a))
print(stat.filemode(os.stat("f", dir_fd=a).st_mode), stat.filemode(os.stat("l", dir_fd=a, follow_symlinks=False).st_mode),
      stat.filemode(os.lstat("l", dir_fd=a).st_mode), os.stat("l", dir_fd=a).st_size)
print(os.stat("hard", dir_fd=b).st_nlink, os.stat(top + "/a/f", dir_fd=b).st_nlink)
os.utime("f", (10, 20.5), dir_fd=a)
os.utime("l", (30, 40), dir_fd=a, follow_symlinks=False)
s, l = os.stat("f", dir_fd=a), os.lstat("l", dir_fd=a)
print(s[7:9], s.st_atime, s.st_mtime, s.st_atime_ns, s.st_mtime_ns, l[7:9])
os.chmod("f", 0o604, dir_fd=a)
print(oct(os.stat("f", dir_fd=a).st_mode), os.access("f", os.R_OK, dir_fd=a), os.access("nothing", os.F_OK, dir_fd=a),
      os.access("l", os.F_OK, dir_fd=a, follow_symlinks=False))
os.rename("f", "g", src_dir_fd=a, dst_dir_fd=b)
os.replace("hard", "sub/h", src_dir_fd=b, dst_dir_fd=a)
print(sorted(os.listdir(a)), os.listdir(b), os.listdir(top + "/a/sub"))
attempt("gone", os.stat, "l", dir_fd=a)
attempt("gone", os.unlink, "g", dir_fd=a)
attempt("full", os.rmdir, "sub", dir_fd=a)
attempt("empty", os.stat, "", dir_fd=a)
attempt("no folder", os.stat, "x", dir_fd=os.open("g", os.O_RDONLY, dir_fd=b))
attempt("closed", os.mkdir, "x", dir_fd=9999)
attempt("type", os.mkdir, "x", dir_fd="a")
attempt("both", os.stat, a, dir_fd=b)
attempt("too large", os.stat, 1 << 40)
attempt("list", os.stat, [])
attempt("number", os.unlink, 1)
attempt("null", os.rename, "a", "b\0")

# Descriptors of folders.
print(sorted((e.name, e.path, e.is_dir(), e.is_symlink()) for e in os.scandir(a)))
print([e.stat(follow_symlinks=False).st_size for e in os.scandir(a) if e.name == "l"], [e.inode() == os.stat("g", dir_fd=b).st_ino for e in os.scandir(b)])
os.chdir(b)
print(os.path.basename(os.getcwd()), os.listdir())
os.chdir(here)
os.chmod(b, 0o700)
print(oct(os.stat(b).st_mode))
print([(d.replace(top, ""), sorted(ds), sorted(fs), type(fd)) for d, ds, fs, fd in sorted(os.fwalk(top))])
os.rename(top + "/a", top + "/c")
print(os.listdir(top + "/c/sub"), sorted(os.listdir(a)))
os.unlink("l", dir_fd=a)
print(os.stat in os.supports_dir_fd, os.scandir in os.supports_fd, shutil.rmtree.avoids_symlink_attacks)
shutil.rmtree(top)
print(os.path.exists(top))
attempt("removed", os.mkdir, "x", dir_fd=a)

# Descriptors made of others.
with tempfile.TemporaryFile() as f:
    f.write(b"12345678")
    f.flush()
    g = os.dup(f.fileno())
    h = os.dup2(g, 200)
    os.fsync(g)
    os.ftruncate(h, 5)
    print(g != f.fileno(), h, os.fstat(g).st_size, os.lseek(h, 1, 0), os.read(g, 10))
    os.close(g)
    os.close(h)
attempt("dup", os.dup, 9999)
attempt("dup2", os.dup2, 9999, 9998)

# What stat gives.
r = os.stat("/")
t = type(r)
print(t.n_fields, t.n_sequence_fields, t.n_unnamed_fields, t.__match_args__)
print([type(x).__name__ for x in r], [(n, type(getattr(r, n)).__name__) for n in dir(r) if n.startswith("st_")])
print(r[7:10] == (int(r.st_atime), int(r.st_mtime), int(r.st_ctime)), r.st_mtime_ns // 10**9 == r[8], r.st_blksize > 0)
attempt("replace", r.__replace__, st_mode=1)
for args in [(range(10),), (range(9),), (range(20),), (5,), (), (range(10), {"st_atime": 5, "st_blocks": 3}), (range(10), {"st_x": 1}), (range(10), 5),
             (range(11), {"st_atime": 5})]:
    x = attempt(args, t, *args)
    if isinstance(x, t):
        print(x.__reduce__()[1])
print([type(x).__name__ for x in os.times()], os.times()._fields if hasattr(os.times_result, "_fields") else os.times_result.__match_args__)
import time
for args in [(range(5),), (range(9),), (range(12),), (range(9), {"tm_zone": "x", "a": 1}), (range(10), {"tm_zone": 4}), (5,), ()]:
    attempt(args, time.struct_time, *args)
