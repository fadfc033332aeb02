package symtable

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/psyco-go/psy/internal/front/syntax"
	"github.com/psyco-go/psy/internal/testkit/oracle"
)

// cpython is a process that runs testdata/oracle.py.
type cpython struct{ *oracle.Process }

func start(t *testing.T) *cpython { return &cpython{oracle.Start(t, "testdata/oracle.py")} }

// ask returns CPython's table or error as JSON.
func (c *cpython) ask(t *testing.T, kind, arg string) (table, err string) {
	line := c.Ask(t, []string{kind, arg})
	var a struct{ Table, Error json.RawMessage }
	if e := json.Unmarshal(line, &a); e != nil {
		t.Fatal(e)
	}
	return compact(a.Table), compact(a.Error)
}

func compact(r json.RawMessage) string {
	var b bytes.Buffer
	json.Compact(&b, r)
	return b.String()
}

func toJSON(v any) []byte {
	b, _ := json.Marshal(v)
	return b
}

// show gives a block in the form of the oracle's answers.
func show(b *Block) any {
	names := slices.Sorted(slices.Values(b.Names))
	symbols, children, varnames := []any{}, []any{}, append([]string{}, b.Varnames...)
	for _, n := range names {
		symbols = append(symbols, []any{n, b.Symbols[n]})
	}
	for _, c := range b.Children {
		children = append(children, show(c))
	}
	number := map[BlockType]int{FunctionBlock: 0, ClassBlock: 1, ModuleBlock: 2, AnnotationBlock: 3, TypeAliasBlock: 4, TypeParametersBlock: 5,
		TypeVariableBlock: 6}[b.Type]
	nested := 0
	if b.Nested {
		nested = 1
	}
	return []any{number, b.Name, b.Line, nested, symbols, varnames, children}
}

