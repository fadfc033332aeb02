# What the native modules of the library do in real programs, a row for each kind of work.
#
#     rows.py                the names of the rows
#     rows.py NAME TURNS     does the row's work so often
#     rows.py NAME SECONDS.  does it for so long, and prints a checksum of the results and the best processor time of a turn
#
# A row is a function that makes its data and returns the work, a function that returns something to be checked. Texts are of
# words in several scripts, records have the shapes that APIs and logs have. `go run ./bench/library` runs the rows.

import sys
import time

ROWS = {}


def row(f):
    ROWS[f.__name__] = f
    return f


# The data.

WORDS = """the quick order of lines status response customer value total items shipped page from to error index München café
naïve Straße façade 東京 данные запрос price amount account transfer invoice note delivery comment street number city 🙂 user""".split()


class Numbers:
    """A small generator of numbers, the same everywhere."""

    def __init__(self, state=12345):
        self.state = state

    def __call__(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def sentence(pick, n):
    return " ".join([WORDS[pick(len(WORDS))] for _ in range(n)])


def record(pick, i):
    """What an API would answer for one order."""
    return {
        "id": i,
        "uuid": f"{pick(1 << 16):04x}-{pick(1 << 16):04x}-{i:08d}",
        "customer": {"name": sentence(pick, 2), "email": f"user{pick(1000)}@example.com", "vip": pick(5) == 0, "referrer": None},
        "items": [{"sku": f"SKU-{pick(9999)}", "quantity": pick(9) + 1, "price": pick(100000) / 100} for _ in range(pick(4) + 1)],
        "tags": [WORDS[pick(len(WORDS))] for _ in range(3)],
        "note": sentence(pick, 12) + ("\n\"quoted\"" if pick(4) == 0 else ""),
        "created": f"2024-{pick(12) + 1:02d}-{pick(28) + 1:02d}T{pick(24):02d}:{pick(60):02d}:{pick(60):02d}.{pick(1000000):06d}+00:00",
        "score": pick(1 << 30) / (1 << 20),
    }


def records(n):
    pick = Numbers()
    return [record(pick, i) for i in range(n)]


def prose(n):
    """Text of n bytes or a little more, as UTF-8: a log with lines that have much in common."""
    pick = Numbers()
    lines, size = [], 0
    while size < n:
        line = f"2024-05-{pick(28) + 1:02d} 12:{pick(60):02d}:{pick(60):02d},{pick(1000):03d} {('INFO', 'WARNING', 'ERROR')[pick(3)]} app.module{pick(40)} [req-{pick(1 << 24):06x}] {sentence(pick, 3 + pick(12))}\n"
        lines.append(line)
        size += len(line.encode())
    return "".join(lines)


def blob(n):
    """n bytes that do not compress."""
    import hashlib
    return hashlib.shake_128(b"blob").digest(n)


# json


@row
def json_loads_small():
    import json
    docs = [json.dumps(r, ensure_ascii=False) for r in records(200)]

    def work():
        loads = json.loads
        for _ in range(40):
            x = [loads(d) for d in docs]
        return len(x), x[7]["uuid"]
    return work


@row
def json_loads_large():
    import json
    doc = json.dumps(records(6000), ensure_ascii=False)
    return lambda: len(json.loads(doc))


@row
def json_loads_bytes():
    import json
    doc = json.dumps({"data": records(6000)}).encode()
    return lambda: len(json.loads(doc)["data"])


@row
def json_dumps_small():
    import json
    docs = records(200)

    def work():
        dumps = json.dumps
        for _ in range(30):
            x = [dumps(d) for d in docs]
        return x[7]
    return work


@row
def json_dumps_large():
    import json
    data = records(5000)
    return lambda: len(json.dumps(data, ensure_ascii=False, sort_keys=True))


@row
def json_dumps_indent():
    import json
    data = records(700)
    return lambda: len(json.dumps(data, indent=2))


# pickle


class Point:
    def __init__(self, x, y, label):
        self.x, self.y, self.label = x, y, label


def shapes():
    import datetime
    import decimal
    pick = Numbers()
    return [
        (Point(i, i / 3, sentence(pick, 2)), {i, i + 1}, datetime.datetime(2024, 1, 1, 12, i % 60), decimal.Decimal(i) / 8, b"x" * (i % 40 + 2), 1 << (i % 90))
        for i in range(4000)
    ]


@row
def pickle_dumps_small():
    import pickle
    docs = records(200)

    def work():
        for _ in range(40):
            x = [pickle.dumps(d) for d in docs]
        return len(x[7])
    return work


@row
def pickle_loads_small():
    import pickle
    docs = [pickle.dumps(d) for d in records(200)]

    def work():
        for _ in range(40):
            x = [pickle.loads(d) for d in docs]
        return x[7]["uuid"]
    return work


@row
def pickle_dumps_large():
    import pickle
    data = records(10000)
    return lambda: len(pickle.dumps(data, 5))


@row
def pickle_loads_large():
    import pickle
    data = pickle.dumps(records(10000), 5)
    return lambda: len(pickle.loads(data))


@row
def pickle_dumps_objects():
    import pickle
    data = shapes()
    return lambda: len(pickle.dumps(data))


@row
def pickle_loads_objects():
    import pickle
    data = pickle.dumps(shapes())
    return lambda: len(pickle.loads(data))


# decimal


@row
def decimal_telco():
    from decimal import ROUND_DOWN, ROUND_HALF_EVEN, Context, Decimal, getcontext
    pick = Numbers()
    calls = [pick(10000) for _ in range(20000)]

    def work():
        rates = [Decimal("0.0013"), Decimal("0.00894")]
        cents, base, distance = Decimal("0.01"), Decimal("0.0675"), Decimal("0.0341")
        even, down = Context(rounding=ROUND_HALF_EVEN), Context(rounding=ROUND_DOWN)
        total = taxes = Decimal(0)
        for n in calls:
            price = even.quantize(Decimal(n) * rates[n & 1], cents)
            tax = down.quantize(price * base, cents)
            taxes += tax
            if n & 1:
                more = down.quantize(price * distance, cents)
                tax += more
            total += price + tax
            text = str(price + tax)
        return str(total), str(taxes), text
    return work


def pi(digits):
    from decimal import Decimal, localcontext
    with localcontext() as c:
        c.prec = digits + 2
        three = Decimal(3)
        lasts, t, s, n, na, d, da = 0, three, 3, 1, 0, 0, 24
        while s != lasts:
            lasts = s
            n, na = n + na, na + 8
            d, da = d + da, da + 32
            t = (t * n) / d
            s += t
    return s


@row
def decimal_pi_28():
    def work():
        for _ in range(2500):
            x = pi(28)
        return str(x)
    return work


@row
def decimal_pi_2000():
    return lambda: str(pi(2000))


@row
def decimal_functions():
    from decimal import Decimal
    data = [Decimal(n + 1) / 7 for n in range(300)]

    def work():
        for _ in range(4):
            x = [(d.sqrt(), d.exp(), d.ln(), d.log10()) for d in data]
        return str(x[5])
    return work


@row
def decimal_sqrt():
    from decimal import Decimal
    data = [Decimal(n + 1) / 7 for n in range(1000)]

    def work():
        for _ in range(40):
            x = [d.sqrt() for d in data]
        return str(x[5])
    return work


@row
def decimal_exp():
    from decimal import Decimal
    data = [Decimal(n + 1) / 7 for n in range(1000)]

    def work():
        for _ in range(6):
            x = [d.exp() for d in data]
        return str(x[5])
    return work


@row
def decimal_keys():
    from decimal import Decimal
    pick = Numbers()
    data = [Decimal(pick(5000)) / 100 for _ in range(20000)]

    def work():
        for _ in range(4):
            counts = {}
            for d in data:
                counts[d] = counts.get(d, 0) + 1
        return len(counts)
    return work


@row
def decimal_keys_new():
    from decimal import Decimal
    data = [Decimal(i) / 100 for i in range(20000)]

    def work():
        for _ in range(8):
            x = dict.fromkeys(data, 1)
        return len(x)
    return work


@row
def decimal_parse_sum():
    from decimal import Decimal
    texts = [f"{i * 37 % 100000}.{i % 100:02d}" for i in range(20000)]

    def work():
        for _ in range(6):
            x = sum(map(Decimal, texts))
        return str(x)
    return work


# datetime


@row
def datetime_parse():
    from datetime import date, datetime
    texts = [r["created"] for r in records(2000)]

    def work():
        for _ in range(60):
            x = [datetime.fromisoformat(t) for t in texts]
            y = [date.fromisoformat(t[:10]) for t in texts]
        return str(x[3]), str(y[4])
    return work


@row
def datetime_strptime():
    from datetime import datetime
    texts = [r["created"][:19] for r in records(500)]

    def work():
        for _ in range(25):
            x = [datetime.strptime(t, "%Y-%m-%dT%H:%M:%S") for t in texts]
        return str(x[3])
    return work


@row
def datetime_format():
    from datetime import datetime
    times = [datetime.fromisoformat(r["created"]) for r in records(1000)]

    def work():
        for _ in range(30):
            x = [t.isoformat() for t in times]
            y = [t.strftime("%d.%m.%Y %H:%M") for t in times]
            z = [str(t.date()) for t in times]
        return x[3], y[4], z[5]
    return work


@row
def datetime_arithmetic():
    from datetime import datetime, timedelta, timezone
    times = [datetime.fromisoformat(r["created"]) for r in records(1000)]
    zone = timezone(timedelta(hours=2))

    def work():
        day, start = timedelta(days=1), datetime(2024, 1, 1, tzinfo=timezone.utc)
        for _ in range(40):
            total = timedelta()
            for t in times:
                total += (t + day) - start
                if t.astimezone(zone).hour < 12 and t > start:
                    total -= timedelta(hours=t.hour, minutes=t.minute)
        return str(total), str(sorted(times)[10])
    return work


@row
def datetime_zones():
    from datetime import datetime, timedelta
    from zoneinfo import ZoneInfo
    times = [datetime.fromisoformat(r["created"]) for r in records(1000)]

    def work():
        berlin, york = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
        for _ in range(40):
            x = [t.astimezone(berlin) for t in times]
            y = [t.astimezone(york).utcoffset() for t in x]
        return str(x[3]), str(y[4])
    return work


# ElementTree


def document(n):
    from xml.sax.saxutils import escape, quoteattr
    out = ['<?xml version="1.0" encoding="utf-8"?>\n<orders xmlns:x="http://example.com/x">\n']
    for r in records(n):
        out.append(f'  <order id="{r["id"]}" uuid="{r["uuid"]}">\n    <customer vip="{r["customer"]["vip"]}">{escape(r["customer"]["name"])}</customer>\n')
        for i in r["items"]:
            out.append(f'    <x:item sku={quoteattr(i["sku"])} quantity="{i["quantity"]}">{i["price"]}</x:item>\n')
        out.append(f'    <note>{escape(r["note"])} &amp; more</note>\n  </order>\n')
    out.append("</orders>\n")
    return "".join(out).encode()


@row
def xml_parse_small():
    from xml.etree import ElementTree
    docs = [document(2) for _ in range(20)]

    def work():
        for _ in range(100):
            x = [ElementTree.fromstring(d) for d in docs]
        return len(x[3])
    return work


@row
def xml_parse_large():
    from xml.etree import ElementTree
    doc = document(6000)
    return lambda: len(ElementTree.fromstring(doc))


@row
def xml_iterparse():
    import io
    from xml.etree import ElementTree
    doc = document(4000)

    def work():
        n = 0
        for _, e in ElementTree.iterparse(io.BytesIO(doc)):
            if e.tag == "order":
                n += len(e.find("note").text)
                e.clear()
        return n
    return work


@row
def xml_generate():
    from xml.etree import ElementTree
    data = records(1500)

    def work():
        root = ElementTree.Element("orders")
        for r in data:
            e = ElementTree.SubElement(root, "order", id=str(r["id"]), uuid=r["uuid"])
            ElementTree.SubElement(e, "customer").text = r["customer"]["name"]
            for i in r["items"]:
                ElementTree.SubElement(e, "item", {"sku": i["sku"]}).text = str(i["price"])
            ElementTree.SubElement(e, "note").text = r["note"]
        return len(ElementTree.tostring(root, "utf-8"))
    return work


@row
def xml_search():
    from xml.etree import ElementTree
    root = ElementTree.fromstring(document(3000))

    def work():
        for _ in range(6):
            n = sum(int(e.get("quantity")) for e in root.iter("{http://example.com/x}item"))
            names = [e.findtext("customer") for e in root.findall("order")]
            found = root.findall(".//order[@id='77']/note")
        return n, len(names), len(found)
    return work


# sqlite3


def table(n, index=""):
    import sqlite3
    db = sqlite3.connect(":memory:")
    db.execute("create table orders (id integer primary key, name text, city text, amount real, note text)")
    db.executemany("insert into orders values (?, ?, ?, ?, ?)", rows_of(n))
    if index:
        db.execute(index)
    db.commit()
    return db


def rows_of(n):
    pick = Numbers()
    return [(i, f"customer {pick(n)}", WORDS[pick(len(WORDS))], pick(100000) / 100, sentence(pick, 6)) for i in range(n)]


@row
def sqlite_insert():
    import sqlite3
    data = rows_of(8000)

    def work():
        db = sqlite3.connect(":memory:")
        db.execute("create table orders (id integer primary key, name text, city text, amount real, note text)")
        for r in data:
            db.execute("insert into orders values (?, ?, ?, ?, ?)", r)
        db.commit()
        return db.execute("select count(*), round(sum(amount)) from orders").fetchone()
    return work


@row
def sqlite_executemany():
    import sqlite3
    data = rows_of(20000)

    def work():
        db = sqlite3.connect(":memory:")
        db.execute("create table orders (id integer primary key, name text, city text, amount real, note text)")
        db.executemany("insert into orders values (?, ?, ?, ?, ?)", data)
        db.commit()
        return db.execute("select count(*), round(sum(amount)) from orders").fetchone()
    return work


@row
def sqlite_file():
    import os
    import sqlite3
    import tempfile
    data = rows_of(10000)

    def work():
        with tempfile.TemporaryDirectory() as d:
            db = sqlite3.connect(os.path.join(d, "x.db"))
            db.execute("create table orders (id integer primary key, name text, city text, amount real, note text)")
            db.execute("create index names on orders (name)")
            db.executemany("insert into orders values (?, ?, ?, ?, ?)", data)
            db.commit()
            n = db.execute("select count(*) from orders where name > 'customer 5'").fetchone()
            db.close()
        return n
    return work


@row
def sqlite_select_by_key():
    db = table(5000)

    def work():
        for i in range(10000):
            x = db.execute("select name, amount from orders where id = ?", (i * 7 % 5000,)).fetchone()
        return x
    return work


@row
def sqlite_fetchall():
    db = table(20000)

    def work():
        for _ in range(3):
            x = db.execute("select * from orders").fetchall()
        return len(x), x[77]
    return work


@row
def sqlite_iterate():
    db = table(20000)

    def work():
        n = 0
        for _ in range(3):
            for id, name, amount in db.execute("select id, name, amount from orders"):
                n += id
        return n, name
    return work


@row
def sqlite_group():
    db = table(20000)
    return lambda: db.execute("select city, count(*), round(sum(amount)), max(name) from orders group by city order by 2 desc").fetchall()[3]


@row
def sqlite_scan():
    db = table(20000)

    def work():
        for _ in range(3):
            x = db.execute("select count(*) from orders where note like '%error%' and amount > 500").fetchone()
        return x
    return work


@row
def sqlite_join():
    db = table(8000, "create index names on orders (name)")
    return lambda: db.execute("select count(*), round(sum(a.amount - b.amount)) from orders a join orders b on a.name = b.name and a.id < b.id").fetchone()


@row
def sqlite_sort():
    db = table(20000)
    return lambda: db.execute("select id, name from orders order by name, amount").fetchall()[5]


@row
def sqlite_functions():
    db = table(20000)
    db.create_function("tax", 1, lambda x: x * 0.19)
    return lambda: db.execute("select round(sum(tax(amount))) from orders").fetchone()


@row
def sqlite_collation():
    db = table(3000)
    db.create_collation("rev", lambda a, b: (a < b) - (a > b))
    return lambda: db.execute("select id, name from orders order by name collate rev").fetchall()[5]


# Compression


@row
def zlib_compress():
    import zlib
    data = prose(1 << 21).encode()
    return lambda: len(zlib.compress(data))


@row
def zlib_decompress():
    import zlib
    data = zlib.compress(prose(1 << 22).encode())

    def work():
        for _ in range(4):
            n = len(zlib.decompress(data))
        return n
    return work


@row
def zlib_small():
    import zlib
    docs = [prose(600).encode() for _ in range(50)]

    def work():
        for _ in range(40):
            x = [zlib.decompress(zlib.compress(d)) for d in docs]
        return len(x[3])
    return work


@row
def zlib_crc32():
    import zlib
    data = blob(1 << 22)

    def work():
        for _ in range(20):
            x = zlib.crc32(data), zlib.adler32(data)
        return x
    return work


@row
def gzip_lines():
    import gzip
    import io
    text = prose(1 << 20)

    def work():
        f = io.BytesIO()
        with gzip.open(f, "wt", encoding="utf-8", compresslevel=1) as g:
            for line in text.splitlines(True):
                g.write(line)
        f.seek(0)
        with gzip.open(f, "rt", encoding="utf-8") as g:
            return sum(len(line) for line in g)
    return work


@row
def bz2_compress():
    import bz2
    data = prose(1 << 20).encode()
    return lambda: len(bz2.compress(data))


@row
def bz2_decompress():
    import bz2
    data = bz2.compress(prose(1 << 21).encode())
    return lambda: len(bz2.decompress(data))


@row
def lzma_compress():
    import lzma
    data = prose(1 << 18).encode()
    return lambda: len(lzma.compress(data))


@row
def lzma_compress_fast():
    import lzma
    data = prose(1 << 21).encode()
    return lambda: len(lzma.compress(data, preset=1))


@row
def lzma_decompress():
    import lzma
    data = lzma.compress(prose(1 << 22).encode(), preset=1)
    return lambda: len(lzma.decompress(data))


# csv


@row
def csv_read():
    import csv
    import io
    text = table_text()

    def work():
        n = 0
        for r in csv.reader(io.StringIO(text)):
            n += len(r)
        return n
    return work


def table_text():
    import csv
    import io
    f = io.StringIO(newline="")
    w = csv.writer(f)
    w.writerow(["id", "name", "city", "amount", "note"])
    w.writerows((i, n, c, a, note + (', "so"' if i % 5 == 0 else "")) for i, n, c, a, note in rows_of(15000))
    return f.getvalue()


@row
def csv_dictreader():
    import csv
    text = table_text().splitlines(True)

    def work():
        n = 0.0
        for r in csv.DictReader(text):
            n += float(r["amount"])
        return n
    return work


@row
def csv_write():
    import csv
    import io
    data = rows_of(15000)

    def work():
        f = io.StringIO(newline="")
        csv.writer(f).writerows(data)
        return len(f.getvalue())
    return work


@row
def csv_write_rows():
    import csv
    import io
    data = rows_of(10000)

    def work():
        f = io.StringIO(newline="")
        w = csv.writer(f, quoting=csv.QUOTE_NONNUMERIC)
        for r in data:
            w.writerow(r)
        return len(f.getvalue())
    return work


# base64


@row
def base64_large():
    import base64
    data = blob(1 << 22)

    def work():
        for _ in range(3):
            x = base64.b64decode(base64.b64encode(data))
        return len(x)
    return work


@row
def base64_small():
    import base64
    data = [blob(20 + n) for n in range(100)]

    def work():
        for _ in range(300):
            x = [base64.b64decode(base64.b64encode(d)) for d in data]
        return len(x[50])
    return work


@row
def base64_urlsafe():
    import base64
    data = [blob(20 + n) for n in range(100)]

    def work():
        for _ in range(150):
            x = [base64.urlsafe_b64decode(base64.urlsafe_b64encode(d)) for d in data]
        return len(x[50])
    return work


@row
def binascii_hex():
    import binascii
    data = blob(1 << 20)
    small = [data[i:i + 16] for i in range(0, 16000, 16)]

    def work():
        for _ in range(8):
            x = binascii.unhexlify(binascii.hexlify(data))
            y = [bytes.fromhex(s.hex()) for s in small]
        return len(x), len(y)
    return work


# Hashes


def hashing(name, times, n=1 << 22):
    def f():
        import hashlib
        data = blob(n)

        def work():
            for _ in range(times):
                h = hashlib.new(name)
                h.update(data)
            return h.digest(*((20,) if name.startswith("shake") else ())).hex()
        return work
    f.__name__ = "hash_" + name
    return row(f)


for _name, _times in dict(md5=12, sha1=14, sha256=8, sha512=12, sha3_256=6, blake2b=12, blake2s=8, ripemd160=4, shake_128=6).items():
    hashing(_name, _times)


@row
def hash_small():
    import hashlib
    data = [blob(20 + n) for n in range(100)]

    def work():
        for _ in range(200):
            x = [hashlib.sha256(d).hexdigest() for d in data]
            y = [hashlib.md5(d).digest() for d in data]
        return x[3], y[4].hex()
    return work


@row
def hmac_small():
    import hmac
    data = [blob(20 + n) for n in range(100)]

    def work():
        for _ in range(40):
            x = [hmac.new(b"secret", d, "sha256").hexdigest() for d in data]
            y = [hmac.digest(b"secret", d, "sha1") for d in data]
        return x[3], y[4].hex()
    return work


@row
def hash_pbkdf2():
    import hashlib
    return lambda: hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 60000).hex()


