# os over the built-in module posix, errno.
import os, errno
print(os.path.join("a", "b"), os.getcwd() != "", "PATH" in os.environ, os.sep, os.name)
os.makedirs("dd/ee", exist_ok=True)
open("dd/x.txt", "w").close()
print(sorted(os.listdir("dd")), os.path.exists("dd/x.txt"), os.path.isdir("dd"), os.path.getsize("dd/x.txt"), os.stat("dd").st_mode, os.stat("dd/x.txt").st_nlink)
for f in (lambda: os.remove("nope"), lambda: os.mkdir("dd"), lambda: os.rmdir("dd"), lambda: os.rename("nope", "q"), lambda: os.stat("nope"), lambda: os.listdir("nope")):
    try: f()
    except OSError as e: print(type(e).__name__, e, e.errno == errno.ENOENT, errno.errorcode[e.errno])
os.remove("dd/x.txt"); os.rmdir("dd/ee"); os.rmdir("dd")
os.environ["FOO"] = "bar"; print(os.environ.get("FOO"), os.getenv("NOPE", 3), os.strerror(2), os.fspath("x"))
