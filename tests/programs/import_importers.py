# needs: stdlib
# needs: process
# sys.path_importer_cache has a finder for every folder that a module was looked for in.
import importlib.machinery
import os
import pkgutil
import shutil
import sys
import tempfile

folder = os.path.realpath(tempfile.mkdtemp())


def put(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def cached(name):
    path = os.path.join(folder, name)
    if path not in sys.path_importer_cache:
        return "absent"
    finder = sys.path_importer_cache[path]
    return finder and (type(finder).__name__, finder.path == path)


put("first/one.py", "x = 1\n")
put("second/pack/__init__.py", "")
put("second/pack/part.py", "x = 2\n")
put("third/three.py", "x = 3\n")
put("a file", "")
sys.path[:0] = [os.path.join(folder, name) for name in ("missing", "a file", "first", "second", "third")]
names = "missing", "a file", "first", "second", "second/pack", "third"

print([cached(name) for name in names])
import one
print([cached(name) for name in names])
import pack.part
print([cached(name) for name in names])
import three
print([cached(name) for name in names])

# A folder that is looked at again is looked at with the same finder.
finder = sys.path_importer_cache[os.path.join(folder, "first")]
put("first/again.py", "x = 4\n")
importlib.invalidate_caches()
print(cached("missing"), cached("first"))
import again
print(finder is sys.path_importer_cache[os.path.join(folder, "first")], finder is pkgutil.get_importer(os.path.join(folder, "first")))
print(finder.find_spec("one").name, finder.find_spec("two"))

# What is not in the cache any more is put there again; a folder that is gone has no finder.
sys.path_importer_cache.clear()
shutil.rmtree(os.path.join(folder, "first"))
try:
    import nowhere_at_all
except ImportError as e:
    print(e)
print([cached(name) for name in names])

# The library's own folder and those of its packages are there too.
import xml.dom.minidom
print(os.path.dirname(os.__file__) in sys.path_importer_cache, os.path.dirname(xml.dom.__file__) in sys.path_importer_cache)

# A program may put a finder of its own there.
class Finder:
    def find_spec(self, name, target=None):
        print("asked for", name)
        return None


os.mkdir(os.path.join(folder, "own"))
sys.path.insert(0, os.path.join(folder, "own"))
sys.path_importer_cache[sys.path[0]] = Finder()
try:
    import nowhere_either
except ImportError as e:
    print(e)
shutil.rmtree(folder)
