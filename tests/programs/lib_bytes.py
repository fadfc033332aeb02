# bytes and its methods.


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


b = b"Hello, \x00World\xff'"
print(b, len(b), b[0], b[-1], b[1:4], b[::-2], list(b[:3]), b * 2, b + b"!", 72 in b, b"llo" in b, attempt(lambda: "x" in b), attempt(lambda: 300 in b), attempt(lambda: b[99]), attempt(lambda: b["x"]), hash(b"") == hash(""), b == b"Hello", b"a" < b"b", b"a" == "a")
print(bytes(), bytes(3), bytes([1, 2, 255]), bytes(b"copy"), bytes("é", "utf-8"), attempt(bytes, "é"), attempt(bytes, [256]), attempt(bytes, -1), attempt(bytes, ["x"]), attempt(bytes, 5.5), bytes(range(5)), bytes((i for i in (65, 66))), attempt(bytes, 5, "utf-8"), bytes.fromhex("00 ff 7F"), attempt(bytes.fromhex, "0g"), b"\x01\xab".hex(), b"\x01\xab\xcd".hex("-"), b"\x01\xab\xcd".hex(":", 2), b"\x01\xab\xcd".hex(":", -2))
print(b.upper(), b.lower(), b.title(), b.swapcase(), b.capitalize(), b.find(b"o"), b.rfind(b"o"), b.index(b"l"), attempt(b.index, b"z"), b.find(108), b.count(b"l"), b.count(108), b.startswith(b"He"), b.endswith((b"x", b"'")), b.replace(b"l", b"LL"), b.replace(b"l", b"", 1), b.split(b"o"), b.rsplit(b"o", 1), b.partition(b","), b.rpartition(b"z"), b.strip(b"H'"), b"  x ".strip(), b" a  b ".split(), b"x\ny\r\nz".splitlines(), b"x\ny".splitlines(True), b",".join([b"a", b"b"]), attempt(b",".join, ["a"]), b"abc".translate(bytes(range(256))[::-1]), b"abcab".translate(None, b"b"), b"a\tb".expandtabs(3), b"5".zfill(3), b"-5".zfill(4), b"x".center(5, b"*"), b"x".ljust(3) + b"|", b"x".rjust(3, b"."), b"abc".removeprefix(b"a"), b"abc".removesuffix(b"c"))
print([m(x) for x in (b"abc", b"ABC", b"123", b"a1", b" \t", b"", b"Title Case", b"\xe9") for m in (bytes.isalpha, bytes.isdigit, bytes.isalnum, bytes.isspace, bytes.isupper, bytes.islower, bytes.istitle, bytes.isascii)])
print(b"%d %s %b %a %r %c %x %.2f %5d|%-5s|%%" % (5, b"x", b"y", "é", "é", 65, 255, 1.5, 7, b"ab"), attempt(lambda: b"%s" % "x"), attempt(lambda: b"%d" % b"x"), b"%(k)b" % {b"k": b"v"}, b"%c" % b"z", attempt(lambda: b"%c" % 256))
print(repr(b"'"), repr(b'"'), repr(b"'\""), repr(b"\n\t\r\\\x1f"), str(b"x"), f"{b'x'}", ascii(b"\xff"), bytes.maketrans(b"ab", b"xy")[97:99], attempt(bytes.maketrans, b"a", b"xy"), bytes(b"x").__class__.__name__, b"abc".decode(), attempt(b"\xff".decode), b"ab".__contains__(97), b"abc".__getitem__(slice(1, None)), sorted(b"cab"), max(b"az"), sum(b"ab"), [x + 1 for x in b"ab"], b"".join([]), bool(b""), bool(b"\x00"), b"a" b"b", rb"\n", b"\x41\102\n", attempt(lambda: b"a" + "b"), attempt(lambda: b"a" + 1), attempt(lambda: b"a" * "b"), attempt(lambda: b"a" % 1), attempt(lambda: b"a" < "b"))


class B(bytes):
    def __repr__(self):
        return "B!"


print(B(b"xy"), B(b"xy")[0:1], B(b"xy") == b"xy", hash(B(b"xy")) == hash(b"xy"), {b"xy": 1}[B(b"xy")])


class HasBytes:
    def __bytes__(self):
        return b"from __bytes__"


print(bytes(HasBytes()), int(b"12"), float(b"1.5"), int.from_bytes(b"ab"), b"12".isdigit(), b"a,b;c".replace(b";", b",").split(b","))
h = 0
for i in range(200):
    for x in bytes([i, i ^ 0x55, 255 - i]):
        h = (h * 33 + x) & 0xFFFFFFFF
print(h)


def crc32(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def base64(data):
    out = []
    for i in range(0, len(data), 3):
        chunk = data[i : i + 3]
        n = int.from_bytes(chunk.ljust(3, b"\0"), "big")
        out.append(bytes(ALPHABET[n >> s & 63] for s in (18, 12, 6, 0))[: len(chunk) + 1].ljust(4, b"="))
    return b"".join(out)


def unbase64(text):
    index = {c: i for i, c in enumerate(ALPHABET)}
    out = b""
    for i in range(0, len(text), 4):
        chunk = text[i : i + 4].rstrip(b"=")
        n = 0
        for c in chunk:
            n = n << 6 | index[c]
        n <<= 6 * (4 - len(chunk))
        out += n.to_bytes(3, "big")[: len(chunk) - 1]
    return out


print(hex(crc32(b"The quick brown fox")), base64(b"Many hands make light work."), unbase64(base64(bytes(range(50)))) == bytes(range(50)))


def sha256(data):
    def primes(n):
        out, c = [], 2
        while len(out) < n:
            if all(c % p for p in out):
                out.append(c)
            c += 1
        return out

    def root(n, k):
        # floor(frac(n ** (1/k)) * 2**32)
        lo, hi = 0, n << 33
        while lo < hi:
            mid = lo + hi + 1 >> 1
            if mid**k <= n << 32 * k:
                lo = mid
            else:
                hi = mid - 1
        return lo & 0xFFFFFFFF

    ps = primes(64)
    K = [root(p, 3) for p in ps]
    H = [root(p, 2) for p in ps[:8]]

    def ror(x, n):
        return (x >> n | x << 32 - n) & 0xFFFFFFFF

    data += b"\x80" + b"\0" * ((55 - len(data)) % 64) + (len(data) * 8).to_bytes(8, "big")
    for at in range(0, len(data), 64):
        w = [int.from_bytes(data[at + i : at + i + 4], "big") for i in range(0, 64, 4)]
        for i in range(16, 64):
            s0 = ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3
            s1 = ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10
            w.append(w[i - 16] + s0 + w[i - 7] + s1 & 0xFFFFFFFF)
        a, b, c, d, e, f, g, h = H
        for k, x in zip(K, w):
            t1 = h + (ror(e, 6) ^ ror(e, 11) ^ ror(e, 25)) + (e & f ^ ~e & g) + k + x
            t2 = (ror(a, 2) ^ ror(a, 13) ^ ror(a, 22)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = t1 + t2 & 0xFFFFFFFF, a, b, c, d + t1 & 0xFFFFFFFF, e, f, g
        H = [x + y & 0xFFFFFFFF for x, y in zip(H, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(4, "big") for x in H).hex()


print(sha256(b""), sha256(b"abc" * 50))
