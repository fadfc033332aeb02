# A function of many branches whose variables change their types: its merge points may have fewer and fewer versions.
def machine(program, turns):
    a = b = c = 0
    out = []
    for turn in range(turns):
        for op, arg in program:
            if op == "int":
                a = arg
            elif op == "str":
                b = str(arg)
            elif op == "float":
                a = a + 0.5 if isinstance(a, (int, float)) else 0.5
            elif op == "swap":
                a, b = b, a
            elif op == "none":
                c = None
            elif op == "tuple":
                c = (a, b)
            elif op == "list":
                c = [a, b, c]
            elif op == "first":
                if c is not None and c != 0:
                    b = c[0]
            elif op == "len":
                if isinstance(a, str):
                    a = len(a[:99])
                elif isinstance(a, int):
                    a = a * 3 & 0xFFFF
                else:
                    a = 1
            elif op == "add":
                try:
                    a = a + b if not isinstance(a, str) or len(a) < 99 else "s"
                except TypeError:
                    b = a
            elif op == "cmp":
                if type(a) is type(b):
                    if a < b:
                        a = b
                    else:
                        b = a
            elif op == "big":
                a = 1 << 70
            elif op == "bytes":
                b = b"xy"
            elif op == "dict":
                c = {"a": a}
                a = c.get("a", b)
                c = None
            if turn == turns - 1:
                out.append((op, a, b, c if not isinstance(c, list) else len(c)))
        c = None
    return out


names = ["int", "str", "float", "swap", "none", "tuple", "list", "first", "len", "add", "cmp", "big", "bytes", "dict"]
seed = 7
for length in range(3, 60):
    program = []
    for i in range(length):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        program.append((names[seed // 65536 % len(names)], seed % 1000))
    for line in machine(program, 40)[-3:]:
        print(*line)
