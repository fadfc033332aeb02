# Writes unidata/sequences.bin: the named sequences of characters, deflated lines "name;characters" in UTF-8.
# Run by CPython 3.13 (go generate ./unidata). They are not listed anywhere in CPython: the names are given in sequences.txt.
import sys
import unicodedata
import zlib

if sys.version_info[:2] != (3, 13):
    sys.exit("sequences.py needs CPython 3.13, not " + sys.version.split()[0])


def main(path):
    with open(sys.argv[2]) as names:
        lines = [name.strip() + ";" + unicodedata.lookup(name.strip()) for name in names]
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path, "wb") as out:
        out.write(deflate.compress("\n".join(lines).encode()) + deflate.flush())
    print(len(lines), "named sequences")


main(sys.argv[1])
