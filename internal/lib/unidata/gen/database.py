# Writes unidata/database.bin: what CPython 3.13's unicodedata says of every code point, deflated text.
# Run by CPython 3.13 (go generate ./unidata). Three sections, an empty line after each:
#   records    "category bidirectional combining mirrored width decimal digit numeric"; "-" for what there is not
#   runs       "length record record32": so many code points have the one record in Unicode 15.1, the other in 3.2
#   mappings   "distance decomposition", from the code point before; "=" before one that normalizing does not put together again
# and then "code-point code-point": what normalizing by 3.2 makes of five ideographs.
import sys
import unicodedata
import zlib

if sys.version_info[:2] != (3, 13):
    sys.exit("database.py needs CPython 3.13, not " + sys.version.split()[0])


def number(x):
    return "-" if x is None else repr(x)


def record(db, c):
    return " ".join((
        db.category(c), db.bidirectional(c) or "-", str(db.combining(c)), str(db.mirrored(c)), db.east_asian_width(c) or "-",
        number(db.decimal(c, None)), number(db.digit(c, None)), number(db.numeric(c, None))))


def main(path):
    old = unicodedata.ucd_3_2_0
    records, runs, mappings, corrections = {}, [], [], []
    last = 0
    for cp in range(0x110000):
        c = chr(cp)
        both = tuple(records.setdefault(record(db, c), len(records)) for db in (unicodedata, old))
        if runs and runs[-1][1] == both:
            runs[-1][0] += 1
        else:
            runs.append([1, both])
        if d := unicodedata.decomposition(c):
            apart = len(d.split()) == 2 and d[0] != "<" and unicodedata.normalize("NFC", c) != c
            mappings.append("%d %s%s" % (cp - last, "=" if apart else "", d))
            last = cp
            new = old.normalize("NFD", c)
            if old.category(c) != "Cn" and d[0] != "<" and len(d.split()) == 1 and new != unicodedata.normalize("NFD", c):
                corrections.append("%d %d" % (cp, ord(new)))
    sections = [list(records), ["%d %d %d" % (n, *both) for n, both in runs], mappings, corrections]
    text = "\n\n".join("\n".join(s) for s in sections) + "\n"
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path, "wb") as out:
        out.write(deflate.compress(text.encode()) + deflate.flush())
    print(len(records), "records,", len(runs), "runs,", len(mappings), "mappings,", len(corrections), "corrections")


main(sys.argv[1])
