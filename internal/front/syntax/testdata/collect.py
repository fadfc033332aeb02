# Collects sources that CPython's own tests expect to be refused by the parser, with CPython's errors, as lines of JSON.
#
# Sources are the doctests of test_syntax and all string literals of the given test files (with those put together by formatting left out)
# that CPython refuses; what the compiler behind the parser refuses is left out.
import ast
import doctest
import json
import os
import sys
import textwrap
import warnings

warnings.simplefilter("ignore")
sys.setrecursionlimit(5000)

NAMES = ("test_syntax test_exceptions test_fstring test_grammar test_eof test_string_literals test_named_expressions test_patma "
         "test_positional_only_arg test_type_params test_type_aliases test_unpack test_unpack_ex test_generators test_genexps test_listcomps "
         "test_dictcomps test_setcomps test_coroutines test_global test_scope test_future_stmt.test_future test_pep646_syntax test_except_star "
         "test_tokenize test_unparse test_ast.test_ast test_keywordonlyarg test_codeop test_compile test_complex test_int_literal "
         "test_unicode_identifiers test_traceback test_decorators test_with test_contextlib test_flufl test_source_encoding test_float "
         "test_ucn test_super test_class test_nested_if test_peepholer test_symtable test_type_comments test_lib2to3 "
         "test_annotationlib test_typing test_descr test_peg_generator.test_c_parser test_cmd_line_script").split()


def error(source, mode):
    try:
        compile(source, "<test>", mode, ast.PyCF_ONLY_AST)
    except SyntaxError as e:
        return [type(e).__name__, e.msg, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text]
    except Exception:
        pass
    return None


def sources(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        tree = ast.parse(f.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 5000:
            text = node.value
            if ">>> " in text:
                try:
                    for example in doctest.DocTestParser().get_examples(text):
                        yield example.source
                except ValueError:
                    pass
            else:
                yield text
                yield textwrap.dedent(text)


def main():
    import test
    home = os.path.dirname(test.__file__)
    seen = set()
    for name in NAMES:
        path = os.path.join(home, *name.split(".")) + ".py"
        if not os.path.exists(path):
            continue
        for source in sources(path):
            try:
                source.encode()
            except UnicodeEncodeError:
                continue
            if source in seen or "\0" in source:
                continue
            seen.add(source)
            for mode in "exec", "eval", "single":
                e = error(source, mode)
                if e is None:
                    break
                if mode == "exec" or ">>>" in source:
                    print(json.dumps({"file": name, "mode": mode, "source": source, "error": e}))


main()
