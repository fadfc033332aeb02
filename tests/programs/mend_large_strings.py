# Large strings that are made and dropped by the dozen, between others that stay, referred to from all kinds of places.
import sys
import _weakref as weakref

N = 40000


def big(i, n=N):
    return "%06d" % i * (n // 6)


class Holder:
    def __init__(self, i):
        self.text = big(i)


class Slotted:
    __slots__ = ("text",)


class Named:
    def __getattr__(self, name):
        return len(name)


def cell(i):
    text = big(i)

    def get():
        return text
    return get


def lazily(i):
    text = big(i)
    while True:
        yield text[:6] + text[-6:]


def churn(n):
    total = 0
    for i in range(n):
        s = "ab" * (N + i)
        total += len(s)
        t = s + "c"
        total += t.count("c")
    return total


total = churn(25)
kept = {}
kept["attribute"] = Holder(1)
kept["slot"] = s = Slotted()
s.text = big(2)
kept["list"] = [big(3)]
kept["tuple"] = (big(4),)
kept["set"] = {big(5)}
kept["key"] = {big(6): 6}
kept["closure"] = cell(7)
kept["generator"] = g = lazily(8)
next(g)
kept["bytes"] = big(9).encode()
kept["array"] = bytearray(big(10).encode())
kept["view"] = memoryview(big(11).encode())[N // 2:]
kept["int"] = 10 ** N + 12
kept["iterator"] = it = iter(big(13))
next(it)
kept["slice"] = slice(big(14))
kept["bound"] = big(15).startswith
kept["exception"] = ValueError(big(16))
kept["default"] = lambda text=big(17): text
kept["partial"] = map(big(18).startswith, ["000018", "x"])
module_level = big(19)
named = Named()
names = ["a%d" % i + "b" * N for i in range(20)]
lengths = [getattr(named, n) for n in names]
del names
Dead = weakref.ref(Holder(20))

for rounds in range(6):
    total += churn(25)
    lengths.append(getattr(named, "c%d" % rounds + "d" * (N + rounds)))

    def check(what, text):
        i = int(text[:6])
        print(what, i, len(text), text == big(i)) if rounds == 5 or text != big(i) else None

    check("attribute", kept["attribute"].text)
    check("slot", kept["slot"].text)
    check("list", kept["list"][0])
    check("tuple", kept["tuple"][0])
    check("set", list(kept["set"])[0])
    check("key", list(kept["key"])[0])
    check("closure", kept["closure"]())
    print("generator", next(g)) if rounds == 5 else next(g)
    check("bytes", kept["bytes"].decode())
    check("array", kept["array"].decode())
    assert bytes(kept["view"]).decode() == big(11)[N // 2:]
    assert kept["int"] % 1000 == 12 and kept["int"] == 10 ** N + 12
    assert "".join(kept["iterator"])[-12:] == big(13)[-12:]
    kept["iterator"] = iter(big(13))
    check("slice", kept["slice"].stop)
    check("bound", kept["bound"].__self__)
    check("exception", kept["exception"].args[0])
    check("default", kept["default"]())
    check("module level", module_level)

print(list(kept["partial"]))
print(total, sum(lengths))

# One string that grows, in every kind of place.
holder, table, items = Holder(0), {"k": ""}, [""]
holder.text = ""
grown = ""
for i in range(3000):
    piece = "%010d" % i
    holder.text += piece
    table["k"] += piece
    items[0] += piece
    holder.other = holder.text + piece
    grown += piece
print(len(grown), holder.text == grown, table["k"] == grown, items[0] == grown, holder.other == grown + piece)
earlier = holder.text
holder.text += "x"
print(len(earlier), len(holder.text))
