# importlib beside the built-in import: specs, loaders, finders of the program's own. argv: a folder to write modules in.
import sys
folder = sys.argv[1]
sys.path.insert(0, folder)

def write(name, text):
    with open(folder + '/' + name, 'w') as f:
        f.write(text)

import posix
posix.mkdir(folder + '/pk')
for name, text in ('a.py', 'v=1'), ('b.py', 'w=2'), ('pk/__init__.py', ''), ('pk/c.py', 'z=3'):
    write(name, text)
import a
import importlib, importlib.util
print([f.__name__ for f in sys.meta_path])

def show(m):
    s = m.__spec__
    print(type(s).__name__, s.name, s.origin, s.cached, type(m.__loader__).__name__, s.loader is m.__loader__, s.submodule_search_locations,
          s.has_location, s._initializing, s.parent)

import b, pk.c, _weakref
for m in a, b, pk, pk.c:
    show(m)
print(_weakref.__spec__.origin, _weakref.__loader__.__name__)
print(importlib.import_module('pk.c') is pk.c, importlib.import_module('.c', 'pk').z)
print(importlib.reload(a) is a, importlib.util.find_spec('b').origin, importlib.util.find_spec('nope'))
for name in 'nope', 'a.nope', 'pk.nope':
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as e:
        print(e, e.name)

class Finder:
    def find_spec(self, name, path, target=None):
        if name.startswith('virt'):
            return importlib.util.spec_from_loader(name, self)
    def create_module(self, spec):
        return None
    def exec_module(self, m):
        m.x = m.__name__ * 2

sys.meta_path.insert(0, Finder())
import virtual
print(virtual.x, virtual.__spec__.name, virtual.__spec__.has_location)
del sys.modules['b']
import b
show(b)
sys.meta_path.pop(0)
del sys.modules['b']
import b
show(b)
print(importlib.util.cache_from_source('/x/y.py'), b.__loader__.is_package('b'), pk.c.__loader__.get_filename('pk.c'))

import _imp
code = compile('def f(): pass', 'old', 'exec')
_imp._fix_co_filename(code, 'new')
print(code.co_filename, code.co_consts[0].co_filename, _imp.source_hash(1, b'abc'), _imp.is_builtin('sys'), _imp.is_builtin('nope'))
