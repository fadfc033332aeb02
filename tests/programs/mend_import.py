# needs: stdlib
# Archives and namespace packages on sys.path, importlib's own modules blocked, io's abstract classes.
import sys
import os
import tempfile

folder = tempfile.mkdtemp()


def shown(x):
    return str(x).replace(folder, '<dir>')


# A namespace package has no plain list, also before importlib is imported.
for part in ('one', 'two', 'three'):
    os.makedirs(os.path.join(folder, part, 'spread'))
    with open(os.path.join(folder, part, 'spread', part + '.py'), 'w') as f:
        f.write('here = %r\n' % part)
sys.path[:0] = [os.path.join(folder, 'one'), os.path.join(folder, 'two')]
import spread.one
print(type(spread.__path__).__name__, shown(spread.__path__), len(spread.__path__))
sys.path.append(os.path.join(folder, 'three'))
import spread.three
import spread.two
print(shown(spread.__path__), spread.three.here, spread.two.here)
print(shown(spread), hasattr(spread, '__file__'), spread.__spec__.origin, type(spread.__loader__).__name__)

import io
import importlib
import importlib.util
import inspect
import linecache
import pkgutil
import runpy
import time
import traceback
import zipfile
import zipimport


def archive(name, files):
    with zipfile.ZipFile(name, 'w') as z:
        for inner, text in files.items():
            info = zipfile.ZipInfo(inner, (2020, 2, 2, 2, 2, 2))
            z.writestr(info, text)


name = os.path.join(folder, 'a.zip')
archive(name, {
    'lone.py': 'def fail():\n    return 1 // 0  # here\n',
    'pack/__init__.py': '"""The pack."""\n',
    'pack/inner.py': 'value = 42\n',
    'pack/data.txt': 'some data\n',
    'spread/': '',
    'spread/zipped.py': 'here = "zipped"\n',
    'deep/': '',
    'deep/er/': '',
    'deep/er/below.py': 'x = 1\n',
    '__main__.py': 'print("main of the archive:", __name__, __package__, type(__loader__).__name__)\n',
})
sys.path.insert(0, name)
import lone
import pack.inner
print(shown(lone.__file__), shown(lone.__loader__), shown(lone.__spec__))
print(shown(pack.__path__), pack.inner.value, pkgutil.get_data('pack', 'data.txt'), shown(lone.__loader__.archive))
print(lone.__loader__.get_source('lone').splitlines()[0], pack.__loader__.is_package('pack'), pack.__doc__)
try:
    lone.fail()
except ZeroDivisionError:
    print(shown(traceback.format_exc()))
print(inspect.getsource(lone.fail), end='')
print(linecache.getline(lone.__file__, 2, vars(lone)), end='')
print([m.name for m in pkgutil.iter_modules([name])], [m.name for m in pkgutil.walk_packages(pack.__path__, 'pack.')])
print([type(hook).__name__ for hook in sys.path_hooks], sys.path_hooks[0] is zipimport.zipimporter)
print(shown(sys.path_importer_cache[name]), importlib.util.find_spec('nothing') is None)
import spread.zipped
print(spread.zipped.here, shown(list(spread.__path__)))
sys.path.append(os.path.join(name, 'deep'))
import er.below
print(shown(er.below.__file__), shown(er), type(er.__path__).__name__)
try:
    import pack.missing
except ModuleNotFoundError as e:
    print(e, e.name)
runpy.run_path(name)

# An archive that has changed is seen, once the caches are told.
archive(name, {'lone.py': 'other = 1\n', 'late.py': 'late = "come"\n'})
importlib.invalidate_caches()
import late
print(late.late, hasattr(importlib.reload(lone), 'other'))

# What a program puts into sys.modules does not disturb imports.
saved = {n: sys.modules[n] for n in ('_frozen_importlib', '_frozen_importlib_external')}
for n in saved:
    sys.modules[n] = None
with open(os.path.join(folder, 'one', 'plain.py'), 'w') as f:
    f.write('plain = 1\n')
import plain
print(plain.plain, type(plain.__loader__) is type(inspect.__loader__), hasattr(plain.__spec__, 'cached'))
try:
    import _frozen_importlib
except ModuleNotFoundError as e:
    print(e)
sys.modules.update(saved)

# Modules' specs and reprs.
print(time, time.__spec__, time.__loader__ is importlib.machinery.BuiltinImporter)
fake = type(sys)('fake')
print(fake)
fake.__loader__ = 'a loader'
print(fake)
fake.__file__ = 'fake.py'
print(fake)
fake.__spec__ = importlib.machinery.ModuleSpec('other', None, origin='somewhere')
print(fake)
fake.__spec__ = importlib.machinery.ModuleSpec('other', 'loader')
print(fake)

# io's classes are abstract base classes over those of _io.
import _io
import abc
for c in (io.IOBase, io.RawIOBase, io.BufferedIOBase, io.TextIOBase):
    print(c, type(c), c.__mro__[1:], c.__doc__ == c.__mro__[1].__doc__)
print(isinstance(io.BytesIO(), io.BufferedIOBase), isinstance(io.StringIO(), io.TextIOBase), issubclass(io.FileIO, io.RawIOBase),
      isinstance(sys.stdout, io.IOBase), issubclass(io.StringIO, io.BufferedIOBase))


class Both(io.RawIOBase, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def more(self): ...

    def readable(self):
        return True

    def readinto(self, b):
        b[:2] = b'ab'
        return 2


class Real(Both):
    def more(self): ...


try:
    Both()
except TypeError as e:
    print(e)
print(Real().read(2), isinstance(Real(), io.IOBase))
import _pyio
print(_pyio.TextIOWrapper(_pyio.BytesIO(b'one\ntwo\n')).readlines())


# Compiled files without sources that end in their header, or have another version's.
for i, data in enumerate((b'', b'ab', b'\xf3\r\r\n\0\0', b'abcdefgh' * 4)):
    with open(os.path.join(folder, 'bad%d.pyc' % i), 'wb') as f:
        f.write(data)
sys.path.insert(0, folder)
for i in range(4):
    try:
        __import__('bad%d' % i)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, 'name', None), shown(getattr(e, 'path', None)))

import shutil
shutil.rmtree(folder)

# The texts of modules that are not found show names as reprs.
for name in "a\nb", "no'quote", '\xe9\x00', "sys.nothing", "sys.path.x", "\ud800":
    try:
        __import__(name)
    except ImportError as e:
        print(type(e).__name__, ascii(str(e)), ascii(e.name))
