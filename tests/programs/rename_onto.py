# os.rename and os.replace onto files, folders and links that are there.
# needs: stdlib
# needs: process
import os
import tempfile

CASES = ("file", "folder"), ("folder", "file"), ("folder", "full"), ("none", "folder"), ("none", "new"), ("file", "link"), ("folder", "folder/new"), \
    ("full", "folder"), ("file", "none/new"), ("file", ""), ("full", "full"), ("folder", "new")

for rename in os.rename, os.replace:
    for src, dst in CASES:
        with tempfile.TemporaryDirectory() as top:
            os.chdir(top)
            os.mkdir("folder")
            os.mkdir("full")
            for name in "file", "full/inner":
                open(name, "w").close()
            os.symlink("folder", "link")
            try:
                rename(src, dst)
                print(src, dst, sorted(os.listdir()))
            except OSError as e:
                print(src, dst, repr(e), e.filename, e.filename2)
            os.chdir("/")
