# needs: stdlib
# Sorting by keys of all types, few and many rows, more rows than are sorted in memory, and statements that are run again.
import sqlite3

db = sqlite3.connect(":memory:", isolation_level=None)
db.execute("create table t (id integer primary key, word text, n integer, r real, any, pad text)")
db.execute("""with recursive k(i) as (select 0 union all select i + 1 from k where i < 499)
    insert into t select i, substr('the quick brown fox jumps over the lazy dog ' || char(233, 0x1f600), 1 + i * 7 % 40, i * 11 % 13),
    (i * 7919 % 1000 - 500) * (1 << (i % 50)), i * 31 % 97 / 8.0 - 5,
    case i % 5 when 0 then null when 1 then i % 7 when 2 then i % 11 / 2.0 when 3 then 'x' || i % 9 else x'00ff' end,
    'customer ' || (i * 17 % 300) from k""")


def digest(cursor):
    h = 0
    for row in cursor:
        h = (h * 31 + row[0] + 1) % 1000000007
    return h


ORDERS = ("word", "word desc", "n", "n desc", "r", "r desc, n", "any", "any desc nulls last", "pad", "pad desc, word", "word, n desc, r",
          "word collate nocase, id desc", "length(word), word desc", "n % 10, pad", "r + n", "n * 1.0 desc", "-r")
for order in ORDERS:
    sql = f"select id from t order by {order}, id"
    print(order, digest(db.execute(sql)), digest(db.execute(f"select id from t where id < 9 order by {order}, id")))
print(db.execute("select word, count(*), min(n), max(pad) from t group by word order by 2 desc, 1 limit 4").fetchall())
print(db.execute("select n % 7, r > 0, sum(r), count(distinct word), group_concat(distinct any is null) from t "
                 "group by n % 7, r > 0 having count(*) > 5 limit 5").fetchall())
print(db.execute("select id, row_number() over (partition by word order by r, id), "
                 "lag(id) over (order by pad, id) from t order by id limit 5").fetchall())
print(db.execute("select a.id, (select group_concat(b.id) from (select id from t where id % 50 = a.id order by word, id) b) "
                 "from t a where a.id < 4 order by 1").fetchall())
print(db.execute("explain select id from t order by word").fetchall()[0][1])
select = "select id from t where id between ? and ? order by word, id"
for span in (0, -1), (5, 5), (0, 499), (10, 20), (0, 499):
    cursor = db.execute(select, span)
    print(span, cursor.fetchone(), digest(cursor))
cursor = db.execute(select, (0, 499))
cursor.fetchone()
db.execute("create index words on t (word, r)")
db.execute("create unique index both on t (pad, id)")
print(digest(cursor), db.execute("pragma integrity_check").fetchone())
db.execute("drop index words")
db.execute("drop index both")
db.execute("pragma cache_size = 10")
db.execute("update t set pad = pad || zeroblob(3000)")
print(digest(db.execute("select id, pad from t order by word, id")), digest(db.execute("select id, pad from t order by n desc, id")))
db.execute("pragma temp_store = memory")
print(digest(db.execute("select id, pad from t order by word, id")), digest(db.execute("select id, pad from t order by n desc, id")))
try:
    db.create_function("fail", 1, lambda x: 1 / 0 if x == 400 else x)
    db.execute("select fail(id) from t order by word").fetchall()
except sqlite3.OperationalError as e:
    print(e)
