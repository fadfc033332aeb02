# needs: stdlib
# needs: process
# Databases that do not fit into their page cache: pages are written early, read again, moved, given up, for pages of several sizes.
import os
import sqlite3
import tempfile


def numbers(seed):
    while True:
        seed = (seed * 1103515245 + 12345) % (1 << 31)
        yield seed >> 8


def check(db):
    return db.execute("pragma integrity_check").fetchone()[0], db.execute(
        "select count(*), sum(id), sum(length(name)), sum(length(data)) from things").fetchone()


def fill(db, pick, n, big):
    for _ in range(n):
        k = next(pick)
        db.execute("insert or replace into things values (?, ?, ?)",
                   (k % 700, f"thing {k % 977} " * (1 + k % 5), bytes([k % 256]) * (k % big)))


def run(path, page, cache, vacuum):
    pick = numbers(page + cache)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("pragma synchronous = off")
    db.execute(f"pragma page_size = {page}")
    db.execute(f"pragma auto_vacuum = {vacuum}")
    db.execute(f"pragma cache_size = {cache}")
    db.execute("create table things (id integer primary key, name text, data blob)")
    db.execute("create index names on things (name)")
    db.execute("begin")
    fill(db, pick, 50, 3000)
    db.execute("savepoint a")
    fill(db, pick, 30, 9000)
    db.execute("delete from things where id % 3 = 0")
    print(check(db))
    db.execute("rollback to a")
    print(check(db))
    db.execute("delete from things where id % 5 = 0")
    db.execute("commit")
    print(check(db))
    db.execute("begin")
    fill(db, pick, 30, 5000)
    db.execute("rollback")
    print(check(db))
    db.execute("pragma shrink_memory")
    db.execute("delete from things where id > 300")
    db.execute("vacuum")
    db.execute("pragma cache_size = 5")
    fill(db, pick, 10, 2000)
    print(check(db), db.execute("pragma page_count").fetchone()[0] > 3)
    copy = sqlite3.connect(":memory:")
    db.backup(copy, pages=7)
    print(check(copy) == check(db), len(copy.serialize()) == db.execute("pragma page_count").fetchone()[0] * page)
    copy.execute("delete from things")
    copy.commit()
    copy.execute("vacuum")
    print(check(copy))
    copy.close()
    db.close()


with tempfile.TemporaryDirectory() as folder:
    for page, cache, vacuum in (512, 12, 0), (4096, 10, 1), (4096, -2000, 2), (65536, 3, 0):
        print("file", page, cache, vacuum)
        run(os.path.join(folder, f"{page}.{vacuum}.db"), page, cache, vacuum)
    print("memory")
    run(":memory:", 1024, 10, 1)
    print("a file that another connection changes")
    path = os.path.join(folder, "two.db")
    one, two = sqlite3.connect(path, isolation_level=None), sqlite3.connect(path, isolation_level=None)
    for db in one, two:
        db.execute("pragma synchronous = off")
    one.execute("create table t (x)")
    for i in range(10):
        (one, two)[i % 2].execute("insert into t values (zeroblob(?))", (i * 500,))
        print(one.execute("select count(*), sum(length(x)) from t").fetchone() ==
              two.execute("select count(*), sum(length(x)) from t").fetchone(), end=" ")
    print()
    one.close()
    two.close()
print("a cache that is shared")
one = sqlite3.connect("file:shared?mode=memory&cache=shared", uri=True, isolation_level=None)
two = sqlite3.connect("file:shared?mode=memory&cache=shared", uri=True, isolation_level=None)
one.execute("create table t (x)")
one.executemany("insert into t values (?)", ((i * 7 % 100,) for i in range(500)))
print(two.execute("select count(*), sum(x) from t").fetchone())
one.close()
print(two.execute("select count(distinct x) from t").fetchone())
two.close()
