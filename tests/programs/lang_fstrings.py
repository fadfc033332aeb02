# f-strings with all conversions and specs.


def attempt(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


name, n, x, items = "wörld", 42, 3.14159, [1, "two", None]
width, prec = 12, 3
print(f"", f"plain", f"{name}", f"{name!r}", f"{name!a}", f"{name!s:>10}|", f"{n:5d}|{n:<5}|{n:^5}|{n:05}", f"{x:.2f} {x:{width}.{prec}f}| {x:{'>'}{width}}", f"{items}", f"{items[1]!r:*^9}", f"{{literal}} {{{n}}}", f"{n=}", f"{x = :.1f}", f"{name = !r}", f"{n + 1 = }", f"{items[0]=}")
print(f"{'nested'} {"same quotes"} {f"{f"{n}"}"}", f"{(lambda v: v * 2)(n)}", f"{ {'a': 1}['a'] }", f"{n if n > 5 else 'small'}", f"{[i for i in range(3)]}", f"{n!r:>{width}}", f"{'a' 'b'}", f"a{'b'}c" "d" f"{1}", f"{x:e} {x:g} {x:%} {n:b} {n:#x} {n:o} {n:c} {10**9:,} {10**9:_}")
print(f"{None} {True} {...} {int} {len} {1j} {b'x'} {()} {(1,)} { {1} } {range(3)}", f"""multi
line {n}
""", f"\x41\t{n}\N{BULLET}", rf"\n{n}\t", f"{'\n'!r} {'\\'}")
print(f"{name:>{width}}|{name:<{width}}|{name:^{width}}|{name:.{prec}}|{name:*^{width}.{prec}}|", f"{n:+} {-n:+} {n: } {n:x^+10}", f"{0.1 + 0.2}", f"{1e100} {-0.0} {float('nan')}", f"{True:d} {True:5}| {True}", f"{10**30:e} {2**70}")
print(attempt(lambda: f"{n:q}"), attempt(lambda: f"{name:d}"), attempt(lambda: f"{items:5}"), attempt(lambda: f"{undefined}"), attempt(lambda: f"{n:.2}"), attempt(lambda: f"{x:d}"), attempt(lambda: f"{None:>5}"), attempt(lambda: f"{n:{name}}"))


class F:
    def __format__(self, spec): return f"<{spec}>"
    def __str__(self): return "S"
    def __repr__(self): return "R"


f = F()
print(f"{f} {f:abc} {f!s} {f!r:>3} {f:{n}{x}} {f!a}", f"{f=} {f=!s} {f=:x}", format(f, "q"), format(f), "{:z} {!r}".format(f, f), str.format("{0}", f))


def gen():
    yield "g"


print(f"{next(gen())}", f"{''.join(f'{c}{i}' for i, c in enumerate('abc'))}", f"{sum(i for i in range(4))}", f"{(y := 5)} {y}", f"{not 1} {1 < 2} {1, 2} {*[1, 2], 3}", f"{'x' if not name else 'y'}", f"{[*range(3)][::-1]}", f"{'%s' % n}", f"{'{}'.format(n)}")
rows = [("apple", 1.5, 10), ("kiwi", 0.25, 200), ("dragonfruit", 12, 3)]
for label, price, count in rows:
    print(f"{label:<12}|{price:>8.2f}|{count:>5d}|{price * count:>10,.2f}|{label[:3].upper():^5}|")
total = 0
for i in range(150):
    s = f"{i}:{i * i:04d}:{i / 7:.3f}:{chr(97 + i % 26)}:{i!r:>4}"
    total += len(s) + s.count("1")
print(s, total)
for value in (0, 5, -7, 10**15, 1.5, "txt", None, True):
    for spec in (">8", "<8", "^8", "=8", "08", "+", "e", "s", ""):
        print(attempt(lambda: f"{value:{spec}}"), end=";")
    print()
