# Methods and operators of str, bytes, bytearray and memoryview on pseudo-random operands of all widths.
class S(str): pass
class BB(bytes): pass
class AA(bytearray): pass
class Idx:
    def __init__(s, v): s.v = v
    def __index__(s): return s.v
    def __repr__(s): return "Idx(%d)" % s.v
seed = 7
state = seed
def rnd(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & (2**64-1)
    return (state >> 33) % n
def pick(l): return l[rnd(len(l))]
ABC = ["a","b"," ","A","1","\t","\n","\r","'",'"',"{","}","%","s","d","ß","é","\x85","\xa0","\xb5","ÿ","\u0130","\u0131","Σ","σ","ς","\u2028","\u3000","ǆ","ǅ","٣","²","½","ﬁ","ŉ","\ud800","\udcff","\U00010400","\U0001F600","\U0001d7d8","-","+","0","x","_","\0","\x1c","\x7f",".","[","]","!",":"]
def rs(maxn=9, k=None):
    k = rnd(5) if k is None else k
    a = [ABC[:15], ABC[:21], ABC[:37], ABC, ["a","b"]][k]
    return "".join([pick(a) for _ in range(rnd(maxn))])
def rb(maxn=9):
    a = [9,10,11,32,0x61,0x62,0x41,0x42,0x30,0x31,0x2b,0x2d,0xff,0x80,0xc3,0xa9,0x27,0x22,0x5c,0,13,0x25]
    return bytes([pick(a) for _ in range(rnd(maxn))])
def ri(): return pick([0,1,-1,2,-2,3,5,10,-10,100,None,Idx(2),2**70,-2**70,True,"q"])
def sarg(): 
    r = rnd(14)
    if r < 9: return rs(4)
    if r == 9: return None
    if r == 10: return S(rs(3))
    if r == 11: return (rs(2), rs(2))
    if r == 12: return 5
    return rb(3)
def barg():
    r = rnd(14)
    if r < 8: return rb(4)
    if r == 8: return bytearray(rb(3))
    if r == 9: return None
    if r == 10: return (rb(2), rb(2))
    if r == 11: return pick([97, 300, -1, 255])
    if r == 12: return memoryview(rb(3))
    return rs(3)
def any_():
    return pick([1, -5, 2**70, 1.5, None, True, "é", "abc", b"x", [1], {"a": 1}, (1,2), S("sub"), 3j, float("nan")])
SM = ["capitalize","casefold","title","upper","lower","swapcase","isalnum","isalpha","isascii","isdecimal","isdigit","isidentifier","islower","isnumeric","isprintable","isspace","istitle","isupper"]
BM = ["capitalize","title","upper","lower","swapcase","isalnum","isalpha","isascii","isdigit","islower","isspace","istitle","isupper","hex"]
def call(o, name, *a, **k):
    try:
        r = getattr(o, name)(*a, **k)
        return "".join(ascii(r).split("0x")[:1]) + " " + type(r).__name__
    except Exception as e:
        return type(e).__name__ + ": " + ascii(str(e))
def show(what, *a): print(what, *[ascii(x) if not isinstance(x, memoryview) else "mv" + ascii(bytes(x)) for x in a])
def ops(o, arg):
    out = []
    for f in (lambda x: o + x, lambda x: x + o, lambda x: o * x, lambda x: x in o, lambda x: o < x, lambda x: o == x, lambda x: o >= x, lambda x: o[x], lambda x: o % x, lambda x: o[x:], lambda x: o[:x], lambda x: o[::x], lambda x: o[x::-2]):
        try:
            x = arg() if rnd(2) else ri()
            if isinstance(x, int) and x > 1000: x = 7
            r = f(x)
            out.append(ascii(r))
        except Exception as e: out.append(type(e).__name__ + ": " + ascii(str(e)))
    return " | ".join(out)
for n in range(25):
    o = rs(12)
    if rnd(10) == 0: o = S(o)
    show("str", o, hash(o) == hash(str(o)), len(o), sum(map(ord, o)), [c for c in o])
    print([call(o, m) for m in SM])
    print(ops(o, sarg))
    for m in ("find","rfind","index","rindex","count","startswith","endswith"):
        a = [sarg()] + [ri() for _ in range(rnd(3))]
        print(m, ascii(a), call(o, m, *a))
    for m in ("split","rsplit"):
        a = [pick([None, rs(2), rs(2), rs(3), 5])] + [ri() for _ in range(rnd(2))]
        print(m, ascii(a), call(o, m, *a), call(o, m))
    print(call(o, "splitlines"), call(o, "splitlines", True), call(o, "strip"), call(o, "lstrip"), call(o, "rstrip"), call(o, "strip", sarg()), call(o, "lstrip", sarg()), call(o, "rstrip", sarg()))
    print(call(o, "partition", sarg()), call(o, "rpartition", sarg()), call(o, "removeprefix", sarg()), call(o, "removesuffix", sarg()))
    a = [sarg(), sarg()] + [ri() for _ in range(rnd(2))]
    print("replace", ascii(a), call(o, "replace", *a), call(o, "replace", rs(2,4), rs(3)))
    w = pick([0, 3, 8, 15, -1, Idx(13), None])
    print([call(o, m, w, *([pick(["*", "é", "\u2028", "\U0001F600", "ab", "", 5])] if rnd(2) else [])) for m in ("center","ljust","rjust")], call(o, "zfill", w), call(o, "expandtabs"), call(o, "expandtabs", pick([0,1,3,-1,8,"a",2**40])))
    print(call(o, "join", [rs(3) for _ in range(rnd(4))]), call(o, "join", rs(4)), call(o, "join", pick([[1], ["a", None], 5, (S("q"),), {"a":1}])))
    print(call(o, "translate", {ord(pick(ABC)): pick([None, "xyz", 0x20ac, 97, "", -1, 1.5, 2**21]) for _ in range(3)}), call(o, "translate", str.maketrans(pick(ABC[:10]) + "b", "\u20acq", rs(2))))
    try: print(ascii(o.format(1, "two", a=3)))
    except Exception as e: print(type(e).__name__, ascii(str(e)))
    for enc in ("utf-8","ascii","latin-1","utf-16-le","utf-32-be"):
        h = pick(["strict","ignore","replace","backslashreplace","xmlcharrefreplace","surrogateescape","surrogatepass"])
        print(enc, h, call(o, "encode", enc, h))
    spec = pick(["", "5", "<7", ">7", "^8", "*^9", "é<10", ".2", "5.1", "s", "d", "=5", "+", "010", "#", ",", "_", "\u20ac>6.3s", "z", "<5x", "1000.2s", rs(4)])
    try: print("format", ascii(spec), ascii(format(o, spec)))
    except Exception as e: print(type(e).__name__, ascii(str(e)))
    tmpl = rs(3) + "%" + pick(["s","r","a","d","i","x","o","c","5s","-5s","5.2s","f",".3f","g","e","+d","05d","#x"," d","%","q","*d","(a)s","u","X","10.3f","#o","5c",".0f","+05d","-8x","l"]) + rs(2)
    v = any_() if rnd(3) else (any_(), any_())
    if rnd(4) == 0: v = {"a": any_()}
    try: print("%", ascii(tmpl), ascii(tmpl % v))
    except Exception as e: print("%", ascii(tmpl), ascii(v), type(e).__name__, ascii(str(e)))
    b0 = rb(12)
    b = pick([bytes, bytes, bytearray, BB, AA])(b0)
    show("bytes", b, len(b), list(b), type(b).__name__)
    print([call(b, m) for m in BM])
    print(ops(b, barg))
    for m in ("find","rfind","index","rindex","count","startswith","endswith"):
        a = [barg()] + [ri() for _ in range(rnd(3))]
        print(m, call(b, m, *a))
    for m in ("split","rsplit"):
        a = [pick([None, rb(2), rb(2), rb(3), 5])] + [ri() for _ in range(rnd(2))]
        print(m, call(b, m, *a), call(b, m))
    print(call(b, "splitlines"), call(b, "splitlines", True), call(b, "strip"), call(b, "lstrip"), call(b, "rstrip"), call(b, "strip", barg()), call(b, "lstrip", barg()), call(b, "rstrip", barg()))
    print(call(b, "partition", barg()), call(b, "rpartition", barg()), call(b, "removeprefix", barg()), call(b, "removesuffix", barg()))
    a = [barg(), barg()] + [ri() for _ in range(rnd(2))]
    print("replace", call(b, "replace", *a), call(b, "replace", rb(2), rb(3)))
    print([call(b, m, w, *([pick([b"*", bytearray(b"+"), b"ab", b"", 5, "x"])] if rnd(2) else [])) for m in ("center","ljust","rjust")], call(b, "zfill", w), call(b, "expandtabs"), call(b, "expandtabs", pick([0,1,3,-1,8,"a",2**40])))
    print(call(b, "join", [rb(3) for _ in range(rnd(4))]), call(b, "join", pick([[1], [b"a", None], 5, (BB(b"q"), memoryview(b"zz")), [bytearray(b"z")]])))
    print(call(b, "translate", pick([None, bytes(range(255,-1,-1)), b"a", 5]), pick([b"", b"a", rb(3)])), call(b, "hex", pick(["-", ":", b".", "", "é", 5]), pick([1,2,-2,0,3])), call(bytes, "fromhex", pick(["00 ff", "0", "0g", " 1 2", "aB cD\t", "é", rs(3), 5])))
    for enc in ("utf-8","ascii","latin-1","utf-16","utf-8-sig"):
        h = pick(["strict","ignore","replace","backslashreplace","surrogateescape","surrogatepass"])
        print(enc, h, call(b, "decode", enc, h))
    tb = rb(3) + b"%" + pick([b"s",b"r",b"d",b"x",b"c",b"b",b"5s",b"5.1s",b"f",b"g",b"+d",b"05d",b"q",b"*d",b"a"]) + rb(2)
    try: print("%", tb, tb % v)
    except Exception as e: print("%", type(e).__name__, ascii(str(e)))
    m = bytearray(b0)
    for _ in range(6):
        op = rnd(12)
        i, j, k, x = ri(), ri(), pick([1,1,2,-1,-2,None,0]), barg()
        try:
            if op == 0: m.append(pick([1, 255, 256, "a", None]))
            elif op == 1: m.extend(pick([x, [1,2], [300], "a", range(3), 5]))
            elif op == 2: m.insert(i, pick([1, 256]))
            elif op == 3: print(m.pop(*([i] if rnd(2) else [])))
            elif op == 4: m.remove(pick([97, 0x30, 300, "a"]))
            elif op == 5: m.reverse()
            elif op == 6: m[i] = pick([1, 256, "a"])
            elif op == 7: m[i:j:k] = pick([x, [1,2], 5, "a", m])
            elif op == 8: del m[i:j:k]
            elif op == 9: del m[i]
            elif op == 10: m += x
            elif op == 11: m *= pick([0,1,2,3,"a"])
            print(op, m)
        except Exception as e: print(op, type(e).__name__, ascii(str(e)), m)
    mv = memoryview(pick([b0, bytearray(b0)]))
    try: print(mv[i:j:k].tolist(), mv[i], mv == b0, bytes(mv[::2]), mv[::-1].tobytes())
    except Exception as e: print(type(e).__name__, ascii(str(e)))
    try: mv[i:j] = x; print(mv.tobytes())
    except Exception as e: print(type(e).__name__, ascii(str(e)))
for c in (bytes, bytearray, str, BB, AA, S):
    for a in ((), (5,), (-1,), ("a",), ("é","utf-8"), ("é","ascii"), ("é","ascii","ignore"), (b"ab",), (b"ab","utf-8"), (b"\xff","ascii","replace"), (1.5,), ([1,2],), ([256],), (["a"],), (None,), (2**70,), (5,"utf-8"), (Idx(3),), (range(3),), (b"a", 5), ("a","b","c","d"), ("x", "bogus"), (b"x", "bogus")):
        try: print(c.__name__, ascii(c(*a)))
        except Exception as e: print(c.__name__, ascii(a) if c is not memoryview else "", type(e).__name__, ascii(str(e)))
    for k in ({"encoding":"utf-8"}, {"errors":"strict"}, {"x":1}, {"object":5}, {"source":b"a"}):
        try: print(c.__name__, ascii(c(**k)))
        except Exception as e: print(c.__name__, k, type(e).__name__, ascii(str(e)))
