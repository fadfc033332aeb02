# Entries of os.scandir: their kinds, numbers and status, also of links, of files that have gone, and of folders open by a descriptor.
# needs: stdlib
# needs: process
import os
import stat
import tempfile


def show(where):
    with os.scandir(where) as it:
        for e in sorted(it, key=lambda e: e.name):
            row = [e.name, e.is_dir(), e.is_dir(follow_symlinks=False), e.is_file(), e.is_file(follow_symlinks=False), e.is_symlink()]
            for follow in True, False:
                try:
                    row.append(stat.S_IFMT(e.stat(follow_symlinks=follow).st_mode))
                except OSError as x:
                    row.append((type(x).__name__, x.errno))
            own = os.lstat(os.path.join(top, os.fsdecode(e.name)))
            row.append(e.inode() == own.st_ino == e.stat(follow_symlinks=False).st_ino)
            row.append(e.stat() is e.stat())
            print(*row)
    print()


def try_stat(e):
    try:
        return e.stat().st_size
    except OSError as x:
        return type(x).__name__, x.errno, os.path.basename(x.filename)


with tempfile.TemporaryDirectory() as top:
    os.mkdir(os.path.join(top, "folder"))
    with open(os.path.join(top, "file"), "w") as f:
        f.write("text")
    os.mkfifo(os.path.join(top, "pipe"))
    os.symlink("file", os.path.join(top, "to_file"))
    os.symlink("folder", os.path.join(top, "to_folder"))
    show(top)
    show(os.fsencode(top))
    fd = os.open(top, os.O_RDONLY)
    show(fd)
    os.close(fd)

    os.symlink("nowhere", os.path.join(top, "broken"))
    os.symlink("loop", os.path.join(top, "loop"))
    entries = {e.name: e for e in os.scandir(top)}
    e = entries["broken"]
    print(e.is_dir(), e.is_file(), e.is_symlink(), try_stat(e), stat.S_ISLNK(e.stat(follow_symlinks=False).st_mode))
    e = entries["loop"]
    for test in e.is_dir, e.is_file:
        try:
            print(test())
        except OSError as x:
            print(type(x).__name__, x.errno)

    # What the folder told stays, and so does a status once it was asked for.
    entries["to_folder"].is_dir()
    size = entries["file"].stat().st_size
    for name in "file", "to_file", "pipe", "broken", "loop":
        os.unlink(os.path.join(top, name))
    os.unlink(os.path.join(top, "to_folder"))
    os.rmdir(os.path.join(top, "folder"))
    print(entries["file"].is_file(), entries["folder"].is_dir(), entries["pipe"].is_file())
    print(size == entries["file"].stat().st_size, entries["to_folder"].is_dir(), entries["to_file"].is_file())
    print(try_stat(entries["pipe"]), try_stat(entries["to_file"]), try_stat(entries["folder"]))

    # Many, and names that are not UTF-8.
    names = {b"%d-%s" % (n, b"x" * (n % 200)) for n in range(900)} | {b"\xff\xfe"}
    for n in names:
        os.close(os.open(os.path.join(os.fsencode(top), n), os.O_CREAT | os.O_WRONLY))
    print(set(os.listdir(os.fsencode(top))) == names, {e.name for e in os.scandir(os.fsencode(top))} == names)
    print(set(map(os.fsencode, os.listdir(top))) == names, all(e.is_file() for e in os.scandir(top)))
    print(os.listdir(top) == [e.name for e in os.scandir(top)])

    for where in os.path.join(top, "none"), os.path.join(os.fsencode(top), b"\xff\xfe"):
        for call in os.listdir, os.scandir:
            try:
                call(where)
            except OSError as x:
                print(type(x).__name__, x.errno, x.filename == where)

for e in os.scandir("/dev"):
    if e.name == "null":
        print(e, e.is_file(), e.is_dir(), e.is_symlink())
