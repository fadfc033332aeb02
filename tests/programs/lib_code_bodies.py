# needs: stdlib
# Functions of library modules whose code was never run: what can be seen of it, and what can be done with it.
import marshal
import sys
import types

import heapq
import shlex
import textwrap
import string


def codes(code, found):
    found[code.co_qualname, code.co_firstlineno] = code
    for c in code.co_consts:
        if isinstance(c, types.CodeType):
            codes(c, found)
    return found


def functions(ns, module):
    for x in list(ns.values()):
        if isinstance(x, types.FunctionType) and x.__module__ == module.__name__:
            yield x
        elif isinstance(x, type) and x.__module__ == module.__name__:
            yield from functions(vars(x), module)


def fresh(module):
    """The functions of another copy of a module."""
    name = module.__name__
    old = sys.modules.pop(name)
    new = __import__(name)
    sys.modules[name] = old
    return list(functions(vars(new), new))


def try_out(module):
    with open(module.__file__, encoding='utf-8') as f:
        want = codes(compile(f.read(), module.__file__, 'exec'), {})
    checks = {
        'equal': lambda f, c: f.__code__ == c,
        'hash': lambda f, c: hash(f.__code__) == hash(c),
        'doc': lambda f, c: f.__doc__ == (c.co_consts[0] if c.co_consts and isinstance(c.co_consts[0], str) else None),
        'marshal': lambda f, c: marshal.loads(marshal.dumps(f.__code__)) == c,
        'replace': lambda f, c: f.__code__.replace(co_name='x').co_consts == c.co_consts,
        'names': lambda f, c: (f.__code__.co_names, f.__code__.co_varnames, f.__code__.co_freevars) == (c.co_names, c.co_varnames, c.co_freevars),
        'counts': lambda f, c: (f.__code__.co_nlocals, f.__code__.co_stacksize, f.__code__.co_flags) == (c.co_nlocals, c.co_stacksize, c.co_flags),
        'lines': lambda f, c: list(f.__code__.co_lines()) == list(c.co_lines()),
        'positions': lambda f, c: list(f.__code__.co_positions()) == list(c.co_positions()),
        'tables': lambda f, c: (f.__code__.co_linetable, f.__code__.co_exceptiontable) == (c.co_linetable, c.co_exceptiontable),
        'bytes': lambda f, c: f.__code__.co_code == c.co_code,
        'oparg': lambda f, c: not c.co_varnames or f.__code__._varname_from_oparg(0) == c._varname_from_oparg(0),
    }
    for name, check in checks.items():
        good = [check(f, want[f.__code__.co_qualname, f.__code__.co_firstlineno]) for f in fresh(module)]
        print(module.__name__, name, len(good) > 0, all(good))


for m in heapq, shlex, textwrap, string:
    try_out(m)


def own(text):
    """own doc"""
    return 'own'


def other(*, a):
    """other doc"""


def pick(module, name):
    return next(f for f in fresh(module) if f.__name__ == name)


# Keywords, defaults, errors: before the first call.
dedent, shorten = pick(textwrap, 'dedent'), pick(textwrap, 'shorten')
for call in (lambda: shorten(width=10, text='hello there you'), lambda: pick(textwrap, 'shorten')(), lambda: pick(textwrap, 'indent')('a', nothing=1),
             lambda: pick(textwrap, 'dedent')(1, 2, 3), lambda: pick(shlex, 'join')(split_command=['a b', 'c'])):
    try:
        print(call())
    except TypeError as e:
        print(e)

# Code that changes its function.
f = pick(textwrap, 'dedent')
f.__code__ = own.__code__
print(f('x'), f.__doc__.split()[0])
g = pick(textwrap, 'indent')
own.__code__ = g.__code__.replace(co_name='own')
own.__defaults__ = (None,)
try:
    own('a')
except TypeError as e:
    print(e)
h = types.FunctionType(pick(textwrap, 'dedent').__code__, vars(textwrap) | {'__name__': 'm'})
print(h('  a\n  b'), h.__module__, h.__doc__.split()[0])
k = pick(textwrap, 'fill')
print(type(type(k).__dict__['__doc__']).__name__, k.__doc__.split()[0])
k.__doc__ = 'new'
print(k.__doc__)
del k.__doc__
print(k.__doc__)

# Events of one function that has not run.
tool = sys.monitoring.PROFILER_ID
sys.monitoring.use_tool_id(tool, 'test')
seen = []
w = pick(textwrap, 'dedent')
sys.monitoring.register_callback(tool, sys.monitoring.events.PY_START, lambda code, at: seen.append((code.co_name, at)))
sys.monitoring.set_local_events(tool, w.__code__, sys.monitoring.events.PY_START)
w(' a')
pick(textwrap, 'dedent')(' b')
sys.monitoring.free_tool_id(tool)
print(seen)

# Many of them, called in a loop for the first time.
def total(module, name, *args):
    n = 0
    for _ in range(30):
        n += len(pick(module, name)(*args))
    return n

print(total(textwrap, 'dedent', '  x'), total(shlex, 'quote', "it's"), total(string, 'capwords', 'a b c'))