// build makes a table or an error as JSON; parsed is false when the parser refused the source.
func build(src string) (table, err string, parsed bool) {
	root, _, e := syntax.Parse(src, syntax.Options{MaxDigits: 4300})
	if e != nil {
		return "", "", false
	}
	var t *Table
	f, e := ReadFutures(root)
	if e == nil {
		t, e = Build(root, Options{FutureAnnotations: f.Annotations})
	}
	if e != nil && e.EndOffset == syntax.NoLine {
		return "", string(toJSON([]any{e.Msg, e.Line, e.Offset, e.EndLine, nil})), true
	}
	if e != nil {
		return "", string(toJSON([]any{e.Msg, e.Line, e.Offset, e.EndLine, e.EndOffset})), true
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(true)
	enc.Encode(show(t.Top))
	return strings.TrimSpace(b.String()), "", true
}

// equalJSON compares regardless of how characters are escaped.
func equalJSON(a, b string) bool {
	var x, y any
	json.Unmarshal([]byte(a), &x)
	json.Unmarshal([]byte(b), &y)
	return bytes.Equal(toJSON(x), toJSON(y))
}

// TestLibrary compares the tables of CPython's library; all of it if PSY_TEST_SYNTAX is set.
func TestLibrary(t *testing.T) {
	c := start(t)
	_, files, err := oracle.Library()
	if err != nil {
		t.Fatal(err)
	}
	bad := 0
	for n, path := range files {
		if n%8 != 0 && os.Getenv("PSY_TEST_SYNTAX") == "" || bad > 10 {
			continue
		}
		src, _ := os.ReadFile(path)
		text, e := syntax.Decode(src)
		if e != nil {
			continue
		}
		table, failure, parsed := build(text)
		if !parsed {
			continue
		}
		wantTable, wantFailure := c.ask(t, "file", path)
		if !equalJSON(failure, wantFailure) {
			bad++
			t.Errorf("%s: %s, want %s", path, failure, wantFailure)
		} else if !equalJSON(table, wantTable) {
			bad++
			t.Errorf("%s: %s", path, difference(table, wantTable))
		}
	}
}

func difference(got, want string) string {
	i := 0
	for i < len(got) && i < len(want) && got[i] == want[i] {
		i++
	}
	from := max(0, i-200)
	return "\n got ..." + got[from:min(len(got), i+150)] + "\nwant ..." + want[from:min(len(want), i+150)]
}

// sources are small programs for each rule.
var sources = []string{
	"x = 1\ndef f():\n  return x", "def f():\n  x = 1\n  def g():\n    return x\n  return g", "def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = 2",
	"def f():\n  global x\n  x = 1\n  def g(): return x", "class A:\n  x = 1\n  def f(self): return x", "def f(x):\n  class A:\n    x = x\n    def g(self): return x",
	"class A:\n  def f(self): return super().f()", "class A:\n  def f(self): return __class__", "class A:\n  __x = 1\n  def __f(self, __y): return self.__x, __z, __w__",
	"class _A:\n  __x = 1", "class __:\n  __x = 1", "class A:\n  import __a, __b.c, d as __e", "def f(a, b=c, *d, e=g, **h): pass", "lambda a, b=c, *d: a + e",
	"[x for x in y]", "def f(): return [x for x in y if z]", "def f(): return (x for x in y)", "def f():\n  x = 1\n  return [lambda: x for y in z]",
	"def f(): return [lambda: x for x in y]", "class A: y = [x for x in z]", "class A:\n  x = 1\n  y = [x for _ in z]", "class A: y = [__class__ for x in z]",
	"def f(): return [[x for x in y] for y in z]", "def f(): return {x: y for x, y in z}, {a for a in b}", "async def f(): return [x async for x in y]",
	"def f(): return [y := x for x in z]", "[y := x for x in z]", "def f():\n  global y\n  return [y := x for x in z]", "def f(): return [(y := x, [y for _ in z]) for x in w]",
	"def f[T](x: T) -> T: return T", "class A[T](B[T]):\n  x: T\n  def f(self) -> T: return T", "class A[T: (int, str) = int, *U = *V, **P = [Q]]: pass",
	"type X[T] = list[T]", "type X = X", "class A:\n  type X = Y\n  type Z[T] = X", "class A:\n  def f[T](self, x: T = y): pass", "class A[__T]:\n  def f(self, x: __T): __T",
	"def f(x):\n  class A:\n    def g[T](self, y: x): return x", "class A:\n  x = 1\n  def f[T: x](self): pass", "def f(a=1, *, b=2): pass\ndef g[T](a=1, *, b=2): pass",
	"from __future__ import foo", "'doc'\nfrom __future__ import annotations, braces", "x\nfrom __future__ import foo", "from .__future__ import foo",
	"x: int\ny: int = 1\n(z): int = 1\nw.v: int", "def f():\n  x: int\n  return x", "try: x\nexcept A as e: y", "with a as b, c as (d, e): pass", "for x, *y in z: w",
	"match x:\n  case [a, *b] | {1: a, **b}: pass\n  case A(c, d=e) as f: pass\n  case _: pass", "import a.b.c, d as e\nfrom f import g as h, i\nfrom j import *",
	"del x, y.z", "global x\nx = 1", "def f():\n  global x, y\n  del x", "async def f():\n  await x\n  async with a as b: pass\n  async for c in d: pass",
	"def f():\n  yield x\n  return y", "def f(): print(locals(), super)", "from __future__ import annotations\ndef f(x: (y, z)) -> w: pass\na: b",
	"class A:\n  def f():\n    class B:\n      def g(): __class__", "def f():\n  x = 1\n  class A:\n    nonlocal x\n    x = 2", "class A:\n  global x\n  x = 1\n  def f(): x",
	"def f(a):\n  def g():\n    def h(): return a", "def f():\n  def g(): return f\n  return g", "f(lambda: (yield))", "def f():\n  [a for a in b]\n  a = 1", "def f():\n  a = 1\n  [a for a in b]\n  lambda: a",
	"def f():\n  [(lambda: a) for a in b]\n  a", "def f(x):\n  [x for x in x]", "def f():\n  return [x for x in y for y in z]", "[[x for _ in y] for x in z]",
	"class A:\n  x = 1\n  [x for _ in [x]]\n  [[x for _ in y] for y in z]", "class A[T]:\n  y = [T for x in z]", "def f[T]():\n  nonlocal T", "def f[T, T](): pass",
	"def f(a, a): pass", "def f(a, *, a): pass", "lambda a, *a: 1", "def f():\n  x\n  global x", "def f():\n  x = 1\n  global x", "def f(x):\n  global x",
	"def f():\n  x: int\n  global x", "def f():\n  global x\n  x: int", "def f():\n  nonlocal x", "nonlocal x", "def f():\n  x\n  nonlocal x", "def f(x):\n  nonlocal x",
	"def f():\n  x = 1\n  nonlocal x", "def f():\n  x: int\n  nonlocal x", "def f():\n  x = 1\n  def g():\n    nonlocal x\n    global x", "def f():\n  x = 1\n  def g():\n    nonlocal x\n    x: int",
	"def f():\n  from a import *", "class A:\n  from a import *", "[(yield x) for x in y]", "{(yield x) for x in y}", "{(yield x): 1 for x in y}", "((yield x) for x in y)",
	"[x := 1 for x in y]", "[[x := 1 for y in z] for x in w]", "[y for x in (z := w)]", "[y for x in y if (x := z)]", "class A: [y := x for x in z]", "[1 for x in y for x in (x := z)]",
	"[(x := 1) for y in z for x in w]", "type X = (yield)", "type X = (x := 1)", "type X = await y", "def f[T: (yield)](): pass", "def f[T: (a, (x := 1))](): pass", "def f[T = (yield)](): pass",
	"def f[*T = (yield)](): pass", "def f[**T = (x := 1)](): pass", "class A[T]((yield)): pass", "class A[T]((x := 1)): pass", "def f[T](x: (yield)): pass", "type X[T] = [x := 1 for y in z]",
	"def f[T: [x := 1 for y in z]](): pass", "class A[T]([x := 1 for y in z]): pass", "from __future__ import annotations\ndef f(x: (yield)): pass", "from __future__ import annotations\nx: (y := 1)",
	"def f():\n  def g(): nonlocal x\n  x = 1", "def f(é, é): pass", "class A:\n  def f(self):\n    nonlocal __x", "print(__class__)", "def f(): super", "class A:\n  x = super", "x = lambda: super()",
}

var update = flag.Bool("update", false, "ask CPython for the goldens again")

// TestRules compares tables and errors of small programs with CPython's answers, which testdata/goldens.txt keeps.
func TestRules(t *testing.T) {
	const file = "testdata/goldens.txt"
	if *update {
		c := start(t)
		var b bytes.Buffer
		for _, src := range sources {
			table, failure := c.ask(t, "text", src)
			b.WriteString(table + failure + "\n")
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	goldens := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(goldens) != len(sources) {
		t.Fatalf("%d goldens for %d sources; run go test ./internal/front/symtable -run Rules -update", len(goldens), len(sources))
	}
	for i, src := range sources {
		table, failure, parsed := build(src)
		if !parsed {
			t.Errorf("%q is not parsed", src)
		} else if got := table + failure; !equalJSON(got, goldens[i]) {
			t.Errorf("%q:\n got %s\nwant %s", src, got, goldens[i])
		}
	}
}

func TestMangle(t *testing.T) {
	for _, c := range [][3]string{{"A", "__x", "_A__x"}, {"_A", "__x", "_A__x"}, {"A", "__x__", "__x__"}, {"A", "_x", "_x"}, {"__", "__x", "__x"},
		{"", "__x", "__x"}, {"A", "__a.b", "__a.b"}, {"A", "__", "__"}, {"A", "x", "x"}} {
		if got := Mangle(c[0], c[1]); got != c[2] {
			t.Errorf("%s in %s: %s, want %s", c[1], c[0], got, c[2])
		}
	}
}

// TestDepth wants an error for trees that are too deep.
func TestDepth(t *testing.T) {
	root, _, err := syntax.Parse("x"+strings.Repeat(".y", 2_000_000), syntax.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Build(root, Options{}); err == nil || err.Class != "RecursionError" {
		t.Error(err)
	}
}
