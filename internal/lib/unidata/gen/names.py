# Writes unidata/names.bin: the names of characters, for \N{...}: deflated lines "distance name", a name of a character or an alias.
# Run by CPython 3.13 (go generate ./unidata). Names that follow from the code point are left out: ideographs and Hangul syllables.
# The aliases are not listed anywhere in CPython: the candidates are given in aliases.txt, and those that it knows are taken.
import sys
import unicodedata
import zlib

if sys.version_info[:2] != (3, 13):
    sys.exit("names.py needs CPython 3.13, not " + sys.version.split()[0])


def main(path):
    names = []
    for cp in range(0x110000):
        name = unicodedata.name(chr(cp), "")
        if name and not name.startswith(("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ")):
            names.append((cp, name))
    known = {name for _, name in names}
    with open(sys.argv[2]) as aliases:
        for line in aliases:
            alias = line.strip()
            if alias and alias not in known:
                try:
                    names.append((ord(unicodedata.lookup(alias)), alias))
                except KeyError:
                    pass
    names.sort()
    last, lines = 0, []
    for cp, name in names:
        lines.append("%d %s\n" % (cp - last, name))
        last = cp
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    with open(path, "wb") as out:
        out.write(deflate.compress("".join(lines).encode()) + deflate.flush())
    print(len(names), "names")


main(sys.argv[1])
