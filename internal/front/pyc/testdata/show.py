# Prints what CPython knows of the code objects in .pyc files, for comparison with this package.
# usage: show.py dis|all FILE...   each file's text follows a line with its length in bytes
import dis, io, marshal, sys

numbers = {}

def address(co):
    return "%#x" % (16 * numbers.setdefault(id(co), len(numbers) + 1))

def text(x):
    if isinstance(x, type(address.__code__)):
        return '<code object %s at %s, file "%s", line %d>' % (
            x.co_name, address(x), x.co_filename, x.co_firstlineno or -1)
    if isinstance(x, tuple):
        return "(" + ", ".join(map(text, x)) + ("," if len(x) == 1 else "") + ")"
    if isinstance(x, frozenset) and x:
        return "frozenset({" + ", ".join(map(text, sorted(x, key=marshal.dumps))) + "})"
    return repr(x)

def const_info(op, arg, consts):
    return consts[arg], text(consts[arg])

dis._get_const_info = const_info

def fast_labels(code):
    return {dis._get_jump_target(op, arg, offset)
            for offset, _, op, arg in dis._unpack_opargs(code) if arg is not None} - {None}

dis.findlabels = fast_labels

def show(co, out, everything):
    dis.disassemble(co, file=out)
    if everything:
        print(co.co_name, co.co_qualname, co.co_filename, co.co_argcount, co.co_posonlyargcount, co.co_kwonlyargcount,
              co.co_nlocals, co.co_stacksize, co.co_flags, co.co_firstlineno, file=out)
        for names in co.co_names, co.co_varnames, co.co_cellvars, co.co_freevars:
            print(*names, file=out)
        for k in co.co_consts:
            print(text(k), file=out)
        for r in co.co_lines():
            print(*[-1 if x is None else x for x in r], file=out)
        for p in co.co_positions():
            print(*[-1 if x is None else x for x in p], file=out)
    for x in co.co_consts:
        if hasattr(x, "co_code"):
            print(file=out)
            print("Disassembly of %s:" % text(x), file=out)
            show(x, out, everything)

for path in sys.argv[2:]:
    numbers.clear()
    with open(path, "rb") as f:
        f.seek(16)
        co = marshal.load(f)
    out = io.StringIO()
    show(co, out, sys.argv[1] == "all")
    data = out.getvalue().encode("utf-8", "surrogatepass")
    sys.stdout.buffer.write(b"%d\n" % len(data) + data)
