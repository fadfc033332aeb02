# needs: stdlib
# One statement with values of all types, one after the other: what a parameter had before must not shine through.
import sqlite3

VALUES = [None, 0, 1, -1, 2**63 - 1, -2**63, True, 0.5, -0.0, 1e308, float("inf"), float("nan"), "", "a", "ab\0cd", "x" * 31, "x" * 32, "y" * 500,
          "é", "ß" * 600, "日本語", "\U0001f600" * 20, "z" * 4000, "z" * 9000, "short", b"", b"bytes", bytearray(b"\0\1"), memoryview(b"view" * 300), "end"]


class Point:
    def __conform__(self, protocol):
        return "point"


def rows(db):
    db.execute("drop table if exists t")
    db.execute("create table t (a, b text, c integer, d real)")
    values = VALUES + [Point()]
    data = [(values[i], values[i * 7 % len(values)], values[i * 11 % len(values)], values[i * 13 % len(values)]) for i in range(len(values))]
    db.executemany("insert into t values (?, ?, ?, ?)", data)
    for row in data:
        db.execute("insert into t values (?, ?, ?, ?)", row)
    h = 0
    for row in db.execute("select typeof(a), a, typeof(b), b, typeof(c), c, typeof(d), d, length(b) from t"):
        text = repr(row)
        for ch in text:
            h = (h * 31 + ord(ch)) % 1000000007
    print(h, db.execute("select count(*), count(a), count(b), sum(length(a)), sum(length(b)) from t").fetchone())
    for v in values:
        print(repr(db.execute("select typeof(?1), ?1, hex(?1) = hex(?2), ?2 is ?1", (v, v)).fetchone())[:60], end=" ")
    print()


db = sqlite3.connect(":memory:")
rows(db)
other = sqlite3.connect(":memory:")
other.execute("pragma encoding = 'UTF-16'")
rows(other)

# Values that decide about the plan, and limits.
db.execute("create table words (w text)")
db.execute("create index ws on words (w)")
db.executemany("insert into words values (?)", [(w,) for w in ("alpha", "beta", "Beta", "béta", "gamma")])
for pattern in "al%", "b%", "%", None, 5, "b_ta":
    print(db.execute("select count(*) from words where w like ?", (pattern,)).fetchone(), end=" ")
    print(db.execute("select count(*) from words where w > ? limit ?", (pattern, 1 if pattern else -1)).fetchone())
old = db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100)
for n in 10, 99, 100, 101, 50:
    try:
        print(len(db.execute("select ?", ("q" * n,)).fetchone()[0]))
    except sqlite3.Error as e:
        print(type(e).__name__, e)
db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, old)

# What cannot be bound, between values that can.
for v in "good", "\ud800", "good again", "é\udfff", 2**63, object, "é" * 511 + "\ud800", "last":
    try:
        print(db.execute("select ?", (v,)).fetchone())
    except Exception as e:
        print(type(e).__name__, str(e)[:60])

# A statement that has rows is another one when it is executed again.
c = db.execute("select w, ? from words order by w", ("one",))
print(next(c))
d = db.execute("select w, ? from words order by w", ("two",))
print(next(d), next(c), next(d))
print(list(c)[-1], list(d)[-1])
print(db.execute("select :a, :b, :a", {"a": "né", "b": 2}).fetchone(), db.execute("select :a, :b, :a", {"a": 1.5, "b": None}).fetchone())
