# Answers the cases of numfmt's tests, one JSON list a line: [op, arg...] -> the outcome as a JSON string.
# With the argument "table" it writes testdata/cases.json from the list below instead.
import json
import sys

KINDS = {
    "int": int, "bool": lambda s: s == "True", "str": str, "float": float.fromhex,
    "complex": lambda s: complex(*map(float.fromhex, s.split())),
}


def shown(v):
    return v.hex() if isinstance(v, float) else str(v)


OPS = {
    "format": lambda kind, value, spec: format(KINDS[kind](value), spec),
    "percent": lambda conv, kind, value: conv % KINDS[kind](value),
    "repr": lambda kind, value: repr(KINDS[kind](value)),
    "float": lambda text: shown(float(text)),
    "int": lambda text, base: shown(int(text, int(base))),
    "hex": lambda value: float.fromhex(value).hex(),
    "fromhex": lambda text: shown(float.fromhex(text)),
    "round": lambda value, n: shown(round(float.fromhex(value), int(n))),
    "roundint": lambda value, n: shown(round(int(value), int(n))),
    "rint": lambda value: shown(round(float.fromhex(value))),
    "trunc": lambda value: shown(int(float.fromhex(value))),
    "ratio": lambda value: "%d %d" % float.fromhex(value).as_integer_ratio(),
    "tofloat": lambda value: shown(float(int(value))),
}


def answer(op, *args):
    try:
        return OPS[op](*args)
    except Exception as e:
        text = str(e)
        for start in ("could not convert string to float", "invalid literal"):
            if text.startswith(start):
                text = start  # the caller shows the text
        return type(e).__name__ + ": " + text


SPECS = {
    "int": """q ,s .3 .3d +c #c 00c ,c 5q z zd .99999999999999999999 . 5. x< xx<d ,, _, ,_ _,d ,n _n ,x _x =5d =s c 05 <05 d5 %s dd
        ,d, + z# 1_ _c .3e .3q 99999999999999999999 \U0001f600<5q \U0001f600<5 q' .5c __ ,\xe9 \xe9 \x7f zz #z z.3+d ,.3d .3, =^5 \u0665d
        \u0661\u0660, .2147483648f 010, 08, 09, 012, +012, <012, ^012, x=12, 0=12, 012n 5c 010c #_x #015_x 020_b #020_b #o #X +#x 010% e f
        .2f g .3g n , _ b o x X d""",
    "bool": "c q s d , 5 f",
    "str": "q + z # =5 05 <05 0<5 , ,s _ _s .3 . d ,d ss n c - z# +z#= x^7 >5 ^5.1 .2147483648 \u20ac>5s \x00",
    "float": """q d ,n # . c s z z.0f = 010 _n ,s .3n .2147483647 .2147483648f .9223372036854775808f .9223372036854775807f
        #.3r \x00 010,f 010,.2f 015,e 015,g 020,.3e %% .1% #.0% #.0e #.0g #g #.3 .0 .1 .3 .17 .30 z.1f +z.1f z% ,g _e , _ n +F G E 010_ x^15.2f""",
    "complex": "q 010 =10 z c d % n , _n ,n s . <010 0=10 x<020 .3 f +f 20 ^20 .3g ,f _.2f # #g z.1f + - F",
}
VALUES = {
    "int": "0 5 -5 65 255 -1234567 1114112 123456789012345678901234567890 -99999999999999999999".split(),
    "bool": ["True", "False"],
    "str": ["", "ab", "h\xe9llo \U0001f600 w\u03c3"],
    "float": [f.hex() for f in (0.0, -0.0, 1.0, 1.5, 15.0, -2.5, 0.1, 1e-5, -0.01, 123.456, 1234567.0, 1e16, 1e22, -1e300, 5e-324,
                                float("inf"), -float("inf"), float("nan"))],
    "complex": [c.real.hex() + " " + c.imag.hex() for c in (1 + 2j, 2j, complex(-0.0, -0.0), 1e6 - 2.5e6j, complex("nan+infj"), -0.01j - 0.01)],
}
PERCENTS = {
    "int": "%5.3d %+.5d %#x %#X %#o %010x %#010x %-#10x %-010d %.0d %.5x %#.5x %#012.5x %012.5d %i %u %#d %#.5o %.5X %-+8d %0+8d %x",
    "float": "%5.3f %#.0f %g %G %F %e %#g %.0e %#.0e %.0g %#.3g %010f %+f %+.3e %-10.3f %.50g %#.9f %.60f %.2147483648f",
}
TEXTS = {
    "float": """1_0 1__0 _1 1_ 1e1_0 1_e1 1._1 1_.1 in_f INF iNfinity nan -nan +nan 0x1 1e 1e+ . .e1 1.e1 .1e1 1e400 1e-400 e1 1d infinit
        1\x00 \u0661\u0662.\u0665 \x1c1 \u20031 1\x85 \u0661\x1c 1e5_ 1.5_5 -_1 -0 -0e99999999999999999999 1e99999999999999999999 1e-99999999999999999999""".split()
    + ["", " 1 ", "1 2", "- 1", "0." + "0" * 10500 + "1e10501", "1" + "0" * 10500 + "e-10500", "0." + "0" * 400 + "1", "9" * 800, "-1" + "0" * 400 + "e-400",
       "9007199254740993." + "0" * 900 + "1", "9007199254740993." + "0" * 900],
    "fromhex": """x 0x 1 0x1p 0x1p1000000 0x1p-100000 0x1.8p1 inf -infinity nan -nan +inf infx 0x1p99999999999999999999 0x1p-99999999999999999999
        0x0p9999999999999999999999 1. .1 . 0x.p0 0x1.p 1p5 1_0 0x1.fffffffffffff8p1023 0x1.fffffffffffff7fffp1023 0x1p-1075 0x1.00001p-1075
        0x0.8p-1074 0x1.8p-1074 0x1p1024 -0x0 0x1p+ \uff46 \x1c1 \u20031 1\x00 0x10000000000000.8 0x10000000000001.8 0x1p5000x 0x0p5000x
        0X1P5 0xinf 0x1p--1 0x1e5""".split() + ["", " 0x1p0 ", "0x1p 1", "+ 1", "0x0." + "0" * 300 + "1p1200", "0x" + "0" * 2000 + "1p-10"],
    "int": """10,0 010,0 00,0 0_0,0 0,0 0x,0 0x_f,0 0x_f,16 0xf,16 x,16 0b1,16 0b1,2 0o7,8 0_b1,2 _1,10 1_,10 1__1,10 -0x1,0 0x,16 0b,16 0o17,0
        0O17,0 z,36 1,1 1,37 1,-1 0_1,0 0_0_0,0 01,10 0x__f,16 _0x1,16 0b2,2 \u0663,10 00_,0 0_,0 0_7,8 0_o7,8 -,10 +,10 --1,10 0b_1,0
        9223372036854775807,10 -9223372036854775808,10 9223372036854775808,10 ,10 0x,36 0b,36 0o,36""".split()
    + ["+ 1,0", "1 1,10", " 1 ,10", "0x 1,16", "1" * 4301 + ",10", "0" * 5000 + ",10", "1" * 5000 + "x,10", "1" * 4300 + ",10"],
}


