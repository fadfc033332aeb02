# Modules found by importlib, since sys.meta_path has a finder of the program's; what marshal.loads says of views of compiled files.
# needs: stdlib
# needs: process
import importlib, marshal, os, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        return None

folder = os.path.join(os.environ.get("TMPDIR") or os.environ.get("TEMP") or "/tmp", "finder_%d" % os.getpid())
os.mkdir(folder)
try:
    for name in "ab":
        os.mkdir(os.path.join(folder, name))
    source = os.path.join(folder, "a", "counted.py")
    with open(source, "w") as f:
        f.write("class C:\n    def f(self):\n        def g(n=(1, 2.5, 'x')): return [n, 1 / 0]\n        return g\n")
    sys.dont_write_bytecode = False
    sys.meta_path.append(Finder())
    sys.path.insert(0, os.path.join(folder, "a"))

    def load():
        sys.modules.pop("counted", None)
        importlib.invalidate_caches()
        import counted
        g = counted.C().f()
        try:
            g()
        except ZeroDivisionError as e:
            frame = e.__traceback__.tb_next.tb_frame
            where = frame.f_code.co_filename, e.__traceback__.tb_next.tb_lineno
        names = [x[len(folder):] for x in (counted.__file__, counted.C.f.__code__.co_filename, g.__code__.co_filename, where[0])]
        print(names, where[1], counted.C.f.__qualname__, g.__defaults__, type(counted.__loader__).__name__)

    for _ in range(2):
        load()
    compiled = sys.modules["counted"].__cached__
    # The compiled file has the name of a source in another folder.
    os.rename(os.path.join(folder, "a", "counted.py"), os.path.join(folder, "b", "counted.py"))
    os.rename(os.path.join(folder, "a", "__pycache__"), os.path.join(folder, "b", "__pycache__"))
    compiled = compiled.replace(os.path.join(folder, "a"), os.path.join(folder, "b"))
    sys.path[0] = os.path.join(folder, "b")
    for _ in range(2):
        load()

    with open(compiled, "rb") as f:
        data = f.read()
    good = marshal.loads(data[16:])

    def tell(view, **how):
        try:
            v = marshal.loads(view, **how)
        except Exception as e:
            return type(e).__name__
        return v == good if type(v) is type(good) else v

    for _ in range(2):
        print(tell(memoryview(data)[16:]), tell(data[16:]), tell(bytearray(data[16:])), tell(memoryview(bytearray(data))[16:]))
    print(tell(memoryview(data)[16:], allow_code=False), tell(memoryview(data)[16:-1]), tell(memoryview(data)[16:].cast("b")))
    print(tell(memoryview(data[:40])[16:]), tell(memoryview(data[:16])[16:]), tell(memoryview(data + b"more")[16:]))
    print(tell(memoryview(b"0" * 16 + marshal.dumps([1, "x"]))[16:]), tell(memoryview(data[:16] + marshal.dumps(5))[16:]))
    print(tell(memoryview(b"xxxx" + data[4:])[16:]), tell(memoryview(data[:4] + b"\xff" * 12 + data[16:])[16:]))
    released = memoryview(data)[16:]
    released.release()
    print(tell(released))
finally:
    for name in [x + y for x in "ab" for y in ("/__pycache__/" + os.path.basename(compiled), "/__pycache__", "/counted.py", "")] + [""]:
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            os.rmdir(path)
        elif os.path.exists(path):
            os.remove(path)
