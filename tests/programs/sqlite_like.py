# needs: stdlib
# LIKE: patterns and texts of every kind, and what the query planner makes of it.
import sqlite3

db = sqlite3.connect(":memory:")


def like(text, pattern):
    return db.execute("select ? like ?", (text, pattern)).fetchone()[0]


texts = ["", "a", "A", "abc", "ABC", "aXbXc", "percent % sign", "under_score", "café", "CAFÉ", "日本語", "🙂x🙂", "a\0b", "line\nbreak", "aaaaaaaaab", "ſ", "\u212a", "İ", 12, 1.5, None, b"abc",
         "The error is in the ERROR log of the error handler", "@[`{", "x" * 100 + "error" + "y" * 100]
patterns = ["", "%", "_", "__", "a%", "%a", "%b%", "a_c", "%%", "%_%", "_%_", "A%C", "%é", "%É%", "日_語", "%🙂", "a%b%c%", "%error%", "%rror%log%", "%ER_OR%", "%a%a%b", "k", "s", "i", "12", "1%5",
            None, b"abc", "%@%", "%`%", "%[%", "%{%", "%\ufffd%", "a\0", "%r", "%er"]
for p in patterns:
    print(ascii(p), [like(t, p) for t in texts])

db.execute("create table t (name text collate nocase primary key, n integer)")
db.executemany("insert into t values (?, ?)", [(f"name {i}", i) for i in range(300)])
print([r[3] for r in db.execute("explain query plan select * from t where name like 'name 1%'")])
print(db.execute("select count(*) from t where name like 'NAME 1%'").fetchone(), db.execute("select count(*) from t where name not like '%9'").fetchone())
print(db.execute("select 'a_c' like 'a!_c' escape '!', 'abc' like 'a!_c' escape '!', '50%' like '%!%' escape '!'").fetchone())
print(db.execute("select cast(x'80ff61' as text) like '__a', cast(x'c3' as text) like '_', 'x' glob 'X', 'x' glob '?'").fetchone())
db.execute("pragma case_sensitive_like = 1")
print(like("A", "a"), like("a", "a"), sqlite3.connect(":memory:").execute("select 'A' like 'a'").fetchone())
db.execute("pragma case_sensitive_like = 0")
print(like("A", "a"))
db.setlimit(sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 5)
for p in ["abcde", "abcdef", "%" * 6]:
    try:
        print(like("abcdef", p))
    except sqlite3.Error as e:
        print(e)
db.create_function("like", 2, lambda p, t: f"{p} in {t}")
print(db.execute("select 'x' like 'y'").fetchone())
