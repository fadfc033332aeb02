# Signatures of what is built in, that docstrings are there, and where a type's docstring comes from.
import sys
import math, itertools, gc, builtins, _io, _struct


def text(x):
    return getattr(x, '__text_signature__', 'none at all')


def doc(x):
    d = x.__doc__
    return 'docstring' if isinstance(d, str) and d.strip() else d if d is None else type(d).__name__


for m in (builtins, math, itertools, gc):
    print(m.__name__, doc(m))
    for n, v in sorted(vars(m).items()):
        if callable(v) and not n.startswith('_') and type(v).__module__ == 'builtins' and n not in ('quit', 'exit', 'open'):
            print(m.__name__, n, repr(text(v)), doc(v))
for t in (object, type, int, str, list, dict, property, OSError, type(len), type(text)):
    for n, v in sorted(vars(t).items()):
        kind = type(v).__name__
        if kind in ('staticmethod', 'classmethod'):
            v = v.__func__
        if kind not in ('str', 'NoneType', 'type', 'int', 'tuple') and n not in ('__getattribute__', '__setattr__', '__delattr__'):
            print(t.__name__, n, repr(text(v)), doc(v))

# The docstring of a type, from wherever it is asked; a subclass has its own.
print(list.__doc__ == list.__dict__['__doc__'], list.__doc__ == vars(list)['__doc__'], [].__doc__ == list.__doc__, type(tuple.__dict__['__doc__']))
print(type((1.5).__doc__), (1.5).__doc__ == float.__doc__, True.__doc__ == bool.__doc__, bool.__doc__ != int.__doc__)
print(super(bool, True).__doc__ == int.__doc__, super(int, True).__doc__ == object.__doc__, type(super(OSError, FileNotFoundError()).__doc__))


class A(dict):
    def up(self):
        return super().__doc__ == dict.__doc__ and super(dict, self).__doc__ == object.__doc__


class B(set):
    __slots__ = ()
    __doc__ = 'own'


print(A.__doc__, A().__doc__, A().up(), B.__doc__, B().__doc__, A.__dict__['__doc__'])
print(doc(A.__dict__['__dict__']), doc(A.__dict__['__weakref__']), A.__text_signature__)
for t in (type(len), type(list.append), type(int.__add__), type(int.real), type((1).__add__)):
    print(t.__name__, doc(t), doc(t.__dict__['__doc__']))
for t in (property, type(text), type(text.__code__), classmethod, type(sys)):
    print(t.__name__, doc(t), type(t.__dict__['__doc__']).__name__)
for i in range(3):
    x = frozenset.__doc__ if i else frozenset().__doc__
    print(x == frozenset.__doc__)
for f in (lambda: setattr(int, '__doc__', 'x'), lambda: delattr(str, '__doc__'), lambda: setattr(len, '__doc__', 'x'), lambda: setattr(list, '__text_signature__', 1)):
    try:
        f()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)


# A class made by a program may give its signature in its docstring.
def made(doc, name='C'):
    return type(name, (), {'__doc__': doc}).__text_signature__


print(made('C(a, b=1)\n--\n\nwhat it is'), made('C()\n--\n\n'), made('C(a)\n\nno mark'), made('D(a)\n--\n\nx'), made('C(a)\n--\nx'), made('C a)\n--\n\n'),
      made(5), made(None), made('C(a\n\n)\n--\n\n'), made('C(a,\n  b)\n--\n\n'), made('C(x)\n--\n\n', 'p.C'), made('CC(x)\n--\n\n'), sep=' | ')
print(repr(type('E', (), {'__doc__': 'E(a)\n--\n\ntext'}).__doc__))

# Descriptors name their types with the module.
print(_io.BytesIO.read, _io.BytesIO.__init__, _io.BytesIO.__dict__['closed'], _struct.Struct.pack, list.append)
for f in (lambda: _io.BytesIO.read(3), lambda: _io.BytesIO.__init__(3), lambda: _io.BytesIO.__dict__['closed'].__get__(3), lambda: _io.BytesIO.read(),
          lambda: setattr(_io.BytesIO(), 'closed', 1)):
    try:
        f()
    except (TypeError, AttributeError) as e:
        print(type(e).__name__, e)
