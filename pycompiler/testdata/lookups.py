class Thing:
    pass


def keys(kind):
    if kind == "ints":
        return list(range(100))
    if kind == "texts":
        return ["key" + str(i) for i in range(100)]
    if kind == "long":
        return ["a key of more than eight characters " + str(i) for i in range(100)]
    if kind == "things":
        return things
    if kind == "tuples":
        return [(i, str(i)) for i in range(100)]
    if kind == "bytes":
        return [(b"abcd"[i & 3:], b"efgh"[i >> 5:], i) for i in range(100)]
    return [i / 2 for i in range(100)]


things = [Thing() for _ in range(100)]
kinds = "ints", "texts", "long", "things", "tuples", "bytes", "floats"
had = {kind: keys(kind) for kind in kinds}
asked = {kind: keys(kind) for kind in kinds}  # equal ones
others = {kind: [k + 1000 if kind == "ints" else k + "?" if kind in ("texts", "long") else Thing() for k in keys(kind)] for kind in kinds}
dicts = {kind: dict.fromkeys(had[kind], 1) for kind in kinds}
sets = {kind: set(had[kind]) for kind in kinds}
for kind in "texts", "long":
    for k in asked[kind] + others[kind]:
        hash(k)


def item(d, keys, others):
    n = 0
    for k in keys:
        n += d[k]
    return n


def get(d, keys, others):
    n = 0
    for k in keys:
        n += d.get(k, 7)
    for k in others:
        n += d.get(k, 7)
    return n


def put(d, keys, others):
    for k in keys:
        d[k] = 1
    return len(d)


def has(d, keys, others):
    n = 0
    for k in keys:
        n += k in d
    for k in others:
        n += k not in d
    return n


def ask(f, kind, tables=dicts):
    return f(tables[kind], asked[kind], others[kind])


def ask_item(kind): return ask(item, kind)
def ask_get(kind): return ask(get, kind)
def ask_put(kind): return ask(put, kind)
def ask_has(kind): return ask(has, kind)
def ask_among(kind): return ask(has, kind, sets)
