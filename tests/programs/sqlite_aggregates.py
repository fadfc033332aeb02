# needs: stdlib
# The module sqlite3: aggregates whose statements are dropped half-way.
import gc, sqlite3, warnings

warnings.simplefilter("ignore")
class A:
    def __init__(self): self.s=0
    def step(self,x): self.s+=x
    def finalize(self): return self.s
def mk():
    con=sqlite3.connect(":memory:"); con.create_aggregate("ag",1,A); con.execute("create table t(x,y)")
    con.executemany("insert into t values(?,?)",[(i,i%5) for i in range(100)]); con.execute("create index i on t(y)")
    return con
con=mk(); c=con.execute("select y, ag(x) from t group by y"); print(c.fetchone()); con.close()
con=mk(); c=con.execute("select y, ag(x) from t group by y"); print(c.fetchone()); c.close(); print(con.execute("select 1").fetchone())
con=mk(); c=con.execute("select y, ag(x) from t group by y"); print(c.fetchone()); del c; gc.collect(); print(con.execute("select 1").fetchone())
con=mk(); c=con.execute("select y, ag(x) from t group by y"); print(c.fetchone()); c.execute("select 2"); print(c.fetchone())
con=mk()
def bad(x):
    if x>30: 1/0
    return x
con.create_function("bad",1,bad)
try: print(con.execute("select y, ag(bad(x)) from t group by y").fetchall())
except sqlite3.Error as e: print(e)
del con, c; gc.collect(); print("end")
