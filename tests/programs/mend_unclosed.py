# needs: stdlib
# Files, sockets and folders that are dropped without close: their close is called, and a ResourceWarning tells of them.
import gc
import io
import os
import re
import socket
import sys
import warnings
import weakref


def show(what, make):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        x = make()
        keep = [weakref.ref(x)] if what != "scandir" else []
        del x
        gc.collect()
        texts = [re.sub("fd=[0-9]+|0x[0-9a-f]+", "N", str(w.message)) for w in seen]
        print(what, texts, [w.category.__name__ for w in seen], [r() for r in keep])


class Raw(io.RawIOBase):
    def readable(self):
        return True

    def writable(self):
        return True

    def readinto(self, b):
        return 0

    def write(self, b):
        print("write", bytes(b))
        return len(b)

    def close(self):
        print("close of Raw", self.closed, getattr(self, "_finalizing", None))
        super().close()


class Memory(io.BytesIO):
    def close(self):
        print("close of Memory", self.getvalue())
        super().close()


class Text(io.TextIOWrapper):
    def close(self):
        print("close of Text")
        super().close()


class File(io.FileIO):
    def __del__(self):
        print("del of File", self.closed)
        super().__del__()
        print(self.closed)


class Broken(io.RawIOBase):
    def close(self):
        raise OSError("cannot")


def closed(mode, **options):
    f = open(os.devnull, mode, **options)
    f.close()
    return f


def detached():
    f = open(os.devnull, encoding="utf-8")
    f.detach().detach().close()
    return f


def half_read(n):
    d = os.scandir(os.sep)
    for i in range(n):
        next(d)
    return d


def written(f, data):
    f.write(data)
    return f


show("text", lambda: open(os.devnull, encoding="utf-8"))
show("text", lambda: open(os.devnull, "w+", encoding="latin-1"))
show("buffered", lambda: open(os.devnull, "rb"))
show("buffered", lambda: open(os.devnull, "r+b"))
show("raw", lambda: open(os.devnull, "rb", 0))
show("closed", lambda: closed("r"))
show("closed", lambda: closed("rb"))
show("closed", lambda: closed("wb", buffering=0))
show("detached", detached)
show("not closefd", lambda: open(1, "w", closefd=False))
show("memory", io.BytesIO)
show("memory", io.StringIO)
show("memory", lambda: io.TextIOWrapper(io.BytesIO()))
show("Raw", Raw)
show("Memory", lambda: Memory(b"abc"))
show("Text", lambda: Text(Memory(b"def")))
show("written", lambda: written(Text(Memory(b"")), "words"))
show("buffer over Raw", lambda: io.BufferedReader(Raw()))
show("written", lambda: written(io.BufferedWriter(Raw()), b"abc"))
show("File", lambda: File(os.devnull))
show("scandir", lambda: half_read(1))
show("scandir", lambda: half_read(0))

show("socket", lambda: socket.socketpair()[0])

unraisable = []
sys.unraisablehook = lambda u: unraisable.append((type(u.object).__name__, repr(u.exc_value)))
show("Broken", Broken)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    f = open(os.devnull, encoding="utf-8")
    del f
    gc.collect()
    f = open(os.devnull, "rb")
    del f
    gc.collect()
print(unraisable)
sys.unraisablehook = sys.__unraisablehook__


class Owner:
    """Uses its file in its own finalizer."""

    def __init__(self, memory):
        self.file = io.TextIOWrapper(memory)

    def __del__(self):
        print("owner", self.file.closed)
        self.file.write("last words")


o = Owner(Memory(b""))
del o
gc.collect()
f = File(os.devnull)
f.__del__()
print(f.closed, io.IOBase.__del__, f._finalizing)
f._finalizing = False
for bad in 1, None:
    try:
        f._finalizing = bad
    except TypeError as e:
        print(e)
at_exit = open(os.devnull, "rb")
warnings.simplefilter("always")
