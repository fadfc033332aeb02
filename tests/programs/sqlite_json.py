# needs: stdlib
# json_extract, -> and ->> over texts and paths of many kinds.

import json
import sqlite3

db = sqlite3.connect(":memory:")
texts = [
    json.dumps({"id": 1, "name": "customer 1", "price": 12.5, "tags": ["a", "b", None], "address": {"city": "München", "zip": 80331}, "vip": True}),
    json.dumps({"id": -2, "name": "two \"quoted\"", "price": 1e-3, "tags": [], "address": {}, "vip": False}, indent=1),
    '[1, 2.5, "x", [3, [4]], {"a": {"b": [5, 6]}}]',
    ' { "id" : 7 , "id" : 8 , "key with space" : 9, "a.b": 10 } ',
    '"text"', "12345678901234567", "-0.25", "0", "true", "null", '""', "[]", "{}",
    '{"name": "\\u00e9\\n"}',
    '{"long": "' + "x" * 6000 + '", "id": 11}',
]
paths = ["$", "$.id", "$.name", "$.price", "$.tags", "$.tags[1]", "$.tags[2]", "$.tags[9]", "$.address.city", "$.address", "$.vip", "$.none", "$[0]", "$[3][1][0]",
         "$[4].a.b[1]", "$[#-1]", '$."key with space"', '$."a.b"', "$[1]"]
db.execute("create table docs (id integer primary key, doc text)")
db.executemany("insert into docs (doc) values (?)", [(t,) for t in texts])
for p in paths:
    for row in db.execute("select id, json_extract(doc, ?), typeof(json_extract(doc, ?)), doc -> ?, doc ->> ?, json_array(json_extract(doc, ?)) from docs", (p,) * 5):
        print(p, *(x[:60] if isinstance(x, str) else x for x in row))
for key in ["id", "name", 0, 4]:
    print(key, db.execute("select doc -> ?, doc ->> ? from docs", (key, key)).fetchall()[:5])
print(db.execute("select json_extract(doc, '$.id', '$.name') from docs where id < 4").fetchall())
print(db.execute("select sum(json_extract(doc, '$.id')), max(doc ->> '$.address.city') from docs").fetchall())
print(db.execute("select json_extract(null, '$'), json_extract('{}', null), json_extract(5, '$'), json_extract(2.5, '$')").fetchall())
for text, path in [("{", "$"), ('{"a": 1,, "b": 2}', "$.a"), ("[1] 2", "$"), ("tru", "$"), ('"open', "$"), ("{}", "id"), ("{}", "$.")]:
    try:
        print(db.execute("select json_extract(?, ?)", (text, path)).fetchall())
    except sqlite3.Error as e:
        print(text, path, type(e).__name__)
db.execute("create index by_city on docs (doc ->> '$.address.city')")
print(db.execute("select id from docs where doc ->> '$.address.city' = 'München'").fetchall())
