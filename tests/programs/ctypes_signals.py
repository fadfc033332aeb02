# What programs do with the system's handlers of signals by ctypes.pythonapi: read them, and put them back.
# needs: stdlib
# needs: process
import ctypes
import os
import signal
import sys
import threading
from ctypes import c_int, c_void_p, pythonapi

get, put = pythonapi.PyOS_getsig, pythonapi.PyOS_setsig
print(get.restype, get.argtypes, bool(get), pythonapi.PyOS_getsig is get, get.__name__)
get.restype, get.argtypes = c_void_p, (c_int,)
put.restype, put.argtypes = c_void_p, (c_int, c_void_p)

print(get(signal.SIGTERM), get(signal.SIGPIPE), get(signal.SIGINT) not in (None, 0, 1))
handled = get(signal.SIGINT)
seen = []
was = signal.signal(signal.SIGUSR1, lambda *a: seen.append(a[0]))
print(was, get(signal.SIGUSR1) == handled)

# What asyncio's loop and others leave behind is put back.
old = signal.getsignal(signal.SIGINT)
signal.signal(signal.SIGINT, signal.SIG_IGN)
print(get(signal.SIGINT))
signal.signal(signal.SIGINT, old)
print(put(signal.SIGINT, handled) == handled, get(signal.SIGINT) == handled, signal.getsignal(signal.SIGINT) is old)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("interrupted")

# The system's action changes alone.
print(put(signal.SIGUSR1, 1) == handled, get(signal.SIGUSR1), callable(signal.getsignal(signal.SIGUSR1)))
os.kill(os.getpid(), signal.SIGUSR1)
print(seen)
print(put(signal.SIGUSR1, handled), get(signal.SIGUSR1) == handled)
os.kill(os.getpid(), signal.SIGUSR1)
for _ in range(100):
    if not seen:
        signal.sigtimedwait([], 0.01)
print(seen == [signal.SIGUSR1])
print(put(signal.SIGUSR1, None) == handled, get(signal.SIGUSR1))
print(signal.signal(signal.SIGUSR1, signal.SIG_DFL) is not None, get(signal.SIGUSR1))

for bad in (), ("x",), (1.5,):
    try:
        print(get(*bad))
    except (ctypes.ArgumentError, TypeError) as e:
        print(type(e).__name__, e)
print(c_void_p(get(65)).value == c_void_p(-1).value, c_void_p(put(0, None)).value == c_void_p(-1).value)
print(ctypes.PyDLL(None).PyOS_getsig is not get, hasattr(pythonapi, "no_such_function"), pythonapi["PyOS_getsig"] is not get)
try:
    pythonapi.no_such_function
except AttributeError as e:
    print(str(e).endswith("undefined symbol: no_such_function"))
thread = threading.Thread(target=lambda: print(get(signal.SIGTERM), get(signal.SIGINT) == handled))
thread.start()
thread.join()