@row
def hash_scrypt():
    import hashlib
    return lambda: hashlib.scrypt(b"password", salt=b"salt", n=16384, r=8, p=1).hex()


# re


@row
def re_log_lines():
    import re
    lines = prose(1 << 20).splitlines()
    pattern = re.compile(r"(?P<date>\d{4}-\d\d-\d\d) (?P<time>[\d:,]+) (?P<level>\w+) (?P<module>[\w.]+) \[(?P<req>[^\]]+)\] (?P<text>.*)$")

    def work():
        n = 0
        for _ in range(3):
            for line in lines:
                m = pattern.match(line)
                if m and m["level"] == "ERROR":
                    n += len(m.group("text"))
        return n
    return work


@row
def re_findall():
    import re
    text = prose(1 << 19)

    def work():
        return len(re.findall(r"\w+", text)), len(re.findall(r"[A-Z]\w+ing\b|module(\d+)", text)), len(re.findall(r"(?i)error|warning", text))
    return work


@row
def re_sub():
    import re
    text = prose(1 << 19)

    def work():
        a = re.sub(r"\s+", " ", text)
        b = re.sub(r"req-([0-9a-f]+)", r"<\1>", text)
        c = re.sub(r"\d+", lambda m: str(len(m[0])), text)
        return len(a), len(b), len(c)
    return work


