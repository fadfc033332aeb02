# compile(..., _feature_version=N) refuses what came later.
import _ast
for src, since in (
    ('x = 1_000\n', 6), ('a @ b\n', 5), ('a @= b\n', 5), ('async def f(): pass\n', 5), ('async def f():\n async for x in y: pass\n', 5), ('x: int\n', 6),
    ('(x).y: int\n', 6), ('(x := 1)\n', 8), ('def f(a, /): pass\n', 8), ('lambda a, /: 1\n', 8), ('match x:\n case 1: pass\n', 10),
    ('try: x\nexcept* A: y\n', 11), ('def f[T](): pass\n', 12), ('class A[T]: pass\n', 12), ('type X = int\n', 12), ('type X[T = int] = T\n', 13), ('f"{x}"\n', 0),
):
    for version in range(4, 14):
        try:
            compile(src, 'f', 'exec', _ast.PyCF_ONLY_AST, _feature_version=version)
            ok, msg = True, ''
        except SyntaxError as e:
            ok, msg = False, e.msg
        if version in (since - 1, since) or ok != (version >= since):
            print(repr(src), version, ok, msg)
