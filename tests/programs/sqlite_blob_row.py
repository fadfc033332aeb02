# needs: stdlib
# The module sqlite3: blobs and rows.
import sqlite3


def t(f):
    try:
        r = repr(f())
        print(r if " at 0x" not in r else r.split(" at 0x")[0])
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "sqlite_errorname", None))


con=sqlite3.connect(":memory:")
con.execute("create table b(x blob)"); con.execute("insert into b values(zeroblob(10))")
b=con.blobopen("b","x",1)
t(lambda: b.read(-5)); t(lambda:b.seek(2)); t(lambda:b.read("x")); t(lambda:b.read(3)); t(lambda:b.tell()); t(lambda:b.seek(100)); t(lambda:b.seek(-1)); t(lambda:b.seek(1,5));t(lambda:b.seek(-2,2)); t(lambda:b.tell()); t(lambda:b.write(b"abcdef")); t(lambda:b.write("x")); t(lambda:b.write(b"zz")); t(lambda:b.tell())
t(lambda:b[0]); t(lambda:b[-1]); t(lambda:b[10]); t(lambda:b[1:3]); t(lambda:b[::2]); t(lambda:b["x"]); t(lambda:b[2**100])
def st(k,v): b[k]=v
t(lambda:st(0,1)); t(lambda:st(0,256)); t(lambda:st(0,b"a")); t(lambda:st(slice(0,2),b"abc")); t(lambda:st(slice(0,2),b"ab")); t(lambda:st(slice(0,4,2),b"ab")); t(lambda:st(slice(0,4,2),3)); t(lambda: b.__delitem__(0)); t(lambda: b.__delitem__(slice(0,1)));t(lambda:st("a",1)); t(lambda:st(0,2**100)); t(lambda:st(100,1)); t(lambda:st(slice(0,0),b""))
t(lambda: list(b)); t(lambda: 1 in b); t(lambda: b+b); t(lambda: b*2); t(lambda: b.__enter__()); t(lambda: b.__exit__(1)); t(lambda: b.__exit__(None,None,None)); t(lambda: len(b)); t(lambda: b.read()); t(lambda:b.close()); t(lambda:b[0]); t(lambda:b.__enter__())
r=con.blobopen("b","x",1,readonly=True)
t(lambda: r.write(b"x"))
t(lambda: r.seek(2**40)); t(lambda: r.read(2**40))
con.close()
t(lambda: r.read()); t(lambda: r.close())
con=sqlite3.connect(":memory:")
con.row_factory=sqlite3.Row
row=con.execute("select 1 as a, 2 as B").fetchone()
t(lambda: row["a"]); t(lambda: row["A"]); t(lambda: row["b"]); t(lambda: row["c"]); t(lambda: row[0]); t(lambda: row[-1]); t(lambda: row[2]); t(lambda: row[-3]); t(lambda: row[2**100]); t(lambda: row[0:1]); t(lambda: row[1.5]); t(lambda: row[None])
class MyRow(sqlite3.Row): pass
t(lambda: MyRow(con.cursor(),(1,)))
