# A statement that has written and whose rows nobody reads any more keeps nothing from being committed.
# needs: stdlib

import os
import sqlite3
import tempfile

with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "base")
    a = sqlite3.connect(p, isolation_level=None)
    a.execute("pragma journal_mode = wal")
    a.execute("create table t(x)")
    b = sqlite3.connect(p)
    a.execute("insert into t values (1), (2) returning x")
    a.execute("insert into t values (3)")
    print(b.execute("select count(*) from t").fetchone())
    kept = a.execute("insert into t values (4), (5) returning x")
    for n in range(100):
        a.execute("insert into t values (?)", (n,))
    print(b.execute("select count(*) from t").fetchone())
    print(kept.fetchall())
    a.executemany("insert into t values (?)", iter([(n,) for n in range(5)]))
    print(b.execute("select count(*) from t").fetchone())
    a.close()
    b.close()
