# Writes what CPython says of the modules, types and functions named on standard input, one name a line:
# NAME, tab, signature (line ends as \\1) or -, tab, 1 if there is a docstring or 0. Names that CPython does not know are left out.
import importlib, sys, types, typing
import array, asyncio, collections, contextvars, csv, decimal, functools, io, itertools, operator, random, re, select, struct
import zlib


def known_types(modules):
    found, todo = {}, [object]
    for m in modules:
        todo += [v for v in vars(m).values() if isinstance(v, type)]
    seen = set()
    while todo:
        t = todo.pop()
        if t in seen:
            continue
        seen.add(t)
        todo += [type(t), *type.__subclasses__(t)]
        name = '%s.%s' % (t.__module__, t.__qualname__.replace(' ', '_'))
        # A class written in Python may have the name of a built-in one.
        if name not in found or not t.__flags__ & 1 << 9:
            found[name] = t
    return found


def main():
    names = sys.stdin.read().split()
    modules = {'sys.monitoring': sys.monitoring}
    for n in names:
        if '.' not in n:
            try:
                modules[n] = importlib.import_module(n)
            except ImportError:
                pass
    kinds = known_types(modules.values())
    special = slots()

    def find(n):
        if n.endswith('()'):
            owner, _, last = n[:-2].rpartition('.')
            return vars(modules[owner])[last]
        if n in modules:
            return modules[n]
        if n in kinds:
            return kinds[n]
        owner, _, last = n.rpartition('.')
        if owner == '*':
            return special[last]
        if owner in modules:
            return vars(modules[owner])[last]
        v = vars(kinds[owner])[last]
        return v.__func__ if isinstance(v, (staticmethod, classmethod)) else v

    for n in names:
        try:
            v = find(n)
        except KeyError:
            continue
        doc = type.__dict__['__doc__'].__get__(v) if isinstance(v, type) else v.__doc__
        print(n, (getattr(v, '__text_signature__', None) or '-').replace('\n', '\1'), int(isinstance(doc, str)), sep='\t')


# What all slot wrappers of a name have in common, and what every class has.
def slots():
    class C:
        pass
    found = {n: C.__dict__[n] for n in ('__dict__', '__weakref__')}
    for t in known_types([]).values():
        for n, v in vars(t).items():
            if isinstance(v, types.WrapperDescriptorType) or n == '__new__' and isinstance(v, types.BuiltinFunctionType):
                found.setdefault(n, v)
    return found


main()
