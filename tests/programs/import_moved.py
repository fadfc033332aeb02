# needs: stdlib
# needs: process
# Imports: compiled files that were moved, packages that take no attributes or are dropped meanwhile, submodules that import each other.
import os
import sys
import tempfile
import warnings

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)


def put(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)
    return path


put("here/moved.py", "def f(): return f.__code__.co_filename\nclass C:\n    def g(self): pass\n")
sys.path.insert(0, os.path.join(folder, "here"))
import moved

print(moved.f() == os.path.join(folder, "here", "moved.py"))
del sys.modules["moved"], sys.path[0]
os.rename(os.path.join(folder, "here"), os.path.join(folder, "there"))
sys.path.insert(0, os.path.join(folder, "there"))
import moved

print(moved.f() == os.path.join(folder, "there", "moved.py"), moved.C.g.__code__.co_filename == moved.__file__)

put("stiff/__init__.py", """
import sys
class Stiff:
    __slots__ = ["__path__", "__spec__", "__name__", "__file__", "__package__", "__loader__"]
    def __init__(self):
        for name in self.__slots__:
            setattr(self, name, globals()[name])
sys.modules[__name__] = Stiff()
""")
put("stiff/part.py", "")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    from stiff import part
print(part.__name__, [(w.category.__name__, str(w.message)) for w in caught])

put("gone/__init__.py", "")
put("gone/one.py", "import sys\nsys.modules.pop(__package__, None)\nfrom . import two\n")
put("gone/two.py", "")
import gone.one

print(gone.one.two.__name__, sys.modules["gone"] is gone)

put("round/__init__.py", "")
put("round/parent/__init__.py", "import round_child\n")
put("round_child.py", "import round.parent\nround.parent\n")
try:
    import round.parent
except AttributeError as e:
    print(e)
