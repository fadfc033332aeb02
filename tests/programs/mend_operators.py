# Every operator on every pair of some twenty values: what comes out and what the errors say, as a sum for each operator and left value.
# needs: stdlib
import sys
import zlib


class Plain:
    pass


class Int(int):
    pass


values = {
    'None': lambda: None, 'int': lambda: 3, 'float': lambda: 1.5, 'complex': lambda: 2j, 'str': lambda: 'ab', 'bytes': lambda: b'ab',
    'bytearray': lambda: bytearray(b'ab'), 'list': lambda: [1, 2], 'tuple': lambda: (1, 2), 'set': lambda: {1}, 
    'dict': lambda: {1: 2}, 'range': lambda: range(3), 'type': lambda: int, 'obj': Plain, 
    'view': lambda: memoryview(b'ab'), 'keys': lambda: {1: 2}.keys(), 'notimplemented': lambda: NotImplemented, 'module': lambda: sys,
    'Int': lambda: Int(3), 
}
operators = '+ - * / // % ** @ << >> & | ^ < == in'.split()


def make(source):
    names = {}
    exec(source, names)
    return names['f']


cases = [(o, make(f'def f(a, b):\n return a {o} b')) for o in operators]
cases += [(o + '=', make(f'def f(a, b):\n a {o}= b\n return a')) for o in operators[:13]]
cases += [(name, make(f'def f(a, b):\n {text}\n return a')) for name, text in [
    ('get', 'a = a[b]'), ('del', 'del a[b]'), ('set', 'a[b] = 1'), ('set to', 'a[0] = b'), ('set slice', 'a[0:1] = b'), ('del slice', 'del a[b:2]'),
    ('get slice', 'a = a[b:2]'), ('divmod', 'a = divmod(a, b)'), ('delattr', 'delattr(a, b)'), ('setattr', 'setattr(a, b, 1)'), ('getattr', 'getattr(a, b)'),
    ('unpack', 'a = [*a, *b]'), ('call', 'a = a(b)'), ('format', 'a = format(a, b)'), ('isinstance', 'a = isinstance(a, b)')]]


def show(f, a, b):
    try:
        r = f(a(), b())
        r = repr(sorted(r, key=repr) if isinstance(r, (set, frozenset)) else r)
    except Exception as e:
        r = f'{type(e).__name__}: {e}'
    while ' at 0x' in r:
        i = r.index(' at 0x')
        r = r[:i] + r[i:].partition('>')[2]
    return r


for name, f in cases:
    for left, a in values.items():
        texts = [show(f, a, b) for b in values.values()]
        print(name, left, zlib.crc32('\n'.join(texts).encode()))
        if name in ('*=', 'del', 'delattr') and left in ('dict', 'set', 'obj', 'type', 'range', 'None', 'Int', 'list'):
            for right, text in zip(values, texts):
                print('   ', right, text)


# What a match shows of its text.
import re
for text in 'x' * 100, "'" * 100, 'x' * 48, 'x' * 49, 'x' * 50, '\u00e9\n' * 100, 'x\'"' * 20, b'\xff' * 100:
    print(re.match('(?s).*' if isinstance(text, str) else b'(?s).*', text))


# A loop over what is no iterator any more.
class Counter:
    def __iter__(self):
        return self

    def __next__(self):
        return 1


def loop():
    n = 0
    for x in Counter():
        n += x
        if n == 3:
            del Counter.__next__


try:
    loop()
except TypeError as e:
    print(e)
try:
    next(Counter())
except TypeError as e:
    print(e)
