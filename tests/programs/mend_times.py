# The zone that TZ names; the times of files.
# needs: stdlib
# needs: process
import os
import shutil
import tempfile
import time

moments = [0, 86400 * 90, 951782400, 1000000000, 1616893199, 1616893200, 1635641999, 1635642000, 1700000000, 1720000000, 2000000000, 4000000000]
for zone in ('UTC', 'CET-1CEST,M3.5.0,M10.5.0/3', 'EST+05EDT,M4.1.0,M10.5.0', 'AEST-10AEDT-11,M10.5.0,M3.5.0', 'XXX3', '<+0330>-3:30', '<-03>3<-02>,M3.5.0/-2,M10.5.0/-1',
             'STD-1:30:15', 'UTC+03', 'ABC0DEF,J60/1,J300/5', 'ABC0DEF,59,299/5', ':UTC0', ''):
    os.environ['TZ'] = zone
    time.tzset()
    year = time.localtime(1700000000)
    print(repr(zone), time.tzname[0], time.timezone)
    if ',' in zone:
        print(time.tzname, time.altzone, time.daylight)
    for m in moments:
        x = time.localtime(m)
        print(m, tuple(x), x.tm_zone, x.tm_gmtoff, time.mktime(x) == m, time.strftime('%Y-%m-%d %H:%M:%S %Z %z', x), time.ctime(m))
    print(time.mktime((2021, 7, 1, 12, 0, 0, 0, 0, -1)), time.mktime((2021, 1, 1, 12, 0, 0, 0, 0, -1)))
del os.environ['TZ']
time.tzset()

folder = tempfile.mkdtemp()
p, q = os.path.join(folder, 'p'), os.path.join(folder, 'q')
with open(p, 'w') as f:
    f.write('x')
os.symlink(p, q)


def show(f):
    try:
        r = f()
        s = os.stat(p)
        print(r, s.st_atime_ns, s.st_mtime_ns, s.st_atime, s.st_mtime, s.st_mtime == os.path.getmtime(p))
    except Exception as e:
        print(type(e).__name__, str(e).replace(folder, ''))


show(lambda: os.utime(p, (1, 2)))
show(lambda: os.utime(p, (1.25, 2.000000001)))
show(lambda: os.utime(p, (-1.5, -2)))
show(lambda: os.utime(p, (1700000000.123456789, 1.1)))
show(lambda: os.utime(p, ns=(1700000000123456789, 1600000000987654321)))
show(lambda: os.utime(p, ns=(-1, 5)))
show(lambda: os.utime(p, (True, False)))
for a, k in (((p, (1, 2)), {'ns': (1, 2)}), ((p, 5), {}), ((p, (1,)), {}), ((p, [1, 2]), {}), ((p,), {'ns': 5}), ((p,), {'ns': [1, 2]}), ((p, ('a', 1)), {}), ((p, (float('nan'), 1)), {}),
             ((p, (1e300, 1)), {}), ((p, (2 ** 70, 1)), {}), ((p + '!', (1, 1)), {}), ((p, None), {'ns': None})):
    show(lambda: os.utime(*a, **k))
before = time.time()
os.utime(p)
print(abs(os.stat(p).st_mtime - before) < 100)
os.utime(p, None)
os.utime(p, ns=(111, 222))
os.utime(q, ns=(5000000333, 6000000444), follow_symlinks=False)
print(os.lstat(q).st_mtime_ns, os.stat(q).st_mtime_ns)
os.utime(q, ns=(7, 8))
print(os.lstat(q).st_mtime_ns, os.stat(p).st_mtime_ns)
with open(p, 'r+b') as f:
    os.utime(f.fileno(), (3, 4))
    print(os.fstat(f.fileno()).st_mtime_ns)
with open(p, 'w') as f:
    f.write('copied')
os.utime(p, ns=(1700000000123456789, 1600000000987654321))
shutil.copy2(p, q + '2')
print(os.stat(q + '2').st_mtime_ns, open(q + '2').read())
shutil.copystat(p, q)
shutil.copytree(folder, folder + '2')
print(os.stat(folder + '2/p').st_mtime_ns)
shutil.rmtree(folder)
shutil.rmtree(folder + '2')
