# needs: stdlib
# needs: process
# What audit hooks are told of.
import array
import ast
import gc
import io
import marshal
import os
import pickle
import re
import shutil
import socket
import symtable
import sys
import tempfile
import time
import types

folder = tempfile.mkdtemp()
before = os.getcwd()
os.chdir(folder)
on = False
log = []


def hook(event, args):
    global on
    if on:
        on = False
        log.append((event, args))
        on = True


sys.addaudithook(hook)


def text(x):
    if isinstance(x, types.FrameType):
        return "<frame>"
    s = re.sub("0x[0-9a-f]+", "N", repr(x).replace(folder, "DIR"))
    return re.sub('file "[^"]*mend_events.py", line [0-9]+', "FILE", s)


def show(name, f, hide=False):
    global on
    log.clear()
    on = True
    try:
        f()
        on = False
        err = ""
    except BaseException as e:
        on = False
        err = type(e).__name__
    on = False
    print(name, [(e, len(args) if hide else [text(a) for a in args]) for e, args in log], err)


class C:
    def m(self):
        pass


def fn(a=1):
    pass


async def co():
    pass


with open("a", "w") as f:
    f.write("x = 1\n")
fd = os.open("a", os.O_RDWR)
show("open", lambda: open("a").close())
show("open", lambda: open("a", "rb").close())
show("open", lambda: open("b", "w+").close())
show("open", lambda: open("b", opener=lambda p, f: os.open(p, f)).close())
show("open", lambda: open("none"))
show("FileIO", lambda: io.FileIO("a").close())
show("open_code", lambda: io.open_code("a").close())
show("os.open", lambda: os.close(os.open("a", os.O_RDONLY)))
for p in ".", b".":
    show("listdir", lambda: os.listdir(p))
    show("scandir", lambda: os.scandir(p).close())
show("listdir", os.listdir)
show("scandir", lambda: os.scandir().close())
show("listdir of an int", lambda: os.listdir(1.5))
show("mkdir", lambda: os.mkdir("m"))
show("mkdir", lambda: os.mkdir("m", 0o700))
show("rename", lambda: os.rename("m", "m2"))
show("replace", lambda: os.replace("m2", "m3"))
show("rmdir", lambda: os.rmdir("m3"))
show("remove", lambda: os.remove("b"))
show("unlink", lambda: os.unlink("b"))
show("chmod", lambda: os.chmod("a", 0o644))
show("link", lambda: os.link("a", "l"))
show("symlink", lambda: os.symlink("a", "s"))
show("utime", lambda: os.utime("a", (1, 2)))
show("utime", lambda: os.utime("a", ns=(1, 2)))
show("chdir", lambda: os.chdir("."))
show("putenv", lambda: os.putenv("PSY_A", "b"))
show("unsetenv", lambda: os.unsetenv("PSY_A"))
show("environ", lambda: os.environ.__setitem__("PSY_Q", "q"))
show("walk", lambda: list(os.walk("m")))
show("copyfile", lambda: shutil.copyfile("a", "c"))
os.close(fd)
show("exec", lambda: exec("1"))
show("eval", lambda: eval(" 1"))
show("exec", lambda: exec(compile("1", "f", "exec")))
show("compile", lambda: compile(b"1", b"ff", "eval"))
show("compile", lambda: compile(ast.parse("1"), "ff", "exec"))
show("symtable", lambda: symtable.symtable("1", "x", "exec"))
show("import", lambda: __import__("colorsys"), hide=True)
show("import", lambda: __import__("colorsys"))
show("import", lambda: __import__("none_x"), hide=True)
show("id", lambda: id(1), hide=True)
sys.breakpointhook = len
show("breakpoint", lambda: breakpoint(()))
show("_getframe", lambda: sys._getframe())
show("_getframe", lambda: sys._getframe(1))
show("_getframemodulename", lambda: sys._getframemodulename())
show("_current_frames", lambda: sys._current_frames())
show("_current_exceptions", lambda: sys._current_exceptions())
show("settrace", lambda: sys.settrace(None))
show("setprofile", lambda: sys.setprofile(None))
show("asyncgen hooks", lambda: sys.set_asyncgen_hooks(None, None))
show("asyncgen hooks", lambda: sys.set_asyncgen_hooks(finalizer=None))
show("addaudithook", lambda: sys.addaudithook(lambda *a: None))
show("audit", lambda: sys.audit("my.event", 1, 2))
show("marshal", lambda: marshal.loads(marshal.dumps(1)))
show("marshal", lambda: marshal.load(io.BytesIO(marshal.dumps([1], 2))))
show("marshal", lambda: marshal.dump((1,), io.BytesIO()))
show("replace", lambda: fn.__code__.replace(co_name="g"))
show("FunctionType", lambda: types.FunctionType(fn.__code__, {}))
show("code", lambda: setattr(fn, "__code__", fn.__code__))
show("defaults", lambda: (fn.__defaults__, setattr(fn, "__defaults__", ()), delattr(fn, "__defaults__")))
show("kwdefaults", lambda: (fn.__kwdefaults__, setattr(fn, "__kwdefaults__", {}), delattr(fn, "__kwdefaults__")))
show("other", lambda: (fn.__globals__, fn.__closure__, C().m.__func__, C.__bases__))
gen = (i for i in [1])
show("generator", lambda: (gen.gi_frame, gen.gi_code))
c = co()
show("coroutine", lambda: (c.cr_frame, c.cr_code))
c.close()
D = type("D", (), {"m": 1})
show("class", lambda: setattr(C(), "__class__", D))
show("bases", lambda: setattr(type("E", (C,), {}), "__bases__", (C,)))
for name in "__name__", "__qualname__", "__module__", "__doc__":
    show(name, lambda: setattr(D, name, "X"))
show("others of classes", lambda: (setattr(D, "foo", 1), setattr(D, "__annotations__", {}), delattr(D, "foo")))
show("type params", lambda: setattr(D, "__type_params__", ()))
show("f_code", lambda: sys._getframe().f_code)
show("f_locals", lambda: (sys._getframe().f_locals, sys._getframe().f_back))
try:
    1 / 0
except ZeroDivisionError as e:
    ex = e
show("tb_frame", lambda: ex.__traceback__.tb_frame)
show("get_objects", lambda: gc.get_objects())
show("get_objects", lambda: gc.get_objects(generation=1))
show("get_referrers", lambda: gc.get_referrers(C))
show("get_referents", lambda: gc.get_referents(1, 2))
show("sleep", lambda: time.sleep(0.001))
show("sleep", lambda: time.sleep(-1))
show("array", lambda: array.array("i", [1]))
show("array", lambda: array.array("i"))
show("socketpair", lambda: [s.close() for s in socket.socketpair()])
show("gethostname", lambda: socket.gethostname())


def refuse(event, args):
    if event in ("os.mkdir", "object.__getattr__", "sys._getframe", "builtins.id"):
        raise RuntimeError("no " + event)


sys.addaudithook(refuse)
for f in lambda: os.mkdir("x"), lambda: fn.__code__, sys._getframe, lambda: id(1), lambda: os.mkdir(1.5):
    try:
        f()
    except (RuntimeError, TypeError) as e:
        print(type(e).__name__, e)
os.chdir(before)
shutil.rmtree(folder)
