# needs: stdlib
# The module sqlite3: functions, aggregates, collations and handlers of programs.
import sqlite3, sys


def t(f):
    try:
        r = repr(f())
        print(r if " at 0x" not in r else r.split(" at 0x")[0])
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "sqlite_errorname", None))



def bad(*a):
    1 / 0

con=sqlite3.connect(":memory:")
con.create_function("bad",-1,bad)
sqlite3.enable_callback_tracebacks(True)
def uh(u): print("unraisable", u.exc_type, u.exc_value, u.err_msg, getattr(u.object, "__name__", u.object))
sys.unraisablehook=uh
t(lambda: con.execute("select bad()"))
class A:
    def __init__(self): pass
    def step(self,x): 1/0
    def finalize(self): return 1
con.create_aggregate("ag",1,A)
t(lambda: con.execute("select ag(1)"))
class A2:
    def step(self,x): pass
    def finalize(self): 1/0
con.create_aggregate("ag2",1,A2); t(lambda: con.execute("select ag2(1)"))
class A3:
    def __init__(self): 1/0
con.create_aggregate("ag3",1,A3); t(lambda: con.execute("select ag3(1)"))
class A4: pass
con.create_aggregate("ag4",1,A4); t(lambda: con.execute("select ag4(1)"))
class A5:
    def step(self,x): pass
con.create_aggregate("ag5",1,A5); t(lambda: con.execute("select ag5(1)")); t(lambda: con.execute("select ag5(1) where 0").fetchall())
class W:
    def step(self,x): pass
    def value(self): 1/0
    def inverse(self,x): pass
    def finalize(self): pass
con.create_window_function("w",1,W); con.execute("create table n(x)"); con.executemany("insert into n values(?)",[(i,) for i in range(5)])
t(lambda: con.execute("select w(x) over (order by x) from n").fetchall())
class W2:
    def step(self,x): pass
con.create_window_function("w",1,W2)
t(lambda: con.execute("select w(x) over (order by x) from n").fetchall())
con.create_window_function("w",1,None)
t(lambda: con.execute("select w(x) over (order by x) from n").fetchall())
for v in (2**70, "x"*3, b"abc", None, 1.5, object(), True, "\ud800", bytearray(b"x"), memoryview(b"zz"), float("nan"), [1]):
    con.create_function("v",0,lambda: v)
    t(lambda: con.execute("select v()").fetchall())
con.create_collation("c", lambda a,b: 1/0)
t(lambda: con.execute("select x from (select 'a' as x union select 'b') order by x collate c").fetchall())
con.create_collation("c", lambda a,b: "x")
t(lambda: con.execute("select x from (select 'a' as x union select 'b') order by x collate c").fetchall())
con.create_collation("c", lambda a,b: 2**100)
t(lambda: con.execute("select x from (select 'a' as x union select 'b') order by x collate c").fetchall())
con.create_collation("c", None)
t(lambda: con.execute("select x from (select 'a' as x union select 'b') order by x collate c").fetchall())
con.set_authorizer(bad); t(lambda: con.execute("select 1")); 
con.set_authorizer(lambda *a: "x"); t(lambda: con.execute("select 1"))
con.set_authorizer(lambda *a: 2**100); t(lambda: con.execute("select 1"))
con.set_authorizer(lambda *a: print(a) or 0); t(lambda: con.execute("select * from n where x=1"))
con.set_authorizer(None)
con.set_progress_handler(bad,1); t(lambda: con.execute("select 1 union select 2 union select 3")); 
con.set_progress_handler(lambda: 1,1); t(lambda: con.execute("select 1 union select 2 union select 3")); 
con.set_progress_handler(None,1)
con.set_trace_callback(print); con.execute("insert into n values(?)",(3,)); con.execute("select ?, ?", ("x"*3, b"a")); 
con.set_trace_callback(bad); con.execute("select 1"); con.set_trace_callback(None)
t(lambda: con.execute("select ?,:b,$c,@d,?7",{}))
con.commit()
t(lambda: con.deserialize(b"x"*5)); t(lambda: con.execute("select * from n"))
con.close()
