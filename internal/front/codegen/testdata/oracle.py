# Code objects by CPython itself. Requests are lines of JSON, ["file", path], ["text", source], or ["pyc", path] for what py_compile writes, then
# perhaps other arguments of compile(); answers are marshalled code in hexadecimal, or "!" and an error, of a SyntaxError its message and place.
# ["warnings", source] is answered by a list of messages and lines.
import json
import marshal
import sys
import warnings

warnings.simplefilter("ignore")

for line in sys.stdin:
    kind, arg, *more = json.loads(line)
    name = arg if kind == "pyc" else "<test>"
    if kind in ("file", "pyc"):
        with open(arg, "rb") as f:
            arg = f.read()
    if kind == "warnings":
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", SyntaxWarning)
            compile(arg, "<test>", "exec")
        print(json.dumps([[str(w.message), w.lineno] for w in caught]), flush=True)
        continue
    arguments = {"mode": "exec", "dont_inherit": True, "optimize": 0} | (more[0] if more else {})
    try:
        code = compile(arg, name, **arguments)
        answer = marshal.dumps(code).hex()  # code has two references, as in py_compile
    except SyntaxError as e:
        answer = "!" + json.dumps([e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset])
    except (RecursionError, MemoryError, ValueError) as e:
        answer = "!" + repr(e).replace("\n", " ")
    print(answer, flush=True)
