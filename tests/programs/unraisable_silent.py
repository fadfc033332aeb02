# Errors that nobody can catch are written to sys.stderr, if the program has that.
import gc
import sys


class Raises:
    def __del__(self):
        1 / 0


class Broken:
    def write(self, text):
        raise ValueError("not written")


def drop():
    Raises()
    gc.collect()


sys.stderr = None
drop()
sys.stderr = Broken()
drop()
del sys.stderr
drop()
print("the end")
