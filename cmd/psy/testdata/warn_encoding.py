import io, sys, os, pathlib
print(sys.flags.warn_default_encoding)
def f(): return io.text_encoding(None)
def g(): return f()
print(g(), io.text_encoding('x'), io.text_encoding(None, 1), io.text_encoding("x", 3))
open('/dev/null').close()
io.TextIOWrapper(io.BytesIO())
open('/dev/null', encoding='utf-8').close()
open('/dev/null', encoding='locale').close()
open('/dev/null', encoding=None).close()
pathlib.Path('/dev/null').read_text()
os.fdopen(os.open('/dev/null', 0)).close()
import warnings
print(sys.warnoptions, sys.flags[:], [f[0] for f in warnings.filters])
