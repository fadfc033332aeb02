package codegen

import (
	"fmt"
	"testing"
)

// TestModes compares code made with other arguments of compile() than the library's.
func TestModes(t *testing.T) {
	py := start(t)
	var cmp comparison
	compare := func(src string, a arguments) {
		want, wrong := py.ask(t, "text", src, a)
		got, failure := compileText(src, a)
		if (wrong != "") != (failure != "") {
			t.Errorf("%v %q: %q, want %q", a, src, failure, wrong)
		} else if want != nil {
			cmp.code(fmt.Sprintf("%v %q", a, src), got, want)
		}
	}
	for _, src := range constructs(t) {
		compare(src, arguments{"exec", 1, 0})
		compare(src, arguments{"exec", 2, 0})
		compare(src, arguments{"exec", 0, flagAnnotations})
		compare(src, arguments{"exec", 0, topLevelAwait})
	}
	docs := "'module'\nclass A:\n 'class'\n x = 1\n def f(self):\n  'function'\n  return 1\n async def g(self):\n  'only'\n def h(self): 'only'\nclass B: 'doc'\n'late'\n"
	for _, src := range []string{docs, "if __debug__: f()\nelse: g()", "assert x, y", "assert x", "x = __debug__", "while __debug__: f()", "f() if not __debug__ else g()",
		"def f():\n assert (x := 1)\n return x", "def f():\n assert (yield)", "'''  doc\n    more\n  '''", "class A[T]:\n 'doc'", "def f():\n if __debug__:\n  yield 1", "'a' 'b'", "f'doc{x}'"} {
		for level := range 3 {
			compare(src, arguments{"exec", level, 0})
		}
	}
	for _, src := range []string{"x", "x\n", "x + 1", "1", "'doc'", "x = 1", "x; y", "1; 2", "x: int", "x: int = 1", "(x)", "None", "def f(): 'doc'; return 1\n", "class A: x\n",
		"if x:\n  y\nelse:\n  1\n", "for x in y: x\n", "import a.b, c", "from a import *", "pass", "await x", "[await x for y in z]", "'a'; 'b'", "with x: y\n", "lambda: x", "del x",
		"@x\ndef f(): y\n", "try: x\nfinally: y\n", "x = y = 1", "x +=1", "x if y else z", "f'{x}'", "while x: y\n", "match x:\n case 1: y\n", "yield x", "return x", "type X = int", "global x; x = 1"} {
		compare(src, arguments{"single", 0, 0})
		compare(src, arguments{"single", 0, topLevelAwait})
		compare(src, arguments{"single", 2, flagAnnotations})
	}
	for _, src := range []string{"x", " x", "x\n\n", "(x,\ny)", "1 + 2", "lambda x: x + y", "[x for x in y]", "[x for x in y if (z := x)]", "(x for x in y)", "{x: y for x in z}", "x if y else z",
		"x and y or z", "not x", "f(x)(y).z[1:2]", "f'{x!r:{y}}'", "(x := 1)", "await x", "[await x async for y in z]", "lambda: (yield)", "(yield)", "x = 1", "'s' 't'", "x < y < z", "*x", "*x, y",
		"__debug__", "__name__", "x, y", "-1", "...", "b'x'", "[[x for x in y] for y in z]", "[lambda: x for x in y]", "super().x", "x.__y"} {
		compare(src, arguments{"eval", 0, 0})
		compare(src, arguments{"eval", 0, topLevelAwait})
		compare(src, arguments{"eval", 2, flagAnnotations})
	}
	for _, src := range []string{"await x", "async for x in y: z", "async with x as y: z", "[x async for x in y]", "[await x for x in y]", "x = await y", "(x async for x in y)", "def f(): await x",
		"class A: await x", "lambda: await x", "yield x", "async def f(): await x", "for x in y:\n await z", "try: await x\nexcept A: await y", "return await x",
		"{await x: [y async for y in z]}", "type X = await y", "def f[T: await x](): pass", "x: await y", "x: (await y) = 1", "if x:\n  [[await y for y in z] for z in w]"} {
		compare(src, arguments{"exec", 0, topLevelAwait})
		compare(src, arguments{"exec", 0, topLevelAwait | flagAnnotations})
		compare(src, arguments{"exec", 0, 0})
	}
	for _, src := range []string{"x <> y", "x != y", "x <> y <> z", "x == y"} {
		compare(src, arguments{"exec", 0, flagBarry})
		compare("from __future__ import barry_as_FLUFL\n"+src, arguments{"exec", 0, 0})
	}
	for _, src := range []string{"def f(x: int, *y: A.b, z: 'str' = 1, **k: C[D]) -> E: w: F = 1", "x: int", "x.y: int", "(x): int", "class A:\n x: int = 1\n def f(self, x: __y): z: __w", "x: list[int] = []",
		"def f(x: (yield)): pass", "x: (await y)", "x: (y := 1)", "def f[T](x: T) -> T: y: T", "class A[T](B): x: T", "def f(*x: *y): pass", "x: f'{y}'", "x: lambda z, *a, b=1, **k: z"} {
		compare(src, arguments{"exec", 0, flagAnnotations})
		compare("from __future__ import annotations\n"+src, arguments{"exec", 0, 0})
		compare(src, arguments{"exec", 2, 0})
	}
	cmp.report(t)
	if cmp.equal < cmp.total {
		t.Errorf("%d code objects differ", cmp.total-cmp.equal)
	}
}
