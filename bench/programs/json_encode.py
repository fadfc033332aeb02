# Encoding nested data as text by type dispatch, and decoding it.
def encode(v):
    if v is None:
        return "null"
    if v is True:
        return "true"
    if v is False:
        return "false"
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(v, (int, float)):
        return repr(v)
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join([encode(x) for x in v]) + "]"
    return "{" + ", ".join([encode(k) + ": " + encode(x) for k, x in v.items()]) + "}"


def decode(s, i):
    c = s[i]
    if c == "{":
        out = {}
        i += 1
        while s[i] != "}":
            key, i = decode(s, i)
            out[key], i = decode(s, i + 2)
            if s[i] == ",":
                i += 2
        return out, i + 1
    if c == "[":
        out = []
        i += 1
        while s[i] != "]":
            v, i = decode(s, i)
            out.append(v)
            if s[i] == ",":
                i += 2
        return out, i + 1
    if c == '"':
        end = s.index('"', i + 1)
        return s[i + 1 : end], end + 1
    for word, value in (("null", None), ("true", True), ("false", False)):
        if s.startswith(word, i):
            return value, i + len(word)
    start = i
    while s[i] in "0123456789.-e+":
        i += 1
    text = s[start:i]
    return (float(text) if "." in text else int(text)), i


record = {"id": 12345, "name": "A longer name", "tags": ["x", "y", "zed"], "nested": {"a": [1, 2, 3, {"b": None}], "ok": True, "no": False}, "score": 98.25, "list": [[i, i * 0.5] for i in range(12)]}
size = 0
for i in range(13000):
    record["id"] = i
    text = encode(record)
    back, end = decode(text, 0)
    size += end + (back == record)
print(size)
