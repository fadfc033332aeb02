# The tokenizer reads a line when a token needs it, and not before.
import _tokenize


def show(lines, extra=True):
    print(repr(lines)[:70], extra)
    it = iter(lines)

    def readline():
        line = next(it, "")
        print("   reads", repr(line)[:40])
        return line

    tokens = _tokenize.TokenizerIter(readline, extra_tokens=extra)
    try:
        for t in tokens:
            print("  ", t)
    except SyntaxError as e:
        print("  ", type(e).__name__, e.args, e.lineno, e.offset, repr(e.text), e.end_lineno, e.end_offset, e.filename)


SOURCES = [
    ["a=1\nif x:\n  b\nc"],
    ["x\n", "c\r\n", 'x = """\r\n', 'b"""\r\n', "# y\r\n", "\r\n", "f(\r\n", "\r\n", ")\r\n"],
    ["a", "b", '"""x', 'y"""'],
    ["x = \\\n", "1\n", "(a,\n", "\n", " # c\n", "b)\n"],
    ['f"""a\n', "{x}\n", " b{{\n", "{y:\n", '}"""\n'],
    ['"abc\\\n', 'd"\n', "f'abc\\\n", "d{x}e\\\n", "'\n", "z"],
    ["if a:\n", "  b\n", "\n", "   \n", "# c\n", " # d\n", "c\n", "x = (\n", "1"],
    ["if x:\n", "    '''doc\n", "    more'''\n", "    y"],
    ['"""abc\n', "d\n"],
    ['"abc\n', "d\n"],
    ["x\n", "a\0b\n"],
    ["if 1:\n", "   \\\n", "  b\n", "\\\n", "x\n", "\\\n"],
    ["x\n", "\u00e9 = \\\u00e9 \n", "d\n"],
    ["if 1:\n", "    b\n", "  b\n"],
    ["\ta\n", "        b\n"],
    ['f"""{\n', "a\n", "+1:>\n", "3}\n", '"""\n'],
    ['x\n', 'f"""abc\n', "a\n"],
    ['x\n', 'f"""{\n', "a\n"],
    ['f"{a:\n', 'a}"\n'],
    ['"""a\n', '\\""" b\\\n', "c\n", '"" """ + 1\n', "r'''\\\n", "'''\n"],
    ["\n", "  "],
    ["  \u00e9 = '\u65e5\u672c'; z # \u00fc\n"],
    [")\n", "(]\n", "$ ? !\n", "0x\n"],
]
for lines in SOURCES:
    show(lines)
    show(lines, extra=False)

show([])

# A reader that fails.
answers = iter(["x = [\n"])


def faulty():
    for answer in answers:
        return answer
    raise ZeroDivisionError("once")


try:
    for t in _tokenize.TokenizerIter(faulty, extra_tokens=True):
        print(t)
except ZeroDivisionError as e:
    print("failed", e)

# A reader of bytes, and readers of the wrong type.
texts = iter([b"caf\xe9 = 1\n", b"x\n"])
for t in _tokenize.TokenizerIter(lambda: next(texts), encoding="latin-1", extra_tokens=True):
    print(t)
for bad in (lambda: 1), (lambda: b"x"):
    try:
        next(_tokenize.TokenizerIter(bad, extra_tokens=True))
    except TypeError as e:
        print(e)

# A long statement of many lines takes time in proportion to its length.
lines = iter(['x = """\n'] + ["'quotes' \\\"\"\" and {braces}\n"] * 2000 + ['"""\n'])
print([len(t[1]) for t in _tokenize.TokenizerIter(lambda: next(lines), extra_tokens=True)])
lines = iter(['x = f"""\n'] + ["{x} '\n"] * 500 + ['"""\n'])
print(len(list(_tokenize.TokenizerIter(lambda: next(lines), extra_tokens=True))))
