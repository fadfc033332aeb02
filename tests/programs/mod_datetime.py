# The native datetime: errors of all its functions, states of pickles, damaged and half-made objects, texts.
# needs: stdlib

import warnings

warnings.simplefilter("ignore")
import datetime as D
def t(f,*a,**k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
t(D.date); t(D.date,1); t(D.date,1,2,3,4); t(D.date,1,2,"x"); t(D.date,1,2,3.0); t(D.date,x=1); t(D.date,1,2,3,year=4); t(D.date,10000,1,1);t(D.date,1,13,1);t(D.date,1,1,32); t(D.date,2**31,1,1);t(D.date,2**70,1,1); t(D.date,year=1,month=2,foo=4)
t(D.date,1,2,3,foo=4); t(D.date,1,2,foo=4,day=3); t(D.date,1,2); t(D.date,1,year=2)
t(D.datetime); t(D.datetime,1,2,3,4,5,6,7,8); t(D.datetime,1,2,3,4,5,6,7,None,8); t(D.datetime,1,2,3,25);t(D.datetime,1,2,3,4,60);t(D.datetime,1,2,3,4,5,60);t(D.datetime,1,2,3,4,5,6,1000000); t(D.datetime,1,2,3,fold=2)
t(D.datetime,1,2,3,tzinfo=4); t(D.time,1,2,3,4,5,6);t(D.time,fold=3);t(D.time,24);t(D.time,"a"); t(D.time,foo=1)
t(D.timedelta,1,2,3,4,5,6,7,8); t(D.timedelta,foo=1); t(D.timedelta,1,days=2); t(D.timedelta,"a"); t(D.timedelta,float('nan')); t(D.timedelta,float('inf')); t(D.timedelta,10**9);t(D.timedelta,10**20); t(D.timedelta,1e20); t(D.timedelta,10**30)
t(D.timezone); t(D.timezone,1); t(D.timezone,D.timedelta(1)); t(D.timezone,D.timedelta(0),1); t(D.timezone,D.timedelta(0),None); t(D.timezone,offset=D.timedelta(0),nme="x"); t(D.timezone,D.timedelta(0),"x","y")
t(D.date.fromordinal,0); t(D.date.fromordinal,-5); t(D.date.fromordinal,4000000); t(D.date.fromordinal,2**40);t(D.date.fromordinal,1.0);t(D.date.fromordinal)
t(D.date.fromisocalendar,1,2); t(D.date.fromisocalendar,1,60,1); t(D.date.fromisocalendar,1,1,8); t(D.date.fromisocalendar,0,1,1); t(D.date.fromisocalendar,2**40,1,1); t(D.date.fromisocalendar,9999,53,1);t(D.date.fromisocalendar,year=2020,week=1,day=1)
d=D.date(2020,1,1)
t(d.replace,1,2,3,4); t(d.replace,foo=1); t(d.replace,year=0); t(d.replace,"a"); t(d.replace, year=2**40); t(d.replace,1,year=2)
t(d.strftime); t(d.strftime,1); t(d.strftime,"a","b"); t(d.strftime,format="%Y"); t(d.__format__); t(d.__format__,1); t(d.strftime,"\ud800"); t(d.strftime,"a\0b %f %z %Z %:z %:")
dt=D.datetime(2020,1,1)
t(dt.replace,tzinfo=1); t(dt.isoformat,1); t(dt.isoformat,"ab"); t(dt.isoformat,timespec="x"); t(dt.isoformat,timespec=1);t(dt.isoformat,timespec="a\0"); t(dt.isoformat,"x","hours"); t(dt.isoformat,"\u1234","hours"); t(dt.isoformat,foo=1); t(dt.isoformat,'a','b','c')
t(dt.astimezone,1); t(dt.astimezone,foo=1); t(dt.astimezone,1,2); t(D.datetime.now,1); t(D.datetime.now,1,2); t(D.datetime.now,foo=1); t(D.datetime.fromtimestamp); t(D.datetime.fromtimestamp,"a"); t(D.datetime.fromtimestamp,1e30); t(D.datetime.fromtimestamp,1,2);t(D.datetime.fromtimestamp,1,foo=2);t(D.datetime.fromtimestamp,float('nan')); t(D.datetime.fromtimestamp, 1e15); t(D.date.fromtimestamp,1e30);t(D.date.fromtimestamp,float('nan'));t(D.date.fromtimestamp,'a'); t(D.date.fromtimestamp,1e15);t(D.date.fromtimestamp,10**30)
t(D.datetime.strptime,1,2);t(D.datetime.strptime,"a");t(D.datetime.combine,1,2);t(D.datetime.combine,d,1);t(D.datetime.combine,d,D.time(),1);t(D.datetime.combine);t(D.datetime.combine,d,D.time(),foo=1)
t(D.datetime.fromisoformat,1);t(D.datetime.fromisoformat,"abc");t(D.date.fromisoformat,b"a");t(D.time.fromisoformat,"x"*3); t(D.time.fromisoformat,"25:00")
t(D.time().isoformat,"a","b"); t(D.time().isoformat,1); t(D.time().replace,"a"); t(D.time().replace,foo=1)
t(dt.__reduce_ex__);t(dt.__reduce_ex__,"a");t(dt.__reduce_ex__,4);t(dt.__reduce__)
t(lambda: dt<D.datetime(1,1,1,tzinfo=D.UTC)); t(lambda: dt-D.datetime(1,1,1,tzinfo=D.UTC)); t(lambda: dt<1); t(lambda: dt<d); t(lambda: dt-d);t(lambda: d-dt);t(lambda:dt+dt);t(lambda:d+1);t(lambda:D.date.max+D.timedelta(1)); t(lambda:D.datetime.min-D.timedelta(1)); t(lambda:D.timedelta.max+D.timedelta(1)); t(lambda:-D.timedelta.max); t(lambda:-D.timedelta.min); t(lambda:D.timedelta(1)/0);t(lambda:D.timedelta(1)//0);t(lambda:D.timedelta(1)/0.0);t(lambda:D.timedelta(1)%0);t(lambda:D.timedelta(1)/D.timedelta(0));t(lambda:D.timedelta(1)//D.timedelta(0));t(lambda:D.timedelta(1)%D.timedelta(0));t(lambda:divmod(D.timedelta(1),D.timedelta(0)));t(lambda:D.timedelta(1)*"a");t(lambda:D.timedelta(1)*float('nan'));t(lambda:D.timedelta(1)*1e300); t(lambda:D.timedelta(1)*10**10)
t(D.tzinfo().utcoffset,1); t(D.tzinfo().fromutc,1); t(D.tzinfo().fromutc,dt); t(D.UTC.utcoffset,1); t(D.UTC.fromutc,1); t(D.UTC.fromutc,dt);  
class X(D.datetime):pass
t(X,1,2,3);t(repr,X(1,2,3,tzinfo=D.UTC,fold=1));t(lambda:X(1,2,3)+D.timedelta(1)); t(D.datetime.utcnow,1); t(D.datetime.utcfromtimestamp); 
I=type(d.isocalendar()); t(I,1,2,3);t(I,1,2);t(I);t(I,1,2,"x"); t(I,1,2,3,4);t(I,year=1,week=2,weekday=3); t(repr,d.isocalendar())
t(lambda:type("Z",(I,),{})); t(lambda:type("Z",(D.timezone,),{}))
t(setattr,d,"year",1); t(setattr,D.timedelta(1),"days",1);t(delattr,D.timedelta(1),"days"); t(setattr,d,"foo",1); t(setattr,D.date,"foo",1)
t(D.date,b"\x07\xe4\x01\x01"); t(D.date,b"\x07\xe4\x0d\x01"); t(D.date,"\x07\xe4\x01\x01"); t(D.date,"\x07\u1234\x01\x01"); t(D.date,b"\x00\x00\x01\x00"); t(D.date,b"\x07\xe4\x01\x01",1)
t(D.datetime,b"\x07\xe4\x81\x01\x01\x02\x03\x04\x05\x06"); t(D.datetime,b"\x07\xe4\x81\x01\x01\x02\x03\x04\x05\x06",1); t(D.datetime,b"\x07\xe4\x81\x01\x01\x02\x03\x04\x05\x06",D.UTC); t(D.datetime,"\x07\xe4\x81\x01\x01\x02\x03\x04\x05\u1234"); t(D.time,b"\x81\x01\x02\x03\x04\x05"); t(D.time,"\x81\x01\x02\x03\x04\u2345"); t(D.time,b"\x81\x01\x02\x03\x04\x05",3); t(D.time,b"\x99\x01\x02\x03\x04\x05"); t(D.datetime,b"\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff")
t(D.date,b"\x07\xe4\x01\x01",month=1); t(lambda:D.datetime(b"\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff").isoformat())
t(lambda:D.datetime(b"\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff").timestamp())
t(lambda:D.datetime(b"\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff").weekday())
t(lambda:D.datetime(b"\xff\xff\x01\xff\xff\xff\xff\xff\xff\xff")+D.timedelta(1))
t(lambda:D.datetime(b"\x00\x00\x01\xff\xff\xff\xff\xff\xff\xff").toordinal())
t(lambda:D.date(b"\x00\x00\x01\x01").isocalendar())
t(lambda:D.date(b"\x00\x00\x01\x01").timetuple())
t(lambda:D.date(b"\x00\x00\x01\x01").weekday())
t(D.date.fromisocalendar,2**31,1,1)
t(D.datetime.fromtimestamp,-1e11); t(D.datetime.fromtimestamp,253402300800)
import datetime as D
def t(f,*a,**k):
    try: print(repr(f(*a,**k)))
    except BaseException as e: print(type(e).__name__, e)
t(D.date.fromisocalendar,2**31,1,1)
t(D.datetime.fromtimestamp,-1e11); t(D.datetime.fromtimestamp,253402300800);t(D.datetime.fromtimestamp,1e17);t(D.datetime.fromtimestamp,1e18)
t(D.datetime.fromtimestamp,-62135596800.0);t(D.datetime.fromtimestamp,-62135596800.0+86400)
t(D.datetime.fromtimestamp,67768036191676799); t(D.datetime.fromtimestamp,67768036191676800)
t(D.datetime.min.timestamp); t(D.datetime.max.timestamp);t(D.datetime.max.astimezone);t(D.datetime.min.astimezone)
t(D.date,1,2,3,**{'yaer':1}); t(D.date,1,2,dya=1);t(D.datetime,1,2,3,huor=4); t(D.datetime.fromtimestamp,1,timestmp=2)
t(D.datetime,1,2,3,4,5,6,7,None,8,9); t(D.datetime,1,2,3,4,5,6,7,None,8,fold=9)
t(D.time.fromisoformat,""); t(D.time.fromisoformat,"T"); t(D.datetime.fromisoformat,"2020-01-01\ud80012"); t(D.date.fromisoformat,"2020\ud800"); t(D.time.fromisoformat,"12\ud80012")
t(D.datetime(2020,1,1).__format__,"\ud800%Y")
t(lambda:D.timedelta(1).__add__(1)); t(lambda:D.date.__radd__(D.date.max,D.timedelta(-1)))

for s in ("2020", "2020-01-01", "20200101", "2020W011", "2020-W01", "2020-W01-1", "2020W01", "2020-W53-7", "2021-W53-7", "2020-1-1", "2020-W01-12", "0001-W01-1", "9999-W52-6",
          "2020-01-01T", "2020-01-01T12", "2020-01-01 12:30", "2020-01-01x12:30:45", "20200101T123045", "20200101T123045,123", "2020-01-01T12:30:45.1234567890Z",
          "2020-01-01T12:30:45+01", "2020-01-01T12:30:45-0130", "2020-01-01T12:30:45+01:30:15.5", "2020-01-01T12:30:45+24:00", "2020-01-01T24:00", "2020-W01-1T12Z",
          "2020W0112", "2020W01112", "2020-01-01T12:3045", "2020-01-01T1230:45", "2020-01-01T12:30:45+0130:15", "2020-01-01\u123412:30", "2020-01-01\U0001f60012:30", "2020-01-01\xe912"):
    for f in (D.date.fromisoformat, D.datetime.fromisoformat):
        t(f, s)
for s in ("T12", "12", "12:30", "1230", "12:30:45.5", "123045.123456", "T12Z", "12:30-05", "12:30+0530", "1", "12:", "12:3", "T", "12:30:45.", "12:30:45.x", "12Z5", "12+", "-12", "12:30:60", "T123045,1+01:02:03.000004"):
    t(D.time.fromisoformat, s)
for td in (D.timedelta(0), D.timedelta(1), D.timedelta(-1), D.timedelta(0, 1, 2), D.timedelta(-1, 86399, 999999), D.timedelta(5, 5), D.timedelta.min, D.timedelta.max, D.timedelta(weeks=1.5, hours=-2.25, microseconds=.5)):
    print(repr(td), td, bool(td), td.total_seconds(), abs(td) if td != D.timedelta.min else "", td / 7, td // 7, td * .1 if abs(td.days) < 10**8 else "", td.__reduce__())
for f in (.5, 1.5, 2.5, -.5, -1.5, 1e-7, 5e-7, 1.0000005):
    print(D.timedelta(microseconds=f), D.timedelta(milliseconds=f), D.timedelta(seconds=f), D.timedelta(days=f), D.timedelta(1) * f, D.timedelta(1) / f if f > 1e-4 else "")
for n in (3, -3, 2, -2, 7, -7, 10**30, -10**30):
    print([D.timedelta(microseconds=k) / n for k in (-3, -1, 1, 3, 5, 10**15)], D.timedelta.max / n, D.timedelta.max // n)
for tz in (None, D.UTC, D.timezone(D.timedelta(hours=5, minutes=30)), D.timezone(-D.timedelta(hours=3, seconds=1, microseconds=7), "me%Y")):
    x = D.datetime(2021, 3, 4, 5, 6, 7, 89, tz, fold=1)
    print(repr(x), x, x.isoformat(" ", "milliseconds"), x.strftime("%a %d %H:%M:%S.%f [%z] [%:z] [%Z] %% %"), x.timetz(), x.utcoffset(), x.dst(), x.tzname(), x.utctimetuple()[:])
    print(repr(x.timetz()), x.timetz().isoformat("minutes"), x.timetz().strftime("%H %f %z %Z"), x.__reduce_ex__(4), x.__reduce_ex__(2), x.time().__reduce_ex__(4))
    print(f"{x}", f"{x:%Y-%m}", f"{x.date():%j}", x.ctime(), x.isocalendar(), x.date().isocalendar()[:], x.weekday(), x.isoweekday(), x.toordinal(), repr(tz))
    if tz:
        print(x.timestamp(), x.astimezone(D.UTC), x.astimezone(D.timezone(D.timedelta(hours=-7))), hash(x) == hash(x.astimezone(D.UTC)), x == x.astimezone(D.UTC), x - D.datetime(2000, 1, 1, tzinfo=D.UTC))


class Odd(D.tzinfo):
    def __init__(self, offset=None, dst=None, name=None):
        self.o, self.d, self.n = offset, dst, name

    def __repr__(self):
        return "Odd"

    def utcoffset(self, dt):
        return self.o

    def dst(self, dt):
        return self.d

    def tzname(self, dt):
        return self.n


for z in (Odd(), Odd(1, 2, 3), Odd(D.timedelta(1), D.timedelta(1), b"x"), Odd(D.timedelta(hours=1), D.timedelta(0), "%Z"), Odd(D.timedelta(hours=1), None, "a"), Odd(D.timedelta(hours=2), D.timedelta(hours=1), "b")):
    x = D.datetime(2020, 6, 1, tzinfo=z)
    for f in (x.utcoffset, x.dst, x.tzname, x.isoformat, lambda: x.strftime("%Z %z"), lambda: hash(x) == hash(x.replace(fold=1)), x.timetuple, x.utctimetuple, lambda: x == D.datetime(2020, 6, 1, tzinfo=D.UTC), lambda: x < D.datetime(2020, 6, 1, tzinfo=D.UTC),
              lambda: x - D.datetime(2020, 6, 1, tzinfo=D.UTC), lambda: z.fromutc(x), lambda: D.time(1, tzinfo=z) < D.time(1, tzinfo=D.UTC), x.timestamp, lambda: x.astimezone(D.UTC)):
        t(f)


class Strange(D.datetime):
    def __new__(cls, *a, **k):
        return 5 if len(a) == 8 else D.datetime.__new__(cls, *a, **k)


s = Strange(2020, 1, 1, tzinfo=Odd(D.timedelta(hours=2), D.timedelta(hours=1), "b"))
for f in (lambda: s + D.timedelta(1), lambda: s.replace(year=3), s.date, s.timetz):
    t(f)


class Num(int):
    def __mul__(self, other):
        return "no"

    __rmul__ = __mul__


class Ratio(float):
    def as_integer_ratio(self):
        return self.r


t(D.timedelta, Num(3)); t(lambda: D.timedelta(1) * Num(3))
for r in (1, (1,), (1, 2), ("a", "b"), (1, 0), (3, -2)):
    x = Ratio(1.5); x.r = r
    t(lambda: D.timedelta(1) * x); t(lambda: D.timedelta(1) / x)
import copy, pickle
for x in (D.date(2020, 2, 29), D.datetime(2020, 2, 29, 1, tzinfo=D.UTC, fold=1), D.time(1, 2, 3, 4, D.timezone(D.timedelta(hours=1), "x")), D.timedelta(-1, 2, 3), D.UTC, D.timezone.min, D.date(2020, 2, 29).isocalendar(), D.tzinfo()):
    for p in range(6):
        b = pickle.dumps(x, p)
        print(b, pickle.loads(b) == x)
    print(copy.copy(x) == x, copy.deepcopy(x) == x)
print(pickle.loads(b"cdatetime\ndate\n(S'\\x07\\xdf\\x0b\\x1b'\ntR.", encoding="latin1"), pickle.loads(b"cdatetime\ndatetime\n(S'\\x07\\xdf\\x0b\\x1b\\x14;\\x01\\x00\\x10\\x00'\ntR.", encoding="bytes"))
