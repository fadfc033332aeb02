# Tracebacks show lines of sources in the encodings that these declare. What exception each thread handles. A cache hashes a key once a use.
# needs: stdlib
# needs: process

import functools
import os
import sys
import tempfile
import threading

with tempfile.TemporaryDirectory() as d:
    here = os.getcwd()
    os.chdir(d)
    sys.stderr = sys.stdout
    for encoding, message in ("utf-8", "é€"), ("latin-1", "é"), ("koi8-r", "Привет"), ("iso-8859-15", "é€"), ("cp437", "é"), ("shift_jis", "日本"), ("utf-7", "éa"):
        source = f'# -*- coding: {encoding} -*-\nif 1:\n    raise RuntimeError("{message}") from None  # {message}\n'.encode(encoding)
        with open("x.py", "wb") as f:
            f.write(source)
        code = compile(source, "x.py", "exec")
        try:
            exec(code)
        except RuntimeError as e:
            e.__traceback__ = e.__traceback__.tb_next
            sys.__excepthook__(type(e), e, e.__traceback__)
    os.chdir(here)

ready, done = threading.Event(), threading.Event()


def work():
    try:
        raise ValueError("in a thread")
    except ValueError:
        ready.set()
        done.wait()


t = threading.Thread(target=work)
t.start()
ready.wait()
try:
    1 / 0
except ZeroDivisionError:
    now = sys._current_exceptions()
done.set()
t.join()
print(repr(now[t.ident]), repr(now[threading.get_ident()]))


class Key:
    def __hash__(self):
        print("hashed", end=" ")
        return 5


@functools.lru_cache(maxsize=1)
def f(x):
    return 1


k = Key()
for x in k, k, 3, k, k:
    print(f(x), f.cache_info())
