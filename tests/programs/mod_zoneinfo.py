# The native ZoneInfo: rules of all forms, changes, files with mistakes, caches, pickles, derived classes.
# needs: stdlib

import io, struct, zoneinfo, datetime as D
def mk(tz, trans=(), infos=((0,0,b"AAA"),), idx=()):
    names=b""; recs=b""
    for off,dst,n in infos:
        recs+=struct.pack(">lbb",off,dst,len(names)); names+=n+b"\0"
    v1=b"TZif2"+b"\0"*15+struct.pack(">6l",0,0,0,0,0,0)
    v2=b"TZif2"+b"\0"*15+struct.pack(">6l",0,0,0,len(trans),len(infos),len(names))
    return v1+v2+struct.pack(">%dq"%len(trans),*trans)+bytes(idx)+recs+names+b"\n"+tz+b"\n"
def rules():
  for tz in (b"",b"AAA",b"AAA3",b"AA3",b"A3",b"AAA25",b"AAA24",b"AAA168",b"AAA167:59:59",b"AAA3:5",b"AAA3:05:9",b"AAA3:99",b"<+03>-3",b"<+03-3",b"<>3",b"<+03>",b"AAA3BBB",b"AAA3BBB,",b"AAA3BBB2,M3.2.0",b"AAA3BBB,M3.2.0,M11.1.0",b"AAA3BBB2,M3.2.0/2,M11.1.0/3:00:00",b"AAA3BBB,M13.2.0,M11.1.0",b"AAA3BBB,M0.2.0,M11.1.0",b"AAA3BBB,M3.6.0,M11.1.0",b"AAA3BBB,M3.0.0,M11.1.0",b"AAA3BBB,M3.2.7,M11.1.0",b"AAA3BBB,M3.2.0/168,M11.1.0",b"AAA3BBB,M3.2.0/-167,M11.1.0/167",b"AAA3BBB,M3.2.0/1:60,M11.1.0",b"AAA3BBB,J0,J365",b"AAA3BBB,J1,J366",b"AAA3BBB,0,365",b"AAA3BBB,366,1",b"AAA3BBB,1/1,2x",b"AAA3BBB,M3.2,M1.1.1",b"AAA3BBB,Mx,M1.1.1",b"AAA3BBB,M33.2.1,M1.1.1",b"AAA3BBB25,J1,J2",b"AAA3BBBx",b"AAA3BBB,J1,J2,J3",b"AAA+3BBB-4,J1,J2",b"3",b"AAA3:30:30",b"+03-3",b"AAA 3",b"AAA3BBB,J1000,J2",b"AAA3BBB,M3.12.0,M11.1.0",b"AAA3BBB,M003.2.0,M11.1.0",b"AAA3BBB,J1/,J2",b"AAA3BBB,J1/+3,J2/5:3", b"AAA\xff3", b"<A\xff>3", b"AAA3\0BBB"):
    try:
        z=zoneinfo.ZoneInfo.from_file(io.BytesIO(mk(tz)),key="k")
        print(tz,[ (z.utcoffset(d),z.dst(d),z.tzname(d),z.utcoffset(None)) for d in (D.datetime(2020,m,15,fold=f) for m in (1,7) for f in (0,1))])
        e=D.datetime(2020,1,1,tzinfo=z)
        print([ (e+D.timedelta(hours=h)).replace(tzinfo=D.UTC).astimezone(z).isoformat() for h in range(0,366*24,277)])
    except BaseException as e: print(tz,type(e).__name__,e)
  for a in ((b"",()  ,()),(b"",(1,2),((3600,1,b"DST"),),(0,0)),(b"AAA3",(1,2,3),((3600,1,b"DST"),(0,0,b"STD"),(7200,1,b"DDT")),(0,1,2)),(b"",(1,),((0,0,b"X"),),(5,))):
    try:
        z=zoneinfo.ZoneInfo.from_file(io.BytesIO(mk(*a)))
        print([(z.utcoffset(d),z.dst(d),z.tzname(d),z.utcoffset(None)) for d in (D.datetime(1970,1,1,0,0,s,fold=f) for s in range(6) for f in (0,1))], z.key, str(z)[:30])
    except BaseException as e: print(type(e).__name__,e)

rules()
import pickle, copy

