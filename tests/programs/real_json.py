# A JSON encoder and decoder.


class JSONError(ValueError):
    pass


ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
UNESCAPES = {v[1]: k for k, v in ESCAPES.items()} | {"/": "/"}


def quote(s, ascii_only=True):
    parts = ['"']
    for c in s:
        if c in ESCAPES:
            parts.append(ESCAPES[c])
        elif c < " " or ascii_only and c > "~":
            n = ord(c)
            if n > 0xFFFF:
                n -= 0x10000
                parts.append(f"\\u{0xD800 + (n >> 10):04x}\\u{0xDC00 + (n & 0x3FF):04x}")
            else:
                parts.append("\\u%04x" % n)
        else:
            parts.append(c)
    parts.append('"')
    return "".join(parts)


def encode(value, indent=None, level=0, sort=False):
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise JSONError(f"Out of range float values are not JSON compliant: {value!r}")
        return float.__repr__(value)
    newline = "" if indent is None else "\n" + " " * (indent * (level + 1))
    close = "" if indent is None else "\n" + " " * (indent * level)
    comma = ", " if indent is None else ","
    if isinstance(value, (list, tuple)):
        if not value:
            return "[]"
        return "[" + newline + (comma + newline).join(encode(v, indent, level + 1, sort) for v in value) + close + "]"
    if isinstance(value, dict):
        if not value:
            return "{}"
        items = sorted(value.items()) if sort else value.items()
        return "{" + newline + (comma + newline).join(f"{quote(str(k))}: {encode(v, indent, level + 1, sort)}" for k, v in items) + close + "}"
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


class Decoder:
    def __init__(self, text):
        self.text = text
        self.pos = 0

    def fail(self, message):
        line = self.text.count("\n", 0, self.pos) + 1
        column = self.pos - self.text.rfind("\n", 0, self.pos)
        raise JSONError(f"{message}: line {line} column {column} (char {self.pos})")

    def space(self):
        while self.pos < len(self.text) and self.text[self.pos] in " \t\r\n":
            self.pos += 1

    def decode(self):
        value = self.value()
        self.space()
        if self.pos != len(self.text):
            self.fail("Extra data")
        return value

    def value(self):
        self.space()
        if self.pos >= len(self.text):
            self.fail("Expecting value")
        match self.text[self.pos]:
            case "{":
                return self.object()
            case "[":
                return self.array()
            case '"':
                return self.string()
            case "t":
                return self.word("true", True)
            case "f":
                return self.word("false", False)
            case "n":
                return self.word("null", None)
            case c if c == "-" or "0" <= c <= "9":
                return self.number()
        self.fail("Expecting value")

    def word(self, word, value):
        if not self.text.startswith(word, self.pos):
            self.fail("Expecting value")
        self.pos += len(word)
        return value

    def number(self):
        start = self.pos
        text = self.text
        if text[self.pos] == "-":
            self.pos += 1
        self.digits()
        real = False
        if self.pos < len(text) and text[self.pos] == ".":
            real = True
            self.pos += 1
            self.digits()
        if self.pos < len(text) and text[self.pos] in "eE":
            real = True
            self.pos += 1
            if self.pos < len(text) and text[self.pos] in "+-":
                self.pos += 1
            self.digits()
        raw = text[start : self.pos]
        return float(raw) if real else int(raw)

    def digits(self):
        start = self.pos
        while self.pos < len(self.text) and "0" <= self.text[self.pos] <= "9":
            self.pos += 1
        if start == self.pos:
            self.fail("Expecting digit")

    def string(self):
        self.pos += 1
        out = []
        while True:
            if self.pos >= len(self.text):
                self.fail("Unterminated string")
            c = self.text[self.pos]
            self.pos += 1
            if c == '"':
                break
            if c < " ":
                self.pos -= 1
                self.fail("Invalid control character")
            if c == "\\":
                e = self.text[self.pos : self.pos + 1]
                self.pos += 1
                if e == "u":
                    n = self.hex4()
                    if 0xD800 <= n < 0xDC00 and self.text.startswith("\\u", self.pos):
                        keep = self.pos
                        self.pos += 2
                        low = self.hex4()
                        if 0xDC00 <= low < 0xE000:
                            n = 0x10000 + ((n - 0xD800) << 10) + (low - 0xDC00)
                        else:
                            self.pos = keep
                    c = chr(n)
                elif e in UNESCAPES:
                    c = UNESCAPES[e]
                else:
                    self.pos -= 1
                    self.fail("Invalid \\escape")
            out.append(c)
        return "".join(out)

    def hex4(self):
        raw = self.text[self.pos : self.pos + 4]
        if len(raw) < 4:
            self.fail("Invalid \\uXXXX escape")
        try:
            n = int(raw, 16)
        except ValueError:
            self.fail("Invalid \\uXXXX escape")
        self.pos += 4
        return n

    def array(self):
        self.pos += 1
        out = []
        self.space()
        if self.text.startswith("]", self.pos):
            self.pos += 1
            return out
        while True:
            out.append(self.value())
            self.space()
            c = self.text[self.pos : self.pos + 1]
            if c == "]":
                self.pos += 1
                return out
            if c != ",":
                self.fail("Expecting ',' delimiter")
            self.pos += 1

    def object(self):
        self.pos += 1
        out = {}
        self.space()
        if self.text.startswith("}", self.pos):
            self.pos += 1
            return out
        while True:
            self.space()
            if not self.text.startswith('"', self.pos):
                self.fail("Expecting property name enclosed in double quotes")
            key = self.string()
            self.space()
            if not self.text.startswith(":", self.pos):
                self.fail("Expecting ':' delimiter")
            self.pos += 1
            out[key] = self.value()
            self.space()
            c = self.text[self.pos : self.pos + 1]
            self.pos += 1
            if c == "}":
                return out
            if c != ",":
                self.pos -= 1
                self.fail("Expecting ',' delimiter")


document = {
    "name": "Ünïcode \U0001f40d \"quoted\"\n",
    "numbers": [0, -1, 3.5, 1e100, 2**70, -0.0, 1e-7, 123456789.125],
    "nested": {"empty": {}, "list": [[], [[]], [None, True, False]], "tuple": (1, 2)},
    "control": "\x00\x1f\x7f\\/",
    5: "int key",
}
text = encode(document)
print(text)
back = Decoder(text).decode()
print({**back, "5": 0} == {**{k: v for k, v in document.items() if k != 5}, "5": 0, "nested": {"empty": {}, "list": [[], [[]], [None, True, False]], "tuple": [1, 2]}})
print(encode(back, indent=2))
print({k: type(v).__name__ for k, v in back.items()})
print(encode({"b": 1, "a": [1, {"z": 1, "y": 2}]}, sort=True))
for bad in ("", "[1, 2", '{"a" 1}', "[1,, 2]", "tru", '"abc', '"\\x"', '"\\u12"', "{1: 2}", "[1] 2", "-", "1.", '["a\nb"]', '\n\n  [1,\n  oops]', '"\\uZZZZ"', "{\"a\": 1,}"):
    try:
        print(Decoder(bad).decode())
    except JSONError as e:
        print(f"{bad!r:20} {e}")
for bad in (float("nan"), {1, 2}, [object], {"k": b"x"}):
    try:
        encode(bad)
    except (JSONError, TypeError) as e:
        print(type(e).__name__, e)
print(ascii(Decoder('"\\ud83d\\ude00 \\ud83d x \\ud83d\\u0041"').decode()))
total = 0
for i in range(150):
    total += len(encode(Decoder(text).decode()))
print(total)
