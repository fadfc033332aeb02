# Compiles the corpus with the CPython that runs this.
import glob, os, py_compile
os.chdir(os.path.dirname(os.path.abspath(__file__)))
for name in sorted(glob.glob("*.py")):
    if name != "make.py":
        py_compile.compile(name, name + "c", dfile=name, doraise=True, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
