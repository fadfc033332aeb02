# Type comments in trees (PyCF_TYPE_COMMENTS), and the mode func_type.
import _ast

def dump(o):
    if isinstance(o, _ast.AST):
        return type(o).__name__ + '(' + ', '.join(k + '=' + dump(getattr(o, k)) for k in o._fields + o._attributes) + ')'
    if isinstance(o, list):
        return '[' + ', '.join(map(dump, o)) + ']'
    return repr(o)

for src in (
    'x = 1 # type: int\n', 'x = y = [] #type:List[int]  \nz = 2', 'for i in x: # type: int\n  pass\nasync def f():\n  # type: () -> None\n  async for i in x: # type: str\n    pass',
    'with a as b: # type: int\n  pass\nwith (a, b as c): # type: str\n  pass', 'def f(a, b): # type: (int) -> str\n  pass\n',
    'def f(\n  a, # type: int\n  b=1, # type: str\n  /,\n  *c, # type: A\n  d=2, # type: B\n  e, # type: C\n  **k # type: D\n  ):\n  # type: (...) -> None\n  pass\n',
    'x = 1 # type: ignore\n# type: ignore[excuse]\ny = 2 # type: ignored\ndef f(): # type: ignore\n  pass # type: ignore@x\n',
    'def f(): # type: () -> int\n  # type: () -> str\n  pass\n', 'def f(*, # type: int\n  a): pass', 'x # type: int\n', 'pass # type: int',
    'if x: # type: int\n  pass', 'f(a, # type: int\n  b)', 'class A: # type: x\n  pass', '# type: int\nx = 1', 'x: int = 1 # type: int', 'x += 1 # type: int',
    'def f(): 1 # type: int\n', 'x = """\n# type: int\n"""\n', 'x = (1, # type: ignore\n 2) # type: t',
):
    for flags in _ast.PyCF_ONLY_AST | _ast.PyCF_TYPE_COMMENTS, _ast.PyCF_ONLY_AST:
        try:
            print(dump(compile(src, 'f', 'exec', flags)))
        except SyntaxError as e:
            print(repr(src), e.args)
for src in '() -> int', '(a, *b, **c) -> d[e]', '(*a, **b) -> (c)', '(int', 'int', '(a, **b, *c) -> d':
    try:
        print(dump(compile(src, 'f', 'func_type', _ast.PyCF_ONLY_AST)))
    except SyntaxError as e:
        print(repr(src), e.args)
