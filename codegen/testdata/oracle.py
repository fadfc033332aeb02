# Code objects by CPython itself. Requests are lines of JSON, ["file", path] or ["text", source]; answers are marshalled code in hexadecimal, or
# "!" and an error, of a SyntaxError its message and place.
import json
import marshal
import sys
import warnings

warnings.simplefilter("ignore")

for line in sys.stdin:
    kind, arg = json.loads(line)
    if kind == "file":
        with open(arg, "rb") as f:
            arg = f.read()
    try:
        answer = marshal.dumps(compile(arg, "<test>", "exec", dont_inherit=True, optimize=0)).hex()
    except SyntaxError as e:
        answer = "!" + json.dumps([e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset])
    except (RecursionError, MemoryError, ValueError) as e:
        answer = "!" + repr(e).replace("\n", " ")
    print(answer, flush=True)
