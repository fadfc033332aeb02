# Attributes of dates, times and spans in hot code, of derived classes too.
# needs: stdlib

import datetime as D
class S(D.datetime): pass
class T(D.date):
    year = 5
def f(x): return (x.year, x.month, x.day, x.hour, x.minute, x.second, x.microsecond, x.fold, x.tzinfo)
def g(x): return (x.hour, x.minute, x.second, x.microsecond, x.fold, x.tzinfo)
def h(x): return (x.days, x.seconds, x.microseconds)
def k(x): return (x.year, x.month, x.day)
r=set()
for i in range(4000):
    r.add(f(D.datetime(2020,12,31,23,59,58,999999,D.UTC,fold=1))); r.add(f(S(9999,1,2,3,4,5,6))); r.add(g(D.time(23,1,2,999999,fold=1))); r.add(h(D.timedelta(-999999999))); r.add(h(D.timedelta(999999999,86399,999999)))
    r.add(k(D.date(1,2,3))); r.add(k(T(1,2,3))); r.add(k(D.datetime(7,8,9)))
for x in sorted(map(str,r)): print(x)
def m(x):
    try: return x.year()
    except TypeError as e: return str(e)
print({m(D.date(1,1,1)) for i in range(4000)})
