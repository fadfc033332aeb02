# Prints, for each thing of the modules and types that are built into psy: its full name, what inspect.signature says of it, and
# its docstring, as Python literals between tabs. The first argument is a file with the modules' names.
import inspect, importlib, re, sys, types
import array, asyncio, collections, contextvars, csv, functools, io, itertools, operator, random, select, signal, socket, string, struct
import symtable, threading, time, tokenize, typing, unicodedata, weakref, zlib

described = {}


def signature(x):
    try:
        text = str(inspect.signature(x))
    except Exception as e:
        text = '%s: %s' % (type(e).__name__, e)
    return re.sub('0x[0-9a-f]+', '0x', text)


def describe(name, x):
    doc = x.__doc__
    described[name] = (type(x).__name__, signature(x) if callable(x) else '', getattr(x, '__text_signature__', None) if callable(x) else None,
                       doc if isinstance(doc, str) else None)


def walk(names):
    kinds = [object]
    for n in names:
        try:
            m = importlib.import_module(n)
        except ImportError:
            continue
        describe(n, m)
        for k, v in list(vars(m).items()):
            if isinstance(v, type):
                kinds.append(v)
            elif isinstance(v, types.BuiltinFunctionType):
                describe('%s.%s()' % (n, k), v)
    seen = set()
    while kinds:
        t = kinds.pop()
        if t in seen:
            continue
        seen.add(t)
        kinds += [type(t), *type.__subclasses__(t)]
        name = '%s.%s' % (t.__module__, t.__qualname__)
        if any(isinstance(v, types.FunctionType) for v in list(vars(t).values())) or name in described:
            continue
        describe(name, t)
        for k, v in list(vars(t).items()):
            if k in ('__doc__', '__module__', '__class__'):
                continue
            if isinstance(v, (staticmethod, classmethod)):
                v = v.__func__
            if isinstance(v, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType,
                              types.GetSetDescriptorType, types.MemberDescriptorType)):
                describe('%s.%s' % (name, k), v)


with open(sys.argv[1]) as f:
    walk(f.read().split())
for name, facts in sorted(described.items()):
    print(name, *map(repr, facts), sep='\t')