def table():
    for op, specs in (("format", SPECS), ("percent", PERCENTS)):
        for kind in specs:
            for spec in specs[kind].split(" " if kind == "str" else None) + ([" ", " d"] if op == "format" else ["% d", "%+ d"] if kind == "int" else ["% 010.3f"]):
                for v in VALUES[kind]:
                    yield [op, kind, v, spec] if op == "format" else [op, spec, kind, v]
    for kind in ("float", "complex"):
        for v in VALUES[kind]:
            yield ["repr", kind, v]
    for v in VALUES["float"]:
        for op in ("hex", "rint", "trunc", "ratio"):
            yield [op, v]
    for op in ("float", "fromhex"):
        for t in TEXTS[op]:
            yield [op, t]
    for t in TEXTS["int"]:
        yield ["int", *t.rsplit(",", 1)]
    for v, n in [(2.5, 0), (3.5, 0), (0.15, 1), (2.675, 2), (1e22, 2), (12345.678, -2), (15., -1), (25., -1), (1.5e308, -308), (1e-320, 320),
                 (5e-324, 400), (0.5, -1), (5.0, -1), (5.5, -1), (123.456, -5), (-0.4, 0), (1e15 + .5, 0), (9.5, -1), (1.797e308, -307), (1e300, -400), (-2.5, 0)]:
        yield ["round", v.hex(), str(n)]
    for v, n in [(25, -1), (35, -1), (-25, -1), (26, -1), (10**30 + 5, -1), (5, -1), (6, -1), (5, -2), (10**30, -31), (6 * 10**30, -31), (7, 3)]:
        yield ["roundint", str(v), str(n)]
    for v in (2**53 + 1, 2**1024 - 2**970, 2**1024 - 2**970 - 1, -(2**1024), 2**63, 10**400):
        yield ["tofloat", str(v)]


if sys.argv[1:] == ["table"]:
    lines = [json.dumps([*case, answer(*case)]) for case in table() if answer(*case) != "MemoryError: "]
    with open("testdata/cases.json", "w") as out:
        out.write("[\n" + ",\n".join(lines) + "\n]\n")
else:
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))))
