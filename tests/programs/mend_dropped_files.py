# Files that were dropped without close: whoever looks at them sees what was written.
# needs: stdlib
# needs: process
import csv
import gc
import json
import os
import pickle
import shutil
import sys
import tempfile

folder = tempfile.mkdtemp()
os.chdir(folder)


def read(p):
    return open(p).read()


open('o', 'w').write('hello')
print(read('o'))
json.dump({'a': [1, 2]}, open('j', 'w'))
print(json.load(open('j')), read('j'))
print('printed', 5, file=open('p', 'w'))
print(repr(read('p')))
print('more', file=open('p', 'a'))
print(repr(read('p')), os.path.getsize('p'), os.stat('p').st_size, os.lstat('p').st_size)
pickle.dump([1, 'x'], open('k', 'wb'))
print(pickle.load(open('k', 'rb')))
csv.writer(open('c', 'w', newline='')).writerows([[1, 2], ['a', 'b,c']])
print(list(csv.reader(open('c', newline=''))))
open('b', 'wb').write(b'bytes')
shutil.copy('b', 'b2')
open('b', 'wb').write(b'later')
shutil.move('b', 'b3')
print(open('b2', 'rb').read(), open('b3', 'rb').read())
open('l', 'w').write('linked')
os.link('l', 'l2')
os.rename('l', 'l3')
print(read('l2'), read('l3'))
open('s', 'w').write('scan')
print([(e.name, e.stat().st_size) for e in sorted(os.scandir('.'), key=lambda e: e.name) if e.name == 's'], sorted(os.listdir('.')))
open('m.py', 'w').write('x = 42\n')
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
import m
print(m.x)
open('t', 'w').write('0123456789')
os.truncate('t', 4) if hasattr(os, 'truncate') else open('t', 'r+').truncate(4)
print(read('t'))
open('u', 'w').write('gone')
os.unlink('u')
print(os.path.exists('u'))
r = open('o')
open('o', 'a').write(', world')
print(r.read(), r.tell(), os.fstat(r.fileno()).st_size)
open('o', 'r+').write('J')
print(read('o'))
open('o', 'r+b').write(b'K')
print(read('o'))
w = open('o', 'w', encoding='utf-16')
w.write('wide')
del w
print(open('o', encoding='utf-16').read(), os.path.getsize('o'))
open('big', 'w').write('x' * 100000)
print(os.path.getsize('big'))
open('lines', 'w').writelines(str(i) + '\n' for i in range(5))
print(sum(map(int, open('lines'))))


def several():
    a, b = open('a1', 'w'), open('a2', 'w')
    for i in range(3):
        a.write('a%d' % i)
        b.write('b%d' % i)


several()
print(read('a1'), read('a2'))
open('raw', 'wb', 0).write(b'raw')
print(read('raw'))
tempfile.NamedTemporaryFile('w', dir=folder, prefix='named', delete=False).write('temporary')
print([read(n) for n in os.listdir('.') if n.startswith('named')])


# More files than there are descriptors, all dropped.
n = 0
for i in range(3000):
    n += len(open('a1').read(1))
for i in range(3000):
    open('a1', 'rb', 0)
for i in range(300):
    os.listdir('.')
    open('many', 'a').write('x')
print(n, os.path.getsize('many'))

# Files over one descriptor.
f = open('a1')
h = open(f.fileno(), closefd=False)
print(h.read(), f.fileno() == h.fileno())
h.close()
f.seek(0)
print(f.read())
d = os.open('a2', os.O_RDONLY)
k = os.fdopen(d)
print(k.read(2), os.fstat(d).st_size)
k.close()
try:
    os.close(d)
except OSError as e:
    print(e.errno == 9)
del f, h, k, r
gc.collect()
os.chdir('/')
shutil.rmtree(folder)
print(os.path.exists(folder))
