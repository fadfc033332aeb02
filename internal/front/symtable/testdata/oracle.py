# Symbol tables by CPython itself. Requests are lines of JSON, ["file", path] or ["text", source]; so are the answers.
import _symtable
import json
import sys
import warnings

warnings.simplefilter("ignore")


def table(t):
    return [t.type, t.name, t.lineno, int(t.nested), sorted(t.symbols.items()), t.varnames, [table(c) for c in t.children]]


def main():
    for line in sys.stdin:
        kind, arg = json.loads(line)
        if kind == "file":
            with open(arg, "rb") as f:
                arg = f.read()
        try:
            answer = {"table": table(_symtable.symtable(arg, "<test>", "exec"))}
        except SyntaxError as e:
            answer = {"error": [e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset]}
        except (RecursionError, MemoryError, ValueError) as e:
            answer = {"error": [str(e)]}
        print(json.dumps(answer), flush=True)


main()
