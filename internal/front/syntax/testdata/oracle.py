# Answers for the tests of package syntax, by CPython itself. Requests are lines of JSON: [command, ...]; so are the answers.
import ast
import hashlib
import json
import sys
import time
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(100000)


def parse(source, mode="exec"):
    """The dump of a source, or what is wrong with it."""
    try:
        return {"dump": ast.dump(ast.parse(source, mode=mode), include_attributes=True)}
    except SyntaxError as e:
        return {"error": [type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text]}
    except (MemoryError, RecursionError, ValueError) as e:
        return {"error": [type(e).__name__, str(e), None, None, None, None, None]}


def warned(source):
    """The warnings about a source: messages and lines."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            ast.parse(source)
        except SyntaxError:
            pass
    return {"warnings": [[str(w.message), w.lineno] for w in seen]}


def timed(files):
    """How long it takes to parse, and to compile, files that are named in a file: seconds."""
    sources = []
    for path in open(files).read().split("\n"):
        with open(path, "rb") as f:
            sources.append(f.read())
    seconds = []
    for flags in ast.PyCF_ONLY_AST, 0:
        begin = time.perf_counter()
        for source in sources:
            try:
                compile(source, "<test>", "exec", flags)
            except (SyntaxError, ValueError):
                pass
        seconds.append(time.perf_counter() - begin)
    return {"seconds": seconds}


def main():
    for line in sys.stdin:
        command, *args = json.loads(line)
        if command == "file":  # the hash of a file's dump
            with open(args[0], "rb") as f:
                answer = parse(f.read())
            if "dump" in answer:
                answer = {"hash": hashlib.sha1(answer["dump"].encode("utf-8", "surrogatepass")).hexdigest()}
        elif command == "time":
            answer = timed(args[0])
        elif command == "warnings":
            answer = warned(args[0])
        else:
            answer = parse(args[0], command)
        print(json.dumps(answer), flush=True)


main()