class F:
    def __init__(self, key): self.key = key
    def __repr__(self): return "F"

z = zoneinfo.ZoneInfo.from_file(io.BytesIO(mk(b"CET-1CEST,M3.5.0,M10.5.0/3", (0, 10**7, 2*10**7, 3 * 10**7), ((3600, 0, b"CET"), (7200, 1, b"CEST")), (0, 1, 0, 1))), key="Here/There")
def show(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, e)
show(lambda: (repr(z), str(z), z.key))
for s in range(-10**7, 5 * 10**7, 1234567):
    d = D.datetime.fromtimestamp(s, z)
    print(d, d.fold, d.tzname(), d.dst(), (d + D.timedelta(hours=3)).isoformat(), d.timestamp() == s)
for s in (0, 10**7, 2 * 10**7, 3 * 10**7):
    for k in (-7200, -3601, -3600, -1, 0, 1, 3599, 3600, 7200):
        d = D.datetime.fromtimestamp(s + k, z)
        print(d, d.fold, d.replace(fold=0).utcoffset(), d.replace(fold=1).utcoffset(), hash(d) == hash(d.astimezone(D.UTC)), d == d.astimezone(D.UTC))
class Sub(D.datetime): pass
for y in (1969, 1970, 1971, 2024, 9999):
    for m in (1, 4, 7, 10, 12):
        d = Sub(y, m, 28, 2, 30, tzinfo=z)
        print(repr(d), d.utcoffset(), z.fromutc(d) if y < 9999 else "")
for f in (lambda: pickle.dumps(z), lambda: z.utcoffset(None), lambda: z.utcoffset(1), lambda: z.fromutc(1), lambda: z.fromutc(D.datetime(1, 1, 1)), lambda: zoneinfo.ZoneInfo(), lambda: zoneinfo.ZoneInfo("no/where"),
          lambda: zoneinfo.ZoneInfo.from_file(F(1)), lambda: zoneinfo.ZoneInfo.from_file(), lambda: zoneinfo.ZoneInfo.no_cache("../x"), lambda: zoneinfo.ZoneInfo.clear_cache(1), lambda: zoneinfo.ZoneInfo.clear_cache(only_keys=1),
          lambda: zoneinfo.ZoneInfo._unpickle("a"), lambda: zoneinfo.ZoneInfo._unpickle("a/b", 256), lambda: zoneinfo.ZoneInfo._unpickle("a/b", -1), lambda: z.__reduce__(), lambda: D.time(1, tzinfo=z).utcoffset(), lambda: setattr(z, "key", 1), lambda: repr(zoneinfo.ZoneInfo.from_file(io.BytesIO(mk(b"A3"))))[:40]):
    show(f)
import zoneinfo._tzpath, zoneinfo._common, tempfile, os
folder = tempfile.mkdtemp()
os.mkdir(folder + "/Q")
for i in range(12):
    with open(f"{folder}/Q/Z{i}", "wb") as out: out.write(mk(b"Q%d" % i))
zoneinfo.reset_tzpath([folder])
class Own(zoneinfo.ZoneInfo): pass
for cls in (zoneinfo.ZoneInfo, Own):
    all = [cls(f"Q/Z{i}") for i in range(12)]
    print([cls(f"Q/Z{i}") is all[i] for i in range(12)], cls.no_cache("Q/Z1") is all[1], repr(all[3]), type(all[3]).__name__)
    cls.clear_cache(only_keys=["Q/Z3", "Q/Z4"])
    print([cls(f"Q/Z{i}") is all[i] for i in range(12)])
    cls.clear_cache()
    print([cls(f"Q/Z{i}") is all[i] for i in range(12)])
    for p in range(6):
        b = pickle.dumps([cls("Q/Z5"), cls.no_cache("Q/Z6"), D.datetime(2020, 1, 1, tzinfo=cls("Q/Z5"))], p)
        x = pickle.loads(b)
        print(b, x[0] is cls("Q/Z5"), x[1] is cls("Q/Z6"), x)
    print(copy.copy(all[0]) is cls("Q/Z0"), copy.deepcopy(all[0]), D.time(3, tzinfo=all[2]).isoformat(), D.datetime(2020, 1, 1, tzinfo=all[2]).isoformat())