@row
def re_split():
    import re
    text = prose(1 << 19)

    def work():
        return len(re.split(r"[\s,;:]+", text)), len(re.split(r"(\W)", text))
    return work


@row
def re_search_literal():
    import re
    text = prose(1 << 21)

    def work():
        return len(re.findall("transfer invoice", text)), re.search("no such text", text), len(re.findall("запрос", text)), len(re.findall("(?:東京|Straße) total", text))
    return work


@row
def re_tokens():
    import re
    source = "def f(x, y=12.5): # comment\n    return {'a': x ** 2, \"b\": [y, 0x1F]} if x >= y else None\n" * 300
    kinds = [("NUMBER", r"0x[0-9A-Fa-f]+|\d+(?:\.\d*)?"), ("NAME", r"[^\W\d]\w*"), ("STRING", r"'[^'\\]*(?:\\.[^'\\]*)*'|\"[^\"\\]*(?:\\.[^\"\\]*)*\""),
             ("COMMENT", r"#[^\n]*"), ("OP", r"\*\*|>=|<=|==|[-+*/%()\[\]{}:,.=<>]"), ("NEWLINE", r"\n"), ("SPACE", r"[ \t]+"), ("OTHER", r".")]
    pattern = re.compile("|".join(f"(?P<{k}>{p})" for k, p in kinds))

    def work():
        n = 0
        for m in pattern.finditer(source):
            if m.lastgroup != "SPACE":
                n += len(m.group())
        return n
    return work


@row
def re_compile():
    import re
    patterns = [rf"(?P<a{i}>\w+)\s*[=:]\s*(?:\"([^\"]*)\"|'[^']*'|(\d+)(?:\.\d+)?)(?=,|;|$)|[a-f{i}]+?(?i:end)" for i in range(40)]

    def work():
        re.purge()
        return sum(re.compile(p).groups for p in patterns)
    return work


def main():
    if len(sys.argv) == 1:
        print("\n".join(ROWS))
        return
    name, how_long = sys.argv[1:]
    work = ROWS[name]()
    if "." not in how_long:
        for _ in range(int(how_long)):
            result = work()
        print(name, result)
        return
    clock = time.process_time
    best, turns, end = 1e9, 0, clock() + float(how_long)
    while turns < 3 or clock() < end:
        start = clock()
        result = work()
        best = min(best, clock() - start)
        turns += 1
    print(name, result)
    print(best)


main()
