# needs: stdlib
# The module sqlite3: transactions, types, scripts, dumps, copies, threads, files.
import datetime, os, sqlite3, tempfile, threading, warnings

warnings.simplefilter("ignore")
con = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES | sqlite3.PARSE_COLNAMES)
con.execute("create table t(a integer primary key, b text not null, c date, d timestamp, e json(5))")
sqlite3.register_converter("json", lambda b: b[::-1])
sqlite3.register_adapter(complex, lambda z: f"{z.real};{z.imag}")
with con:
    con.execute("insert into t values(null, ?, ?, ?, ?)", ("x", datetime.date(2020, 1, 2), datetime.datetime(2020, 1, 2, 3, 4, 5), "abc"))
    con.executemany("insert into t(b, e) values(:b, :e)", [{"b": "y", "e": 1j}, {"b": "é\U0001f600", "e": None}])
print(con.in_transaction, con.total_changes)
cu = con.execute("select *, a as 'x [json]' from t order by a")
print(cu.description, cu.rowcount, cu.lastrowid)
print(cu.fetchall())
try:
    with con:
        con.execute("update t set b = 'z'")
        print(con.in_transaction)
        con.execute("insert into t(b) values(null)")
except sqlite3.IntegrityError as e:
    print(e, e.sqlite_errorcode, e.sqlite_errorname)
print([r[0] for r in con.execute("select b from t")])
for level in (None, "", "DEFERRED", "immediate", "EXCLUSIVE"):
    con.isolation_level = level
    con.execute("delete from t where a = 99")
    print(con.isolation_level, con.in_transaction)
    con.rollback()
for mode in (True, False, sqlite3.LEGACY_TRANSACTION_CONTROL):
    with sqlite3.connect(":memory:", autocommit=mode) as c:
        print(c.autocommit, c.in_transaction)
        c.execute("create table q(x)")
        c.execute("insert into q values(1)")
        print(c.in_transaction)
        c.rollback() if mode is not False else c.commit()
        print(c.in_transaction, c.execute("select count(*) from q").fetchone())
        c.autocommit = True
        print(c.in_transaction)
    c.close()
cu = con.cursor()
cu.executescript("""
    create table s(x); -- a comment; with a semicolon
    insert into s values(1); insert into s values(2);
    create trigger tr after insert on s begin update s set x = x + 1; end;
    insert into s values(3);
""")
print(cu.execute("select x from s").fetchmany(2), cu.fetchone(), cu.fetchone())
print("\n".join(con.iterdump()))
print(cu.execute("insert into s values(9) returning x").fetchall(), cu.rowcount)
print(cu.execute("update s set x = 0").rowcount, cu.execute("select 1").rowcount)

steps = []
other = sqlite3.connect(":memory:")
con.commit()
con.backup(other, pages=1, progress=lambda status, remaining, total: steps.append((status, remaining, total)))
print(len(steps) > 1, steps[-1][1], other.execute("select count(*) from t").fetchone())
data = other.serialize()
third = sqlite3.connect(":memory:")
third.deserialize(data)
print(data[:15], third.execute("select b from t").fetchall())

folder = tempfile.mkdtemp()
path = os.path.join(folder, "a.db")
one, two = sqlite3.connect(path, timeout=0.01), sqlite3.connect(path, timeout=0.01)
one.execute("create table t(x)")
one.execute("insert into t values(1)")
try:
    two.execute("insert into t values(2)")
except sqlite3.OperationalError as e:
    print(e, e.sqlite_errorname)
one.commit()
two.execute("insert into t values(2)")
two.commit()
print(one.execute("select * from t").fetchall(), one.execute("pragma journal_mode=wal").fetchone())
one.close()
two.close()
uri = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
try:
    uri.execute("insert into t values(3)")
except sqlite3.OperationalError as e:
    print(e)
uri.close()
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)

shared = sqlite3.connect(":memory:", check_same_thread=False)
lock = threading.Lock()
shared.create_function("inc", 1, lambda x: x + 1)
shared.execute("create table n(x)")


def work(k):
    for i in range(50):
        with lock: # CPython loses rows without
            shared.execute("insert into n select inc(?)", (i * k,))


def wrong():
    try:
        con.execute("select 1")
    except sqlite3.ProgrammingError as e:
        print(str(e)[:70])


threads = [threading.Thread(target=work, args=(k,)) for k in range(4)] + [threading.Thread(target=wrong)]
for th in threads:
    th.start()
for th in threads:
    th.join()
print(shared.execute("select count(*), sum(x) from n").fetchone())


class Conn(sqlite3.Connection):
    def cursor(self, factory=None):
        return super().cursor(Cur)


class Cur(sqlite3.Cursor):
    def execute(self, *a):
        print("execute", a[0])
        return super().execute(*a)


sub = sqlite3.connect(":memory:", factory=Conn)
print(sub.execute("select 1, 'a'").fetchall())
sub.row_factory = lambda cursor, row: {d[0]: v for d, v in zip(cursor.description, row)}
print(sub.execute("select 1 as x, 'a' as y").fetchone())
sub.text_factory = bytes
print(sub.execute("select 'a' as y").fetchone())
for c in (con, other, third, shared, sub):
    c.close()
print(sqlite3.complete_statement("select 1;"), sqlite3.complete_statement("create trigger x begin select 1;"))

# How long a connection waits for locks.
for timeout in None, 0, 0.0004, 2.5, -1:
    c = sqlite3.connect(":memory:") if timeout is None else sqlite3.connect(":memory:", timeout=timeout)
    told = c.execute("PRAGMA busy_timeout").fetchone()
    c.execute("PRAGMA busy_timeout = 77")
    print(timeout, told, c.execute("PRAGMA busy_timeout").fetchone())
    c.close()
