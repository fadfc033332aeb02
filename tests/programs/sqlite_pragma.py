# sqlite3: the row of a pragma that counts as one that writes is read before it is asked for; programs see nothing of it.
# needs: stdlib
import os, sqlite3, tempfile

def refused(cur):
    try:
        cur.fetchone()
    except sqlite3.ProgrammingError as e:
        print(e)

with tempfile.TemporaryDirectory() as folder:
    name = os.path.join(folder, "a.db")
    c = sqlite3.connect(name, isolation_level=None)
    cur = c.execute("pragma journal_mode = wal")
    print(cur.description, cur.rowcount, cur.fetchone(), cur.fetchone())
    for ask in "journal_mode = wal", "journal_mode", "application_id = 3", "user_version", "incremental_vacuum", "wal_checkpoint(full)", "optimize":
        cur.execute("pragma " + ask)
        print(ask, cur.fetchall(), cur.fetchall(), cur.rowcount)

    c.execute("create table t (a)")
    c.execute("pragma journal_mode = wal") # nobody reads the row
    c.execute("insert into t values (1)")
    other = sqlite3.connect(name)
    print(other.execute("select a from t").fetchall())
    other.close()

    cur = c.execute("pragma journal_mode = wal")
    cur.row_factory = sqlite3.Row
    r = cur.fetchone()
    print(tuple(r), r.keys())
    c.row_factory = lambda cur, row: {d[0]: v for d, v in zip(cur.description, row)}
    print(list(c.execute("pragma journal_mode = wal")))
    c.row_factory = None
    c.text_factory = lambda b: b.upper()
    print(c.execute("pragma journal_mode = wal").fetchall())
    c.text_factory = str

    cur = c.execute("pragma journal_mode = wal")
    print(cur.execute("select 5").fetchall())
    cur = c.execute("pragma journal_mode = wal")
    try:
        cur.execute("select nothing")
    except sqlite3.OperationalError as e:
        print(e, cur.fetchall())
    cur = c.execute("pragma journal_mode = wal")
    cur.close()
    refused(cur)
    cur = c.execute("insert into t values (7) returning a")
    print(cur.rowcount, cur.fetchall(), cur.rowcount)
    cur = c.execute("pragma journal_mode = wal")
    c.close()
    refused(cur)
