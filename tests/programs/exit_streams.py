# At the end the standard streams are those of the beginning again, before what is left is finalized.
import io
import sys


class K:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name, type(sys.stdin).__name__, type(sys.stdout).__name__, type(sys.stderr).__name__)


class Out(io.StringIO):
    def flush(self):
        sys.__stdout__.write("flushed\n")


k = K("kept")
sys.stdout = Out()
sys.stdin = None
d = K("dropped")
del d
