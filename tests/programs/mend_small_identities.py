# needs: stdlib
# Which operations give back the object itself, constructors of struct sequences, and what tracebacks show of importlib.
import functools
import importlib
import os
import sys
import tempfile
import time
import traceback

s = 'abc' * 3
x = 5


class Text(str):
    pass


for other in (s, 'x', '', 'é' * 3):
    print('%s' % other is other, '%s' % (other,) is other, '{}'.format(other) is other, f'{other}' is other, str(other) is other)
print(s.translate({}) is s, s.translate({}) == s, s.translate([]) == s, s.translate({97: 'b', 98: None}), ''.translate({}) is '')
t = Text(s)
print('%s' % t is t, type('%s' % t), type('{}'.format(t)), '{}'.format(x), '%s' % x, '%s' % (s, ) is s)
for bad in ('%s', ()), ('%s', (s, s)), ('{}', None):
    try:
        print(bad[0] % bad[1] if bad[1] is not None else bad[0].format())
    except (TypeError, IndexError) as e:
        print(e)


def refused(f, *args):
    try:
        print(f(*args))
    except TypeError as e:
        print(e)


class Trouble:
    def __len__(self):
        return 9

    def __getitem__(self, i):
        raise ZeroDivisionError('item')


flags = type(sys.flags)
refused(flags)
refused(tuple.__new__, flags)
refused(object.__new__, flags)
refused(sys.flags.__new__, flags)
refused(type(sys.version_info))
refused(tuple.__new__, type(sys.hash_info), (1,))
print('__new__' in vars(flags), '__new__' in vars(type(sys.version_info)), '__new__' in vars(type(sys.hash_info)))
try:
    time.struct_time(Trouble())
except ZeroDivisionError as e:
    print(e)
refused(time.struct_time, 5)
print('__vectorcalloffset__' in vars(functools.partial), type(functools.partial(print).__vectorcalloffset__))


class Finder:
    @staticmethod
    def find_spec(*args):
        return None


folder = tempfile.mkdtemp()
with open(os.path.join(folder, 'breaks.py'), 'w') as f:
    f.write('def f():\n    1 / 0\nf()\n')
with open(os.path.join(folder, 'lacks.py'), 'w') as f:
    f.write('import missing_module\n')
sys.path.insert(0, folder)


def plain():
    import missing_module


def breaks():
    import breaks


def lacks():
    import lacks


def by_name(name):
    importlib.import_module(name)


def show(f, *args):
    try:
        f(*args)
    except Exception as e:
        print(type(e).__name__, e, [(os.path.basename(x.filename), x.name, x.line if 'frozen' in x.filename else '') for x in traceback.extract_tb(e.__traceback__)])


for turn in range(2):
    show(plain)
    show(breaks)
    show(lacks)
    for name in 'missing_module', 'breaks', 'lacks':
        show(by_name, name)
    show(lambda: __import__('breaks'))
    sys.meta_path.insert(0, Finder)
