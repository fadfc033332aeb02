# needs: stdlib
# open is one function, of _io, wherever it is found; so are open_code and text_encoding.
import builtins
import _io
import io
import pickle

print(open is io.open is _io.open is builtins.open)
print(io.open_code is _io.open_code, io.text_encoding is _io.text_encoding)
for f in open, io.open_code, io.text_encoding:
    print(f, f.__module__, f.__qualname__, f.__self__, f.__reduce__(), f.__text_signature__)
    print(pickle.loads(pickle.dumps(f)) is f, pickle.dumps(f, 0))
names = list(vars(builtins))
print(names.index("open") > names.index("ValueError"), names.index("open") < names.index("copyright"))
builtins.open = None
print(io.open is _io.open, io.open)
